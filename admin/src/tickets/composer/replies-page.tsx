import { type Signal, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { CannedReply } from "../../../../protocol/admin-canned.ts";
import { maxCannedChars, maxCannedNameChars } from "../../../../protocol/canned-limits.ts";
import { useWorkspace } from "../../app-context.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { plainPreview } from "../../ui/format.ts";
import { Icon } from "../../ui/icon.tsx";
import { ErrorState, Notice, Skeleton, Spinner } from "../../ui/states.tsx";
import { useDialogWork } from "../../ui/work.ts";
import { cannedVariables, unknownIn } from "./canned-store.ts";

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
      <RepliesBody onEdit={(reply) => (edited.value = reply)} />
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

function RepliesBody({ onEdit }: { onEdit: (reply: CannedReply) => void }) {
  const { canned } = useWorkspace();
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
    return <Notice title="No canned replies yet" text="Save replies you use often and insert them with /." />;
  return (
    <ul class="replies">
      {state.items.map((reply) => (
        <ReplyRow key={reply.id} reply={reply} onEdit={() => onEdit(reply)} />
      ))}
    </ul>
  );
}

function ReplyRow({ reply, onEdit }: { reply: CannedReply; onEdit: () => void }) {
  const { canned, may, toasts } = useWorkspace();
  const { id, name, content, is_shared: isShared } = reply;
  const mayEdit = may(isShared ? "manager" : "agent");
  const remove = async () => {
    const problem = await canned.remove(id);
    if (problem) return toasts.fail(problem);
    toasts.show(`“${name}” deleted`, {
      label: "Undo",
      run: () => void canned.save({ name, content, is_shared: isShared }),
    });
  };
  return (
    <li class="reply-row">
      <div class="reply-main">
        <strong dir="auto">/{name}</strong>
        <span class="chip">{isShared ? "Team" : "Yours"}</span>
        <p class="reply-text" dir="auto">
          {plainPreview(content)}
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

/** Form for a new or existing canned reply; its ownership cannot be changed. */
function ReplyForm({ reply, onClose }: { reply: CannedReply | null; onClose: () => void }) {
  const { canned, may } = useWorkspace();
  const name = useSignal(reply?.name ?? "");
  const content = useSignal(reply?.content ?? "");
  const isShared = useSignal(reply ? reply.is_shared : may("manager"));
  const { busy, error, run } = useDialogWork(onClose);
  const isWhole = name.value.trim() !== "" && content.value.trim() !== "";
  const save = async () => {
    if (!isWhole || busy.value) return;
    const given = { name: name.value.trim(), content: content.value, is_shared: isShared.value };
    await run(() => canned.save(given, reply?.id), `“${given.name}” saved`);
  };
  return (
    <>
      <div class="dialog-head">
        <h2>{reply ? "Edit canned reply" : "New canned reply"}</h2>
      </div>
      <form
        class="dialog-body"
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <Fields name={name} content={content} />
        <Unknown text={content.value} />
        <Variables />
        {reply || !may("manager") ? null : (
          <label class="check">
            <input
              type="checkbox"
              checked={isShared.value}
              onChange={(event) => (isShared.value = event.currentTarget.checked)}
            />
            <span>For the whole team</span>
          </label>
        )}
        <p class="form-error" role="alert">
          {error.value}
        </p>
        <div class="dialog-foot">
          <button type="button" class="btn" onClick={onClose}>
            Cancel
          </button>
          <button type="submit" class="btn primary" aria-disabled={!isWhole || busy.value}>
            {busy.value ? <Spinner /> : null} Save
          </button>
        </div>
      </form>
    </>
  );
}

function Variables() {
  return (
    <dl class="variables" aria-label="Variables">
      {cannedVariables.map((variable) => (
        <div key={variable.name}>
          <dt>
            <code>{`{{${variable.name}}}`}</code>
          </dt>
          <dd>{variable.means}</dd>
        </div>
      ))}
    </dl>
  );
}

function Fields({ name, content }: { name: Signal<string>; content: Signal<string> }) {
  return (
    <>
      <label class="field">
        <span>
          Name <em>typed after the slash</em>
        </span>
        <input
          class="input"
          autofocus
          dir="auto"
          maxLength={maxCannedNameChars}
          value={name.value}
          onInput={(event) => (name.value = event.currentTarget.value)}
        />
      </label>
      <label class="field">
        <span>Text</span>
        <textarea
          class="input"
          rows={7}
          dir="auto"
          maxLength={maxCannedChars}
          value={content.value}
          onInput={(event) => (content.value = event.currentTarget.value)}
        />
      </label>
    </>
  );
}

/** Variables that would remain in the reply. */
function Unknown({ text }: { text: string }) {
  const unknown = unknownIn(text);
  if (unknown.length === 0) return null;
  return (
    <p class="reply-unknown" role="status">
      Unknown variable {unknown.join(", ")}: it would be sent as it is.
    </p>
  );
}
