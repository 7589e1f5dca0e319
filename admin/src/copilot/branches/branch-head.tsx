import { useSignal } from "@preact/signals";
import { useLayoutEffect, useRef } from "preact/hooks";
import type { CopilotTalk } from "../../../../protocol/copilot-talk.ts";
import { useWorkspace } from "../../app-context.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { Icon } from "../../ui/icon.tsx";
import { useDoing } from "../../ui/use-asked.ts";
import { copilotStoreOf } from "../copilot-store.ts";
import { BranchTreeView } from "./tree.tsx";

/** The way from the first conversation to this branch. */
export function Trail({ talk }: { talk: CopilotTalk }) {
  if (talk.trail.length === 0) return null;
  return (
    <nav class="copilot-trail" aria-label="Branch origin">
      <ol>
        {talk.trail.map(({ id, title }) => (
          <li key={id}>
            <a href={`/console/copilot/${id}`} dir="auto">
              {title || "New conversation"}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  );
}

/** What can be done with a conversation that is a branch or has some. */
export function BranchVerbs({ talk }: { talk: CopilotTalk }) {
  const open = useSignal(false);
  const setClosed = useClosing(talk.id);
  const close = () => (open.value = false);
  if (talk.parent_id === null && talk.branches === 0 && !talk.is_closed) return null;
  return (
    <span class="copilot-branch-verbs">
      {talk.is_closed ? <span class="chip">Closed</span> : null}
      <button type="button" class="btn small" onClick={() => (open.value = true)}>
        <Icon name="branch" /> Branches
      </button>
      {talk.is_closed ? null : (
        <button type="button" class="btn small" title="No more messages can be added" onClick={() => setClosed(true)}>
          Close
        </button>
      )}
      <Dialog open={open.value} label="Branches" class="copilot-tree-dialog" onClose={close}>
        <BranchTreeView openId={talk.id} onClose={close} />
      </Dialog>
    </span>
  );
}

/** Stands where the box stands while a conversation is closed. @param isFresh it was closed a moment ago, by a button that is gone now */
export function ClosedBar({ id, isFresh }: { id: string; isFresh: boolean }) {
  const setClosed = useClosing(id);
  const fresh = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    if (isFresh) fresh.current?.focus();
  }, []);
  return (
    <div class="copilot-closed">
      <p>
        <Icon name="lock" /> This conversation is closed.
      </p>
      <button ref={fresh} type="button" class="btn" onClick={() => setClosed(false)}>
        Reopen
      </button>
    </div>
  );
}

function useClosing(id: string): (isClosed: boolean) => void {
  const { api } = useWorkspace();
  const store = copilotStoreOf(api);
  const { run } = useDoing();
  return (isClosed) =>
    void run(
      () => store.calls.change(id, { is_closed: isClosed }),
      () => {
        void store.reread();
        void store.relist();
      },
    );
}
