import { useSignal } from "@preact/signals";
import { useWorkspace } from "../../app-context.ts";
import { focusAnswer } from "../../tickets/composer/focus-answer.ts";
import { Icon } from "../../ui/icon.tsx";
import { Spinner } from "../../ui/states.tsx";
import { checkReply } from "./reply-checks.ts";

interface AuditReplyProps {
  ticketId: string;
  /** The answer as it is written so far. */
  text: () => string;
  isIdle: boolean;
}

/** Has the copilot hold the answer against the policies, beside the ticket. The answer stays in its box. */
export function AuditReply({ ticketId, text, isIdle }: AuditReplyProps) {
  const { api, toasts } = useWorkspace();
  const busy = useSignal(false);
  const press = async () => {
    // An empty box has to be written in first.
    if (text().trim() === "") return focusAnswer();
    if (busy.peek()) return;
    busy.value = true;
    const problem = await checkReply(api, ticketId, text());
    busy.value = false;
    if (problem) toasts.fail(problem);
  };
  return (
    <button
      type="button"
      class="icon-btn"
      aria-label="Check against our policies"
      title="Check against our policies, with the copilot"
      aria-disabled={isIdle || busy.value}
      onClick={() => void press()}
    >
      {busy.value ? <Spinner /> : <Icon name="spark" />}
    </button>
  );
}
