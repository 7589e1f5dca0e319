import type { Operation } from "./operations.ts";
import type { Pick } from "./sample.ts";
import type { World } from "./world.ts";

/** The table of ids for a word of a path or a field name. An unknown word fails the run. */
const tableOf: Record<string, string> = {
  tickets: "tickets",
  ticket: "tickets",
  documents: "documents",
  articles: "documents",
  passage: "chunks",
  document: "documents",
  versions: "document_versions",
  version: "document_versions",
  keys: "api_keys",
  key: "api_keys",
  attachments: "attachments",
  attachment: "attachments",
  jobs: "jobs",
  job: "jobs",
  messages: "messages",
  message: "messages",
  answers: "messages",
  clarification: "clarifications",
  clarifications: "clarifications",
  confirmation: "confirmations",
  confirmations: "confirmations",
  snippets: "snippets",
  snippet: "snippets",
  erasures: "erasures",
  gaps: "gaps",
  releases: "releases",
  release: "releases",
  "regression-questions": "regression_questions",
  gap: "gaps",
  sites: "document_sites",
  sets: "document_sets",
  set: "document_sets",
  visitors: "visitors",
  visitor: "visitors",
  chunks: "chunks",
  chunk: "chunks",
  people: "auth.people",
  person: "auth.people",
  faces: "auth.people",
  invitations: "auth.invitation_links",
  sessions: "auth.sessions",
  passkeys: "auth.passkeys",
  push: "push_devices",
  cache: "snippets",
  domains: "tenant_domains",
  turns: "turns",
  turn: "turns",
  tenant: "tenants",
  tenants: "tenants",
  feedback: "feedback",
  audit: "audit_log",
  webhooks: "webhooks",
  connections: "tool_connections",
  tools: "tools",
  calls: "tool_calls",
  deliveries: "webhook_deliveries",
  delivery: "webhook_deliveries",
  labels: "labels",
  memories: "memories",
  conversations: "copilot_conversations",
  finding: "copilot_messages",
  preferences: "documents",
  runs: "playground_runs",
  run: "playground_runs",
  label: "labels",
  views: "saved_views",
  "canned-replies": "canned_replies",
  note: "ticket_notes",
};

/** One of B's ids of the first known kind; sometimes, or when no kind is known, one of any kind. */
export function idOf(world: World, pick: Pick, words: readonly string[]): string {
  if (words[0] === "tenant") return world.b.tenant_id;
  if (words[0] === "version" && pick([true, false])) return "1";
  const table = words.map((word) => tableOf[word]).find((found) => found !== undefined);
  const own = table === undefined ? [] : (world.ids.get(table.includes(".") ? table : `public.${table}`) ?? []);
  const all = [...world.ids.values()].flat();
  return own.length > 0 && pick([true, true, true, false]) ? pick(own) : pick(all);
}

/** Routes with a parameter without a known table of ids. */
export function unknownIn({ path, method }: Operation): string[] {
  return [...path.matchAll(/\/([\w-]+)\/\{(\w+)\}/g)]
    .filter(([, before = "", name = ""]) => tableOf[before] === undefined && tableOf[name] === undefined)
    .map(() => `${method} ${path}`);
}
