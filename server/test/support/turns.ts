import type { StreamEvent } from "../../../protocol/events.ts";
import { createSupportGraph } from "../../assistant/graph.ts";
import type { ModelPort, RetrievedChunk } from "../../assistant/ports.ts";
import { newId } from "../../core/ids.ts";
import type { LiveHub } from "../../core/live/hub.ts";
import { createMemoryHub } from "../../core/live/memory-hub.ts";
import { createLogger } from "../../core/log.ts";
import { createCheckpointer } from "../../database/checkpointer.ts";
import type { Database } from "../../database/database.ts";
import { withTenant } from "../../database/transaction.ts";
import type { DeskDeps } from "../../tickets/desk/deps.ts";
import { insertTicket } from "../../tickets/store/tickets.ts";
import type { TurnDeps } from "../../tickets/turns/deps.ts";
import { openTicketLog, readHistory } from "../../tickets/turns/read-ticket.ts";
import { TurnRunner } from "../../tickets/turns/runner.ts";
import { createSupportAssistant } from "../../tickets/turns/turn.ts";
import { sealCall } from "../../tools/call-seal.ts";

/** Behaviour of the model: its streamed words and its confidence. Tests may wait inside `beforeAnswer`. */
export interface ModelScript {
  words: string[];
  score: number;
  beforeAnswer?: (question: string) => Promise<void>;
  betweenWords?: () => Promise<void>;
}

/** An agent as the desk's functions expect it. */
export const anAgent = (id = "agent-1", name = "Ada") => ({
  agent: { id, name },
  actor: { kind: "person" as const, id },
});

export interface TurnRig {
  deps: TurnDeps;
  turns: TurnRunner;
  /** The agents' functions for the same tickets. */
  desk: DeskDeps;
  script: ModelScript;
  chunks: RetrievedChunk[];
  openTicket(tenantId: string): Promise<string>;
  /** Sends a message and collects its stream up to `end`. */
  ask(tenantId: string, ticketId: string, content: string, messageId?: string): Promise<StreamEvent[]>;
  /** All events of the ticket that are stored so far. */
  stored(tenantId: string, ticketId: string): Promise<StreamEvent[]>;
  history(tenantId: string, ticketId: string): ReturnType<typeof readHistory>;
}

/** Turns on a real database, graph and log; only the model and the search are scripted. @param hub by default in memory. */
export function createTurnRig(db: Database, hub: LiveHub = createMemoryHub()): TurnRig {
  const graph = createSupportGraph(createCheckpointer(db));
  const script: ModelScript = { words: ["You", " can", " [1]."], score: 0.9 };
  const chunks = [someChunk()];
  const deps: TurnDeps = {
    db,
    hub,
    log: createLogger("silent"),
    assistant: createSupportAssistant(graph),
    modelFor: ({ recordCall }) => scriptedModel(script, recordCall),
    cacheFor: () => ({ lookup: async () => null, lookupByPassages: async () => null, store: async () => {} }),
    search: async () => chunks,
    loadChunks: async () => chunks,
    holder: "test",
    // Tests about other behaviour must not depend on delays of a busy machine.
    recallMs: 20_000,
    sealCall: (call) => sealCall(call, [{ kid: "test", secret: "s".repeat(48) }]),
  };
  const turns = new TurnRunner(deps);
  return {
    deps,
    turns,
    desk: {
      db,
      hub: deps.hub,
      turns,
      publishSnippet: async () => {},
      forgetSnippet: async () => {},
      purgeCache: async () => {},
    },
    script,
    chunks,
    async openTicket(tenantId) {
      return withTenant(db, tenantId, async (tx) => {
        const visitorId = newId();
        await tx.query("insert into visitors (tenant_id, id) values ($1, $2)", [tenantId, visitorId]);
        return (await insertTicket(tx, { id: newId(), visitorId })).id;
      });
    },
    async ask(tenantId, ticketId, content, messageId = newId()) {
      const accepted = await turns.send({ tenantId, ticketId, messageId, content });
      const stop = new AbortController();
      const events: StreamEvent[] = [];
      const log = await openTicketLog(
        deps,
        { tenantId, ticketId },
        {
          cursor: { sequence: accepted.after, position: accepted.position ?? 0 },
          isNew: (accepted.position ?? 0) > 0,
          signal: stop.signal,
        },
      );
      for await (const { event } of log) {
        events.push(event);
        if (
          event.type === "end" ||
          (event.type === "message" && accepted.turnId === null && accepted.behindTurnId === null)
        )
          break;
      }
      stop.abort();
      return events;
    },
    async stored(tenantId, ticketId) {
      const { rows } = await withTenant(db, tenantId, (tx) =>
        tx.query(
          "select sequence::int, type, payload, turn_id from ticket_events where ticket_id = $1 order by sequence",
          [ticketId],
        ),
      );
      return rows as unknown as StreamEvent[]; // the tests look at type, sequence and payload only
    },
    history: (tenantId, ticketId) => readHistory(db, { tenantId, ticketId }),
  };
}

function someChunk(): RetrievedChunk {
  const id = newId();
  return {
    chunk_id: id,
    document_id: newId(),
    version_id: newId(),
    title: "Guide",
    source: "guide.md",
    url: null,
    page: null,
    heading: "Start",
    text: "You can do it.",
    score: 1,
    parts: { bm25: 1 },
  };
}

function scriptedModel(script: ModelScript, recordCall: Parameters<TurnDeps["modelFor"]>[0]["recordCall"]): ModelPort {
  const grade = () => ({
    score: script.score,
    tier: script.score > 0.75 ? ("high" as const) : ("low" as const),
    reason: "scripted",
    supported: [],
    unsupported: [],
    missing: [],
  });
  return {
    contextualize: async ({ question }) => ({ question, unchanged: true }),
    async generate(input, onToken, signal) {
      await script.beforeAnswer?.(input.question);
      for (const word of script.words) {
        signal.throwIfAborted();
        onToken(word);
        await script.betweenWords?.();
      }
      recordCall({
        task: "generate",
        provider: "scripted",
        model: "m",
        input_tokens: 3,
        output_tokens: 3,
        cached_tokens: 0,
        cost_micros: 7,
        latency_ms: 1,
        first_token_ms: 1,
        outcome: "ok",
      });
      const chunk = input.chunks[0];
      const citations = chunk
        ? [
            {
              index: 1,
              chunk_id: chunk.chunk_id,
              document_id: chunk.document_id,
              title: chunk.title,
              quote: chunk.text,
            },
          ]
        : [];
      return { text: script.words.join(""), citations };
    },
    grade: async () => grade(),
    summarize: async ({ question }) => `Asked: ${question}`,
    usage: () => ({ input_tokens: 3, output_tokens: 3, cached_tokens: 0, cost_micros: 7 }),
  };
}
