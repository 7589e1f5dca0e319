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

/** The support graph's interface for turns; implemented in `server/assistant/run-turn.ts`. */
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
    isHeldOut?: boolean;
    isBesideApproval?: boolean;
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

/** Dependencies of turns; wired in `server/wiring/context.ts`. */
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
   * @param about `locale`: the visitor's, when known; search weighs it, so cached answers depend on it too. `toolset`: identifies the tools
   * that the visitor may use; empty for none.
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
  /** The tools of one turn; absent when no tools are configured. */
  toolsFor?(turn: TurnRef & { visitorId: string; hasTools: boolean }): ToolPort;
  /** Seals a write that needs approval; the tools check the seal before they make the write. */
  sealCall(call: SealedCall): string;
  /** Tool calls whose process died. `settle` marks the result of one as unknown. */
  lostCalls?: {
    list(): Promise<{ tenant_id: string; id: string }[]>;
    settle(call: { tenant_id: string; id: string }): Promise<void>;
  };
  /** Memory of long tickets; without it only the last messages count. */
  threads?: {
    /** Wakes a worker for a stored job. An unavailable queue is no error: a worker finds the row later. */
    wake(tenantId: string, job: { id: string; place: number }): Promise<void>;
    /** The model that makes the vectors of `embed`. */
    model: string;
    embed(text: string): Promise<Float32Array>;
  };
  /** Memories of identified visitors; none when absent. */
  memory?: {
    recall(whose: { tenantId: string; visitorId: string }, question: string): Promise<Recalled[]>;
    noteUse(tenantId: string, recalled: readonly Recalled[]): Promise<void>;
  };
  /** Timeout for memories and the thread, in ms; default 300. */
  recallMs?: number;
  /** The name of this process in its leases. */
  holder: string;
  /** Timeout of a whole turn, in ms; default two minutes. */
  turnTimeoutMs?: number;
  /** Limits for running and waiting turns; defaults in `admission.ts`. */
  admission?: AdmissionLimits;
  /** Whether this process is overloaded now; never when absent. */
  isPressed?: () => boolean;
  /** Starts the trace of a turn that no request of this process has started. */
  tracing?: Tracing;
  /** A turn that takes this long is logged with its timings, in ms. */
  slowTurnMs?: number;
  /** Counts the results of turns. */
  watch?: TurnWatch;
}

/** A process that does not renew its lease for this time, in ms, loses the turn to another. */
export const leaseMs = 15_000;
/** Renewal interval in ms: three renewals fit into a lease, so that one slow query does not lose it. */
export const leaseRenewalMs = 5_000;
/** Timeout of a whole turn, in ms. */
export const turnTimeoutMs = 120_000;
/** Messages of the history that the model receives word for word (design: last 10). */
export const historyMessages = 10;
/** Older messages that the model also receives word for word while no summary covers them. */
export const uncoveredMessages = 6;
/** A turn that lost its process this many times ends with an error and is not tried again. */
export const maxInterruptions = 2;
