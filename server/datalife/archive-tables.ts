/** How a table is taken along. */
interface Taken {
  /** Columns that stay: secrets, and what the server it goes to makes anew. */
  without?: readonly string[];
  /** A column whose bytes are files of their own in the archive; such rows go one by one. */
  file?: string;
  /** Rows of one look, where they may be large. */
  page?: number;
  /** What tells rows apart, where the table has no primary key. */
  key?: readonly string[];
  /** Of a single visitor it says nothing that they or others said. */
  tenantOnly?: true;
}

const all: Taken = {};
const tenantOnly: Taken = { tenantOnly: true };

/**
 * Every table of a tenant: how it is taken along, or why it is not. A test compares this with the catalogue, so that whoever adds a table
 * has to say it here.
 */
export const archiveTables: Readonly<Record<string, Taken | string>> = {
  "public.tenants": {
    without: ["status", "identity_secret", "previous_identity_secret", "previous_identity_until", "calendar_made_at"],
    tenantOnly: true,
  },
  "public.tenant_domains": tenantOnly,
  "public.api_keys": "secret: keys are made anew",
  "public.visitors": { without: ["worded"] },
  "public.tickets": { without: ["worded"] },
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
  "public.document_versions": { page: 5, tenantOnly: true },
  "public.document_files": { file: "bytes", page: 1, tenantOnly: true },
  "public.chunks": tenantOnly,
  "public.chunk_terms": tenantOnly,
  "public.chunk_words": { key: ["chunk_id", "lexeme"], page: 5_000, tenantOnly: true },
  "public.chunk_embeddings": tenantOnly,
  "public.snippets": tenantOnly,
  "public.jobs": "work: what is not done is begun anew",
  "public.usage_days": tenantOnly,
  "public.clarifications": all,
  "public.tool_connections": "secret: keys to other systems; they are connected anew",
  "public.tools": "made anew: tools belong to connections",
  "public.confirmations": all,
  "public.tool_calls": all,
  "public.tool_call_ends": { key: ["call_id", "step"] },
  "public.thread_chunks": all,
  "public.cache_purges": "work: there is no cache to be purged",
  "public.ticket_ratings": all,
  "public.outgoing_mails": all,
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
  "public.webhooks": "secret: the addresses of other systems are keys to them",
  "public.webhook_deliveries": "work: what was told elsewhere is not told again",
  "public.ticket_words": "made anew",
  "public.visitor_words": "made anew",
  "public.labels": tenantOnly,
  "public.ticket_labels": all,
  "public.saved_views": tenantOnly,
  "public.open_spans": "made anew",
  "public.service_clocks": all,
  "public.analytics_days": tenantOnly,
  "public.analytics_agents": tenantOnly,
  "public.analytics_topics": tenantOnly,
  "public.mail_threads": { without: ["token", "due_at"] },
  "public.mail_stops": tenantOnly,
  "public.inbound_mails": all,
  "public.gaps": tenantOnly,
  "public.gap_questions": all,
  "public.gap_runs": "work: questions are looked through anew",
  "public.regression_questions": tenantOnly,
  "public.releases": tenantOnly,
  "public.release_versions": tenantOnly,
  "public.draft_vectors": tenantOnly,
  "public.gate_runs": "work: a release is tried anew",
  "public.gate_results": "work: a release is tried anew",
  "public.notice_rules": tenantOnly,
  "public.notices": "work: what was told is not told again",
  "public.message_translations": all,
  "public.ticket_recaps": all,
  "public.presences": "of the moment",
  "public.ticket_gives": all,
  "public.ticket_merges": all,
  "public.ticket_links": all,
  "public.retention_states": "work: rules are applied anew",
  "public.retention_runs": tenantOnly,
  "public.erasures": "receipts are of the installation that signed them",
  "public.tenant_removals": "a tenant that is to be erased is not taken along as such",
  "langgraph.checkpoints": all,
  "langgraph.checkpoint_blobs": all,
  "langgraph.checkpoint_writes": all,
};

/** How a table is taken along; undefined for one that is not. */
export function takenOf(name: string): Taken | undefined {
  const taken = archiveTables[name];
  return typeof taken === "object" ? taken : undefined;
}
