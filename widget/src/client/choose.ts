import { choiceFailed } from "../view/resync.ts";
import type { ViewStore } from "../view/view-store.ts";
import { type SendCall, sendChoice } from "./send-message.ts";

/** Answers the question back that the view shows. True when the session is over. */
export async function choose(view: ViewStore, access: SendCall, choice: string | null): Promise<boolean> {
  const asked = view.state.clarification;
  if (asked?.state !== "open") return false;
  view.dispatch({ type: "chosen", choice });
  const outcome = await sendChoice(access, asked.clarification_id, choice);
  if (outcome === "expired") return true;
  if (outcome !== "sent") view.update((state) => choiceFailed(state, outcome === "over"));
  return false;
}
