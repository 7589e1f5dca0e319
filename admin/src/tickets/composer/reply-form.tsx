import { type Signal, useSignal } from "@preact/signals";
import type { CannedReply } from "../../../../protocol/admin-canned.ts";
import { maxCannedChars, maxCannedNameChars } from "../../../../protocol/canned-limits.ts";
import { useWorkspace } from "../../app-context.ts";
import { Spinner } from "../../ui/states.tsx";
import { cannedVariables, unknownIn } from "./canned-variables.ts";

/** Writes a canned reply, or changes one; whose it is stays. */
export function ReplyForm({ reply, onClose }: { reply: CannedReply | null; onClose: () => void }) {
  const { canned, may, toasts } = useWorkspace();
  const name = useSignal(reply?.name ?? "");
  const content = useSignal(reply?.content ?? "");
  const isShared = useSignal(reply ? reply.is_shared : may("manager"));
  const busy = useSignal(false);
  const error = useSignal("");
  const isWhole = name.value.trim() !== "" && content.value.trim() !== "";
  const save = async () => {
    if (!isWhole || busy.value) return;
    busy.value = true;
    const given = { name: name.value.trim(), content: content.value, is_shared: isShared.value };
    error.value = (await canned.save(given, reply?.id)) ?? "";
    busy.value = false;
    if (error.value !== "") return;
    toasts.show(`“${given.name}” saved`);
    onClose();
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

/** What would stay in an answer as it stands. */
function Unknown({ text }: { text: string }) {
  const unknown = unknownIn(text);
  if (unknown.length === 0) return null;
  return (
    <p class="reply-unknown" role="status">
      Unknown variable {unknown.join(", ")}: it would be sent as it is.
    </p>
  );
}
