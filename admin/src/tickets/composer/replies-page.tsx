import { type Signal, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { CannedReply } from "../../../../protocol/admin-canned.ts";
import { plainLine } from "../../../../ui/markdown/plain-text.ts";
import { useWorkspace } from "../../app-context.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { Icon } from "../../ui/icon.tsx";
import { ErrorState, Notice, Skeleton } from "../../ui/states.tsx";
import { CannedText, ReplyForm } from "./reply-form.tsx";

/** The edited reply; `new` for a new one. */
type Edited = CannedReply | "new" | null;

export function RepliesPage() {
  const { canned, may } = useWorkspace();
  const edited: Signal<Edited> = useSignal<Edited>(null);
  useEffect(() => void canned.load(), [canned]);
  const close = () => {
    edited.value = null;
  };
  return (
    <div class="sheet-page">
      <header class="page-head">
        <div>
          <h1>Canned replies</h1>
          <p class="muted">
            Type <kbd>/</kbd> in a reply to find one. Team replies are managed by managers; personal ones are private.
          </p>
        </div>
        {may("agent") ? (
          <button type="button" class="btn primary" onClick={() => (edited.value = "new")}>
            <Icon name="plus" /> New reply
          </button>
        ) : null}
      </header>
      <RepliesBody onEdit={(reply) => (edited.value = reply)} onNew={() => (edited.value = "new")} />
      <Dialog
        open={edited.value !== null}
        label={edited.value === "new" ? "New canned reply" : "Edit canned reply"}
        onClose={close}
      >
        {edited.value ? <ReplyForm reply={edited.value === "new" ? null : edited.value} onClose={close} /> : null}
      </Dialog>
    </div>
  );
}

function RepliesBody({ onEdit, onNew }: { onEdit: (reply: CannedReply) => void; onNew: () => void }) {
  const { canned, may } = useWorkspace();
  const state = canned.state.value;
  if (state.type === "loading") return <Skeleton rows={5} label="Loading canned replies" />;
  if (state.type === "failed")
    return (
      <ErrorState
        title="The canned replies could not be loaded"
        text={state.message}
        onRetry={() => void canned.load()}
      />
    );
  if (state.items.length === 0)
    return (
      <Notice title="No canned replies yet" text="Save replies you use often and insert them with /.">
        {may("agent") ? (
          <button type="button" class="btn primary" onClick={onNew}>
            New reply
          </button>
        ) : null}
      </Notice>
    );
  return (
    <ul class="replies">
      {state.items.map((reply) => (
        <ReplyRow key={reply.id} reply={reply} onEdit={() => onEdit(reply)} />
      ))}
    </ul>
  );
}

/** Longer than the lines of a row. */
const maxShownChars = 400;

function ReplyRow({ reply, onEdit }: { reply: CannedReply; onEdit: () => void }) {
  const { canned, may, toasts } = useWorkspace();
  const { id, name, content, is_shared: isShared } = reply;
  const mayEdit = may(isShared ? "manager" : "agent");
  const restore = async () => {
    const problem = await canned.save({ name, content, is_shared: isShared });
    if (problem) toasts.fail(`Not restored. ${problem}`);
    else toasts.show(`Restored “${name}”`);
  };
  const remove = async () => {
    const problem = await canned.remove(id);
    if (problem) return toasts.fail(problem);
    toasts.show(`Deleted “${name}”`, { label: "Undo", run: () => void restore() });
  };
  return (
    <li class="reply-row">
      <div class="reply-main">
        <strong dir="auto">/{name}</strong>
        <span class="chip">{isShared ? "Team" : "Yours"}</span>
        <p class="reply-text" dir="auto">
          <CannedText text={plainLine(content.slice(0, maxShownChars))} />
        </p>
      </div>
      {mayEdit ? (
        <>
          <button type="button" class="btn small" aria-label={`Edit ${name}`} onClick={onEdit}>
            Edit
          </button>
          <button type="button" class="icon-btn" aria-label={`Delete ${name}`} onClick={() => void remove()}>
            <Icon name="trash" />
          </button>
        </>
      ) : null}
    </li>
  );
}
