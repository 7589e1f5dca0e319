import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";
import { useWorkspace } from "../../app-context.ts";
import { openCheckOf, ReplyCheckPart } from "../../copilot/reply-check/reply-checks.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Icon } from "../../ui/icon.tsx";
import { isWide } from "../../ui/media.ts";
import { ErrorState, Notice, Skeleton } from "../../ui/states.tsx";
import { ThreadAssist } from "../assist/thread-assist.tsx";
import { ComposerBox } from "../composer/composer-box.tsx";
import { useComposer } from "../composer/composers.ts";
import { ContextPanel } from "./context-panel.tsx";
import { MessageLog } from "./message-log.tsx";
import { OwnerButtons, ThreadHead } from "./thread-head.tsx";
import type { TicketThread } from "./ticket-reduce.ts";

interface ThreadProps {
  id: string;
  listPath: string;
}

/** The open ticket: head, messages with the draft, composer, and details. */
export function Thread({ id, listPath }: ThreadProps) {
  const { ticket } = useWorkspace();
  const state = ticket.state.value;
  if (state.type === "failed" && state.id === id) {
    return (
      <ThreadFrame listPath={listPath}>
        {state.missing ? (
          <Notice main title="This ticket does not exist" text="It may have been removed, or the address is wrong." />
        ) : (
          <ErrorState
            title="The ticket could not be loaded"
            text={state.message}
            onRetry={() => void ticket.open(id)}
          />
        )}
      </ThreadFrame>
    );
  }
  if (state.type !== "ready" || state.id !== id) {
    return (
      <ThreadFrame listPath={listPath}>
        <Skeleton rows={4} kind="message" label="Loading the ticket" />
      </ThreadFrame>
    );
  }
  return <ReadyThread thread={state.thread} listPath={listPath} />;
}

function ReadyThread({ thread, listPath }: { thread: TicketThread; listPath: string }) {
  const { api, mentions } = useWorkspace();
  const details = useSignal(false);
  const { ticket } = thread.detail;
  const box = useComposer(ticket.id);
  const check = openCheckOf(api, ticket.id);
  // Includes mentions that arrive while the ticket is open.
  useEffect(() => mentions.seen(ticket.id), [ticket.id, mentions.items.value]);
  return (
    <>
      <section class="thread" aria-label={`Ticket ${ticket.number}`}>
        <ThreadHead detail={thread.detail} listPath={listPath} onDetails={() => (details.value = true)} />
        <ThreadAssist key={ticket.id} detail={thread.detail} />
        <MessageLog thread={thread} />
        <ComposerBox detail={thread.detail} />
      </section>
      {isWide.value ? (
        <aside class={`context ${check ? "context-check" : ""}`} aria-label="About this ticket">
          {check ? <ReplyCheckPart box={box} check={check} /> : <ContextPanel detail={thread.detail} />}
        </aside>
      ) : (
        <Dialog open={details.value} label="About this ticket" class="sheet" onClose={() => (details.value = false)}>
          <div class="dialog-head">
            <h2>About #{ticket.number}</h2>
            <button type="button" class="icon-btn" aria-label="Close" onClick={() => (details.value = false)}>
              <Icon name="close" />
            </button>
          </div>
          <div class="sheet-actions phone-only">
            <OwnerButtons detail={thread.detail} />
          </div>
          <ContextPanel detail={thread.detail} />
        </Dialog>
      )}
    </>
  );
}

function ThreadFrame({ listPath, children }: { listPath: string; children: ComponentChildren }) {
  return (
    <section class="thread" aria-label="Ticket">
      <header class="thread-head">
        <a class="icon-btn phone-only" href={listPath} aria-label="Back to the list">
          <Icon name="back" />
        </a>
      </header>
      {children}
    </section>
  );
}
