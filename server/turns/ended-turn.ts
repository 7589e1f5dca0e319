import type { EscalationReason, Grade } from "../../protocol/messages.ts";
import type { TurnKind, TurnStatus } from "../store/turns.ts";

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
