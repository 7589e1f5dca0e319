import { useLocation } from "preact-iso";
import type { CopilotSend } from "../../../protocol/copilot-talk.ts";
import { useWorkspace } from "../app-context.ts";
import { Icon } from "../components/icon.tsx";
import { useDoing } from "../components/use-asked.ts";
import { randomId } from "../lib/ids.ts";
import { focusAnswer } from "../thread/focus-answer.ts";
import { copilotCalls } from "./copilot-calls.ts";

interface AuditReplyProps {
  ticketId: string;
  /** The answer as it is written so far. */
  text: () => string;
  isIdle: boolean;
}

/** Has the copilot hold the answer against the policies, in a conversation beside the ticket. The answer stays in its box. */
export function AuditReply({ ticketId, text, isIdle }: AuditReplyProps) {
  const { api } = useWorkspace();
  const { route } = useLocation();
  const { busy, run } = useDoing();
  const audit = async () => {
    const calls = copilotCalls(api.admin);
    const message: CopilotSend = {
      id: randomId(),
      text: "Check this reply against our policies",
      mentions: { action: "audit" },
      attached: text(),
    };
    return (await calls.begin({ ticket_id: ticketId, message })).id;
  };
  const press = () => {
    // An empty box has to be written in first.
    if (text().trim() === "") focusAnswer();
    else void run(audit, (id) => route(`/console/copilot/${id}`));
  };
  return (
    <button
      type="button"
      class="icon-btn"
      aria-label="Check against our policies"
      title="Check against our policies, with the copilot"
      aria-disabled={isIdle || busy.value}
      onClick={press}
    >
      <Icon name="spark" />
    </button>
  );
}
