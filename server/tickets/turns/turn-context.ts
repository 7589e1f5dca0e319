import type { ContextRecord } from "../../../protocol/context-record.ts";
import type { EventPayload, StreamEvent } from "../../../protocol/events.ts";
import type { EscalationReason, Grade } from "../../../protocol/messages.ts";
import type { ToolActivity } from "../../../protocol/tools.ts";
import type { Recalled } from "../../assistant/memory/recall.ts";
import type { HistoryMessage, ShortEvent, TenantProfile } from "../../assistant/ports.ts";
import type { Answered } from "../../assistant/retrieval-context/ask-sources.ts";
import type { TurnStart } from "../../assistant/state.ts";
import type { ModelCall } from "../../assistant/store/model-calls.ts";
import type { ReadyLanguage } from "../../core/text/ready/index.ts";
import type { Attributes } from "../../core/trace.ts";
import type { TurnKind, TurnRef, TurnStatus } from "../store/turns.ts";

/** A running turn: its input, its state and its model calls. */
export interface RunningTurn extends TurnRef {
  /** The visitor of the ticket. */
  visitorId: string;
  /** The ticket's epoch when the turn started: the turn's text counts only while the ticket has no other owner. */
  ownerEpoch: number;
  kind: TurnKind;
  /** Empty when the message has files only. */
  question: string;
  /** Ids of the question's files, with pictures separate. */
  files: { pictures: readonly string[]; others: readonly string[] };
  /** Description of those pictures, once a model has read them. */
  seen?: string;
  /** The clarification's answer, when this turn continues after one. */
  clarified?: TurnStart["clarified"];
  /** The confirmation's answer, when this turn continues after one. */
  confirmed?: TurnStart["confirmed"];
  /** The write of that confirmation when it was refused. */
  declined?: ToolActivity;
  /** The message is a word beside a change that waits for approval, such as "yes": the change keeps waiting. */
  isBesideApproval: boolean;
  /** An agent's hint for a new try at the open question. */
  hint?: string;
  /** Whether the question goes straight to the team, as drawn from the ticket's id; null when nothing is drawn for this turn. */
  holdOut: boolean | null;
  history: HistoryMessage[];
  /** Whether the tenant uses memories of identified visitors. */
  remembers: boolean;
  /** The visitor's memories that are relevant to the question. */
  memories: readonly Recalled[];
  /** Lookups besides the documents, without their text. */
  recalled: Answered<null>;
  /** The items used for the answer and those left out; null when nothing was looked up. */
  context: ContextRecord | null;
  /** True once an answer used the memories. */
  hasUsedMemories: boolean;
  /** The visitor's language, when the page sent it. */
  locale?: string;
  /** Language of fixed sentences to the visitor. */
  language: ReadyLanguage;
  tenant: TenantProfile;
  /** Whether the tenant has tools. */
  hasTools: boolean;
  /** The ticket is longer than the history; the turn looks up earlier parts. */
  isLong: boolean;
  /** The ticket's newest stored event when the turn started. */
  sequence: number;
  output: OutputQueue;
  stop: AbortController;
  calls: ModelCall[];
  startedAt: number;
  firstTokenMs: number | undefined;
  /** Redacted summary of the model's reasoning, for agents; null when there is none. */
  thinking: string | null;
  /** True once part of the answer's text was sent. */
  hasShownText: boolean;
  /** The result, once it is stored. */
  ended?: EndedTurn;
  /** True once the turn's end is stored, in any way. */
  isOver: boolean;
  /** The turn for messages that arrived meanwhile, started at the end of this one. */
  nextTurnId: string | null;
}

/** The log line of a turn: ids and times, no text. */
export function turnLine(turn: RunningTurn): Record<string, unknown> {
  return {
    tenant_id: turn.tenantId,
    ticket_id: turn.ticketId,
    turn_id: turn.turnId,
    ms: Math.round(performance.now() - turn.startedAt),
    first_token_ms: turn.firstTokenMs,
  };
}

/** A turn's trace attributes at its start. */
export function idsOf({ tenantId, ticketId, turnId }: TurnRef): Attributes {
  return { "parley.tenant_id": tenantId, "parley.ticket_id": ticketId, "parley.turn_id": turnId };
}

/** A turn's trace attributes at its end: values from fixed lists, and times. */
export function turnAttributes({ ended, kind, firstTokenMs }: RunningTurn): Attributes {
  return {
    "parley.kind": kind,
    "parley.status": ended?.status,
    "parley.tier": ended?.tier,
    "parley.reason": ended?.reason,
    "parley.cache_hit": ended?.isCacheHit,
    "parley.first_token_ms": firstTokenMs === undefined ? undefined : Math.round(firstTokenMs),
  };
}

export function isSlow({ ended }: RunningTurn, limitMs = Number.POSITIVE_INFINITY): boolean {
  return ended !== undefined && ended.totalMs >= limitMs;
}

/** The log line of a slow turn: result and timings, no text. */
export function slowLine(turn: RunningTurn): Record<string, unknown> {
  const { ended, kind } = turn;
  return {
    ...turnLine(turn),
    kind,
    status: ended?.status,
    cache_hit: ended?.isCacheHit,
    model_calls: ended?.modelCalls,
    model_ms: ended && Math.round(ended.modelMs),
  };
}

/** A running turn's output: short-lived events at once, stored ones after their commit. */
export type TurnOutput =
  | {
      kind: "short";
      type: ShortEvent | "thinking";
      payload: EventPayload<ShortEvent | "thinking">;
    }
  | { kind: "stored"; events: StreamEvent[] };

export interface OutputQueue {
  push(output: TurnOutput): void;
  close(): void;
  items(): AsyncGenerator<TurnOutput, void, undefined>;
}

/** A queue between the graph, which never waits for readers, and the reader of the turn. */
export function createOutputQueue(): OutputQueue {
  let waiting: TurnOutput[] = [];
  let closed = false;
  let wake: (() => void) | undefined;
  return {
    push(output) {
      waiting.push(output);
      wake?.();
    },
    close() {
      closed = true;
      wake?.();
    },
    async *items() {
      for (;;) {
        const taken = waiting;
        waiting = [];
        yield* taken;
        if (waiting.length > 0) continue;
        if (closed) return;
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    },
  };
}

/** The result of a turn: numbers and values from fixed lists only. */
export interface EndedTurn {
  kind: TurnKind;
  status: Exclude<TurnStatus, "running">;
  tier?: Grade["tier"] | undefined;
  isCacheHit?: boolean | undefined;
  reason?: EscalationReason | undefined;
  firstTokenMs: number | undefined;
  totalMs: number;
  /** Total time and number of the model calls; parallel calls are added up. */
  modelMs: number;
  modelCalls: number;
}

/** Called for each turn of this process that ends, and for each message rejected for lack of capacity. */
export interface TurnWatch {
  ended(turn: EndedTurn): void;
  refused(): void;
}
