import type { Recalled } from "../../assistant/memory/recall.ts";
import type {
  AssistantPorts,
  CachePort,
  HistoryMessage,
  HumanDecision,
  ModelPort,
  RetrievedChunk,
  TenantProfile,
} from "../../assistant/ports.ts";
import type { TurnStart } from "../../assistant/state.ts";
import type { ModelCall } from "../../assistant/store/model-calls.ts";
import type { ToolPort } from "../../assistant/tool-ports.ts";
import type { LiveHub } from "../../core/live/hub.ts";
import type { Logger } from "../../core/log.ts";
import type { Tracing } from "../../core/trace.ts";
import type { Database } from "../../database/database.ts";
import type { SealedCall } from "../../tools/call-seal.ts";
import type { TurnRef } from "../store/turns.ts";
import type { AdmissionLimits } from "./admission.ts";
import type { TurnWatch } from "./turn-context.ts";

/** The support graph as a turn uses it; `server/assistant/run-turn.ts` is the implementation. */
export interface SupportAssistant {
  runTurn(input: {
    tenantId: string;
    ticketId: string;
    turnId: string;
    question: string;
    seen?: string;
    history: HistoryMessage[];
    clarified?: TurnStart["clarified"];
    confirmed?: TurnStart["confirmed"];
    hint?: string;
    ports: AssistantPorts;
  }): Promise<{ outcome: TurnOutcome }>;
  resumeTurn(input: {
    tenantId: string;
    ticketId: string;
    decision: HumanDecision;
    ports: AssistantPorts;
  }): Promise<{ outcome: TurnOutcome }>;
}

export type TurnOutcome = "finished" | "escalated" | "clarifying" | "stopped";

/** What turns are made of; wired in `server/wiring/context.ts`. */
export interface TurnDeps {
  db: Database;
  hub: LiveHub;
  log: Logger;
  assistant: SupportAssistant;
  modelFor(input: {
    tenant: TenantProfile;
    recordCall: (call: ModelCall) => void;
    onThinking?: (summary: string) => void;
  }): ModelPort;
  /**
   * @param about `locale`: the visitor's, when known: the search weighs it, so an answer in the cache belongs to it too. `toolset`: names the
   * tools that the visitor may use, empty for none.
   */
  cacheFor(
    tenantId: string,
    tenant: TenantProfile,
    about: { locale?: string | undefined; toolset?: string },
  ): CachePort;
  search(
    tenantId: string,
    query: { question: string; history: HistoryMessage[]; locale?: string },
    signal: AbortSignal,
  ): Promise<RetrievedChunk[]>;
  loadChunks(tenantId: string, chunkIds: string[]): Promise<RetrievedChunk[]>;
  /** The tools of one turn; absent where there are none. */
  toolsFor?(turn: TurnRef & { visitorId: string; hasTools: boolean }): ToolPort;
  /** Seals a write that is to be approved, as the tools check it before they make it. */
  sealCall(call: SealedCall): string;
  /** Calls of tools whose process died, and what notes of one that nobody knows what came of it. */
  lostCalls?: {
    list(): Promise<{ tenant_id: string; id: string }[]>;
    settle(call: { tenant_id: string; id: string }): Promise<void>;
  };
  /** What remembering long tickets needs; without it only the last messages count. */
  threads?: {
    /** Wakes a worker for a job whose row is stored; a queue that is away is no error, the row is found later. */
    wake(tenantId: string, job: { id: string; place: number }): Promise<void>;
    /** The model whose vectors `embed` makes. */
    model: string;
    embed(text: string): Promise<Float32Array>;
  };
  /** What is remembered of identified visitors; without it nothing is. */
  memory?: {
    recall(whose: { tenantId: string; visitorId: string }, question: string): Promise<Recalled[]>;
    noteUse(tenantId: string, recalled: readonly Recalled[]): Promise<void>;
  };
  /** How long memories and the thread are waited for, ms; 300 when not given. */
  recallMs?: number;
  /** Names this process on the leases it holds. */
  holder: string;
  /** Longest a whole turn may take, ms; two minutes when not given. */
  turnTimeoutMs?: number;
  /** How many turns this process takes on; the defaults of `admission.ts` when not given. */
  admission?: AdmissionLimits;
  /** Whether this process does not keep up with its work now; where it is not told, it always does. */
  isPressed?: () => boolean;
  /** Where the trace of a turn begins that no request of this process has begun. */
  tracing?: Tracing;
  /** A turn that takes this long is logged with what took it, ms. */
  slowTurnMs?: number;
  /** Counts what comes of turns. */
  watch?: TurnWatch;
}

/** How long a turn's process may be silent before another takes the turn over. */
export const leaseMs = 15_000;
/** Three renewals fit into a lease, so that one slow query loses nothing. */
export const leaseRenewalMs = 5_000;
/** Longest a whole turn may take. */
export const turnTimeoutMs = 120_000;
/** Messages of history that go to the model word for word (design: last 10). */
export const historyMessages = 10;
/** Messages beyond these that also go along word for word, while no summary covers them yet. */
export const uncoveredMessages = 6;
/** A turn that lost its process this many times is given up visibly instead of being tried again. */
export const maxInterruptions = 2;
