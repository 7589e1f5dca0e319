import { interrupt } from "../langgraph.ts";
import type { Approval, ConfirmedWrite, SupportUpdate } from "../state.ts";
import { windowOf } from "../state.ts";
import type { SupportNode } from "../turn-ports.ts";

/** What a thread that waits for somebody's yes is resumed with: always an object. */
export type Approving = Pick<ConfirmedWrite, "confirmation_id" | "decision" | "calls">;

/** Pauses until somebody has said yes or no. Nothing else happens here, so running it again on resume costs nothing. */
export const awaitApproval: SupportNode = (_state, ports) => {
  const answer = interrupt<{ type: "await_approval" }, Approving>({ type: "await_approval" });
  // Texts of the conversation are in no checkpoint.
  return { ...approvalUpdate(answer), messages: windowOf(ports.history ?? []) };
};

/** What the answer makes of the state. The calls are those that the store knows of. */
export function approvalUpdate({ confirmation_id, decision, calls }: Approving): SupportUpdate {
  const approval: Approval = { confirmation_id, decision };
  return { approval, calls: [...calls], is_proposing: false };
}
