import { useWorkspace } from "../../app-context.ts";
import { Icon } from "../../ui/icon.tsx";
import { MarkdownView } from "../../ui/markdown-view.tsx";
import { Spinner } from "../../ui/states.tsx";
import { useComposer } from "./composers.ts";
import { focusAnswer } from "./focus-answer.ts";
import type { PendingReply } from "./sending.ts";

/** Sent replies that the server has not confirmed, at the end of the messages. */
export function HeldReplies({ ticketId }: { ticketId: string }) {
  const { pending } = useComposer(ticketId);
  return (
    <>
      {pending.value.map((reply) => (
        <HeldReply key={reply.messageId} reply={reply} ticketId={ticketId} />
      ))}
    </>
  );
}

function HeldReply({ reply, ticketId }: { reply: PendingReply; ticketId: string }) {
  const { me } = useWorkspace();
  const box = useComposer(ticketId);
  const undo = () => {
    if (box.undo(reply.messageId)) focusAnswer();
  };
  return (
    <article class="message message-agent message-held" aria-label="Your reply, not sent yet">
      <span class="avatar" aria-hidden="true">
        <Icon name="person" />
      </span>
      <div class="message-main">
        <p class="message-head">
          <strong>{me.name}</strong>
          {reply.isOnItsWay ? (
            <span class="muted">
              <Spinner /> Sending…
            </span>
          ) : (
            <>
              <span class="muted">Sends in a few seconds</span>
              <button type="button" class="btn ghost small" onClick={undo}>
                Undo
              </button>
              <button type="button" class="btn ghost small" onClick={() => void box.flush()}>
                Send now
              </button>
            </>
          )}
        </p>
        {reply.text === "" ? <p class="muted">Files only</p> : <MarkdownView text={reply.text} />}
      </div>
    </article>
  );
}
