/** How a table is exported. */
interface Taken {
  /** Columns that are not exported: secrets, and values that the importing server computes itself. */
  without?: readonly string[];
  /** A column whose bytes become separate files in the archive. Such rows are read one by one. */
  file?: string;
  /** Rows per query, for large rows. */
  page?: number;
  /** Key columns, when the table has no primary key. */
  key?: readonly string[];
  /** The table contains no words by or about a single visitor, so it is not part of a visitor's export. */
  tenantOnly?: true;
}

const all: Taken = {};
const tenantOnly: Taken = { tenantOnly: true };

/** Every tenant table: how it is exported, or why not. A test compares this with the catalogue, so every new table must be added here. */
export const archiveTables: Readonly<Record<string, Taken | string>> = {
  "public.tenants": {
    without: [
      "status",
      "identity_secret",
      "previous_identity_secret",
      "previous_identity_until",
      "calendar_made_at",
      "email_token",
    ],
    tenantOnly: true,
  },
  "public.tenant_domains": tenantOnly,
  "public.api_keys": "secret: create new keys",
  "public.visitors": { without: ["is_indexed"] },
  "public.tickets": { without: ["indexed_messages"] },
  "public.turns": all,
  "public.messages": all,
  "public.citations": all,
  "public.ticket_events": all,
  "public.feedback": all,
  "public.model_calls": all,
  "public.audit_log": tenantOnly,
  "public.document_sets": tenantOnly,
  "public.document_sites": tenantOnly,
  "public.documents": tenantOnly,
  "public.document_refreshes": tenantOnly,
  "public.document_addresses": tenantOnly,
  "public.document_versions": { page: 5, tenantOnly: true },
  "public.document_files": { file: "bytes", page: 1, tenantOnly: true },
  "public.chunks": tenantOnly,
  "public.chunk_terms": tenantOnly,
  "public.chunk_words": { key: ["chunk_id", "lexeme"], page: 5_000, tenantOnly: true },
  "public.chunk_embeddings": tenantOnly,
  "public.snippets": tenantOnly,
  "public.jobs": "queue: unfinished jobs start again",
  "public.usage_days": tenantOnly,
  "public.clarifications": all,
  "public.tool_connections": "secret: connect these systems again",
  "public.tools": "rebuilt: tools belong to connections",
  "public.confirmations": all,
  "public.tool_calls": all,
  "public.tool_call_ends": { key: ["call_id", "step"] },
  "public.thread_chunks": all,
  "public.cache_purges": "queue: there is no cache to purge",
  "public.ticket_ratings": all,
  "public.outgoing_emails": all,
  "public.attachments": all,
  "public.attachment_files": { file: "bytes", page: 1 },
  "public.form_answers": all,
  "public.memories": all,
  "public.copilot_conversations": tenantOnly,
  "public.copilot_messages": tenantOnly,
  "public.playground_runs": tenantOnly,
  "public.playground_messages": { page: 50, tenantOnly: true },
  "public.copilot_chunks": tenantOnly,
  "public.copilot_merges": tenantOnly,
  "public.copilot_uses": tenantOnly,
  "public.copilot_preferences": tenantOnly,
  "public.ticket_notes": all,
  "public.note_mentions": all,
  "public.canned_replies": tenantOnly,
  "public.webhooks": "secret: URLs of other systems can contain keys",
  "public.webhook_deliveries": "queue: delivered events are not delivered again",
  "public.ticket_terms": "rebuilt",
  "public.visitor_terms": "rebuilt",
  "public.labels": tenantOnly,
  "public.ticket_labels": all,
  "public.saved_views": tenantOnly,
  "public.open_spans": "rebuilt",
  "public.service_clocks": all,
  "public.analytics_days": tenantOnly,
  "public.analytics_agents": tenantOnly,
  "public.analytics_topics": tenantOnly,
  "public.email_threads": { without: ["token", "due_at"] },
  "public.support_addresses": "belong to the mailbox of this installation",
  "public.email_suppressions": tenantOnly,
  "public.inbound_emails": all,
  "public.gaps": tenantOnly,
  "public.gap_questions": all,
  "public.gap_runs": "queue: questions are scanned again",
  "public.regression_questions": tenantOnly,
  "public.releases": tenantOnly,
  "public.release_versions": tenantOnly,
  "public.draft_vectors": tenantOnly,
  "public.release_runs": "queue: releases are tested again",
  "public.release_results": "queue: releases are tested again",
  "public.notice_rules": tenantOnly,
  "public.notices": "queue: sent notifications are not sent again",
  "public.push_devices": "belong to browsers that are signed in to this installation",
  "public.message_translations": all,
  "public.ticket_recaps": all,
  "public.presences": "momentary",
  "public.ticket_assignments": all,
  "public.ticket_merges": all,
  "public.ticket_links": all,
  "public.retention_states": "queue: rules are applied again",
  "public.retention_runs": tenantOnly,
  "public.erasures": "receipts belong to the installation that signed them",
  "public.tenant_removals": "pending tenant erasures are not exported",
  // A checkpoint repeats message text, and a copilot checkpoint belongs to an agent.
  "langgraph.checkpoints": tenantOnly,
  "langgraph.checkpoint_blobs": tenantOnly,
  "langgraph.checkpoint_writes": tenantOnly,
};

/** How a table is exported; undefined when it is not. */
export function takenOf(name: string): Taken | undefined {
  const taken = archiveTables[name];
  return typeof taken === "object" ? taken : undefined;
}
