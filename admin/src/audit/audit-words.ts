/** The nouns that actions begin with, as one chooses them. */
export const auditNouns: ReadonlyArray<{ noun: string; label: string }> = [
  { noun: "ticket", label: "Tickets" },
  { noun: "document", label: "Documents" },
  { noun: "snippet", label: "Snippets" },
  { noun: "gap", label: "Gaps" },
  { noun: "set", label: "Sets" },
  { noun: "settings", label: "Settings" },
  { noun: "domain", label: "Domains" },
  { noun: "person", label: "People" },
  { noun: "key", label: "API keys" },
  { noun: "calibration", label: "Calibration" },
  { noun: "cache", label: "Cache" },
];

const sentences: Record<string, string> = {
  "ticket.take": "took a ticket",
  "ticket.reply": "replied",
  "ticket.resolve": "resolved a ticket",
  "ticket.approve_draft": "sent the assistant's draft",
  "ticket.hint": "gave the assistant a hint",
  "ticket.hand_back": "handed a ticket back",
  "document.add": "added a document",
  "document.change": "changed a document",
  "document.delete": "deleted a document",
  "document.reindex": "had a document read again",
  "document.restore": "restored a version of a document",
  "document.crawl": "added the pages of a sitemap",
  "snippet.propose": "proposed a snippet",
  "snippet.publish": "added a snippet",
  "snippet.change": "changed a snippet",
  "snippet.approve": "approved a snippet",
  "snippet.reject": "rejected a snippet",
  "snippet.withdraw": "withdrew a snippet",
  "snippet.delete": "deleted a snippet",
  "gap.ignore": "ignored a gap",
  "gap.reopen": "opened a gap again",
  "set.update": "changed a set",
  "identity.rotate": "replaced the identity secret",
  "visitor.contact": "left an address",
  "visitor.form": "answered the form",
  "settings.change": "changed settings",
  "domain.add": "allowed a domain",
  "domain.remove": "removed a domain",
  "person.add": "added a person",
  "key.create": "made an API key",
  "key.revoke": "revoked an API key",
  "cache.purge": "emptied the answer cache",
  "calibration.apply": "set the calibration",
  "calibration.undo": "undid the calibration",
  "tenant.create": "created the tenant",
};

/** What was done, in words; an action that has none as the server names it. */
export function auditSentence(action: string): string {
  return sentences[action] ?? action.replaceAll(/[._]/g, " ");
}
