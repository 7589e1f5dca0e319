import type { policies } from "./policies.ts";

/** A reply of an agent or a draft, by its sentences. Those that begin with `!` contradict the policy. */
export interface AuditText {
  policy: keyof typeof policies;
  /** The rules were mended by looking at these alone; the others say how good they are. */
  half: "tuning" | "held out" | "reworded" | "reworded, held out" | "newest" | "last";
  sentences: string[];
}
