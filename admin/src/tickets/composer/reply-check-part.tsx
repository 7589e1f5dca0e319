import { useWorkspace } from "../../app-context.ts";
import { openCheckOf, type ReplyCheck } from "../../copilot/reply-check/reply-checks.ts";
import { LoadedPart } from "../../ui/loaded-part.tsx";
import { isWide } from "../../ui/media.ts";
import { useAsked } from "../../ui/use-asked.ts";
import type { Composer } from "./composer-store.ts";

/** The open check of a reply; its script comes with the first one. */
export function ReplyCheckPart({ box, check }: { box: Composer; check: ReplyCheck }) {
  const part = useAsked("reply check", () => import("../../copilot/reply-check/reply-check.tsx"));
  return (
    <LoadedPart state={part.state.value} name="The policy check" onRetry={() => void part.again()}>
      {(found) => <found.ReplyCheck box={box} check={check} />}
    </LoadedPart>
  );
}

/** Below the answer box, where there is no room beside the ticket. */
export function ReplyCheckBelow({ box }: { box: Composer }) {
  const { api } = useWorkspace();
  const check = openCheckOf(api, box.ticketId);
  return check && !isWide.value ? (
    <div class="reply-check-below">
      <ReplyCheckPart box={box} check={check} />
    </div>
  ) : null;
}
