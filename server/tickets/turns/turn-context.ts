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

/** A turn at work: what it answers, and what it has seen and spent so far. */
export interface RunningTurn extends TurnRef {
  /** Whose ticket it is. */
  visitorId: string;
  /** The ticket's epoch when the turn began: its words count only while no one else owns the ticket. */
  ownerEpoch: number;
  kind: TurnKind;
  /** Empty when there are files only. */
  question: string;
  /** Ids of the files that came with the question, pictures apart. */
  files: { pictures: readonly string[]; others: readonly string[] };
  /** What those pictures show, once a model has read them. */
  seen?: string;
  /** The answer to a clarification that this turn takes up. */
  clarified?: TurnStart["clarified"];
  /** The answer to a write that waited for a yes. */
  confirmed?: TurnStart["confirmed"];
  /** The write of that confirmation, where somebody said no to it. */
  declined?: ToolActivity;
  /** An agent's hint with which a waiting question is tried again. */
  hint?: string;
  history: HistoryMessage[];
  /** The tenant lets identified visitors be remembered. */
  remembers: boolean;
  /** What is remembered of the visitor and matters for the question. */
  memories: readonly Recalled[];
  /** What was looked up beside the documents, without its words. */
  recalled: Answered<null>;
  /** What the answer was made from and what was left out; null where nothing was looked up. */
  context: ContextRecord | null;
  /** True once an answer was written with these. */
  hasUsedMemories: boolean;
  /** The visitor's language, when the page told it. */
  locale?: string;
  /** What the visitor is spoken to in where no model writes. */
  language: ReadyLanguage;
  tenant: TenantProfile;
  /** The tenant has tools. */
  hasTools: boolean;
  /** More was said than fits; what was said further back is looked up. */
  isLong: boolean;
  /** The ticket's newest stored event when the turn began. */
  sequence: number;
  output: OutputQueue;
  stop: AbortController;
  calls: ModelCall[];
  startedAt: number;
  firstTokenMs: number | undefined;
  /** A redacted summary of the reasoning behind the answer, for agents; null where there was none. */
  thinking: string | null;
  /** True once any of the answer's text went out. */
  hasShownText: boolean;
  /** What came of it, once that is stored. */
  ended?: EndedTurn;
  /** True once the turn's end is stored, by whichever way. */
  isOver: boolean;
  /** The turn of what came meanwhile, started with this one's end. */
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

/** What a trace says of a turn from its begin. */
export function idsOf({ tenantId, ticketId, turnId }: TurnRef): Attributes {
  return { "parley.tenant_id": tenantId, "parley.ticket_id": ticketId, "parley.turn_id": turnId };
}

/** What it says at its end: words of fixed lists and times. */
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

/** The log line of a slow turn: what came of it and what took the time, no text. */
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

/** What a turn says while it works: short-lived events at once, stored ones after their commit. */
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

/** A queue between the graph, which never waits for its readers, and whoever drains the turn. */
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

/** What came of a turn, in figures and words of fixed lists only. */
export interface EndedTurn {
  kind: TurnKind;
  status: Exclude<TurnStatus, "running">;
  tier?: Grade["tier"] | undefined;
  isCacheHit?: boolean | undefined;
  reason?: EscalationReason | undefined;
  firstTokenMs: number | undefined;
  totalMs: number;
  /** Time and number of its calls of models, those side by side added up. */
  modelMs: number;
  modelCalls: number;
}

/** Told of every turn of this process that ends, and of every message that there was no room for. */
export interface TurnWatch {
  ended(turn: EndedTurn): void;
  refused(): void;
}
