import type { TenantRow } from "../../accounts/store/tenants.ts";
import type { EmbeddingPort } from "../../assistant/models/embeddings/port.ts";
import type { WebSearch } from "../../assistant/models/web-search/port.ts";
import type { TenantProfile } from "../../assistant/ports.ts";
import type { FoundChunk } from "../../assistant/search/search.ts";
import type { ModelCall } from "../../assistant/store/model-calls.ts";
import { deskTopic, type LiveHub } from "../../core/live/hub.ts";
import type { Logger } from "../../core/log.ts";
import type { Tracing } from "../../core/trace.ts";
import type { Database } from "../../database/database.ts";
import type { CopilotGraph } from "../graph.ts";
import type { CopilotWorkers } from "../ports.ts";

/** Web search, if the operator has configured one. */
export interface WebDeps {
  search: WebSearch;
  /** The passages of one page. @throws Error when it cannot be fetched or parsed */
  readPage(url: string, signal: AbortSignal): Promise<{ heading: string | null; text: string }[]>;
}

/** Dependencies of copilot conversations, wired in `server/wiring`. */
export interface ConversationDeps {
  db: Database;
  hub: Pick<LiveHub, "notify">;
  embeddings: EmbeddingPort;
  log: Logger;
  graph: CopilotGraph;
  tracing: Tracing;
  /** The tenant's profile for prompts. */
  profileOf(tenant: TenantRow): TenantProfile;
  /** Calls `recordCall` with the usage of every model call. */
  workersFor(work: { tenant: TenantProfile; recordCall: (call: ModelCall) => void }): CopilotWorkers;
  /** Passages that agents may find, best first. They include internal documents. */
  search(tenantId: string, wanted: { query: string; limit: number; sets: readonly string[] }): Promise<FoundChunk[]>;
  web?: WebDeps | undefined;
  /** Longest wait for optional context, in ms; by default as in `server/assistant/retrieval-context`. */
  sourceMs?: number | undefined;
}

/** The owner of the conversation. */
export interface Person {
  tenantId: string;
  personId: string;
}

/** A conversation of this person. */
export interface Conversation extends Person {
  conversationId: string;
}

/** A message of the copilot in a conversation. */
export interface RunPlace {
  conversationId: string;
  messageId: string;
}

/** Notifies a person's consoles that a conversation has changed, or what the copilot does in it. */
export async function notifyConversation(
  { hub }: Pick<ConversationDeps, "hub">,
  { tenantId, personId }: Person,
  about: { conversationId: string; status?: string },
): Promise<void> {
  const notice = {
    type: "copilot_changed",
    conversation_id: about.conversationId,
    person_id: personId,
    ...(about.status === undefined ? {} : { status_text: about.status }),
    at: new Date().toISOString(),
  };
  await hub.notify(deskTopic(tenantId), JSON.stringify(notice));
}
