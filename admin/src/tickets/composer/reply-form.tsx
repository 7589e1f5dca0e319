import { type Signal, useSignal } from "@preact/signals";
import type { RefObject } from "preact";
import { useRef } from "preact/hooks";
import type { CannedReply } from "../../../../protocol/admin-canned.ts";
import {
  cannedVariableNames,
  cannedVariablePattern,
  maxCannedChars,
  maxCannedNameChars,
  unknownVariables,
} from "../../../../protocol/canned-limits.ts";
import { useWorkspace } from "../../app-context.ts";
import { mustHave } from "../../ui/must-have.ts";
import { Spinner } from "../../ui/states.tsx";
import { useDialogWork } from "../../ui/work.ts";
import { cannedVariables } from "./canned-store.ts";
import { insertAtCursor } from "./focus-answer.ts";

interface ReplyFormProps {
  reply: CannedReply | null;
  /** Name of a new reply, to begin with. */
  name?: string;
  onClose: () => void;
}

/** Form for a new or existing canned reply; its ownership cannot be changed. */
export function ReplyForm({ reply, name: given = "", onClose }: ReplyFormProps) {
  const { canned, may } = useWorkspace();
  const name = useSignal(reply?.name ?? given);
  const content = useSignal(reply?.content ?? "");
  const isShared = useSignal(reply ? reply.is_shared : may("manager"));
  const area = useRef<HTMLTextAreaElement>(null);
  const { busy, error, run } = useDialogWork(onClose);
  const save = async () => {
    const [unknown] = unknownVariables(content.value);
    if (unknown) {
      error.value = `Not saved. ${unknown} is not a variable. Choose one below, or remove it.`;
      return;
    }
    const written = { name: name.value.trim(), content: content.value, is_shared: isShared.value };
    await run(() => canned.save(written, reply?.id), `Saved “${written.name}”`);
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
        <Fields name={name} content={content} area={area} />
        <Variables area={area} />
        <Preview text={content.value} />
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
          <button type="submit" class="btn primary" aria-disabled={busy.value}>
            {busy.value ? <Spinner /> : null} Save
          </button>
        </div>
      </form>
    </>
  );
}

/** Inserts a variable at the cursor. */
function Variables({ area }: { area: RefObject<HTMLTextAreaElement | null> }) {
  return (
    <div class="variables" role="group" aria-label="Insert a variable">
      <span class="muted">Insert</span>
      {cannedVariableNames.map((name) => (
        <button
          key={name}
          type="button"
          class="variable-chip"
          title={`{{${name}}}`}
          onClick={() => area.current && insertAtCursor(area.current, `{{${name}}}`)}
        >
          {cannedVariables[name]}
        </button>
      ))}
    </div>
  );
}

function Preview({ text }: { text: string }) {
  if (!text.includes("{{")) return null;
  return (
    <p class="reply-preview" dir="auto">
      <CannedText text={text} />
    </p>
  );
}

/** A canned reply with its variables as chips. */
export function CannedText({ text }: { text: string }) {
  // pattern-example: /(\{\{\s*(?:[\w.]{1,60})\s*\}\})/
  const parts = text.split(new RegExp(`(${cannedVariablePattern.source.replace("(", "(?:")})`));
  return (
    <>
      {parts.map((part, at) => {
        if (at % 2 === 0) return part;
        const name = cannedVariableNames.find((known) => part.replace(/[{}\s]/g, "") === known);
        return (
          <span key={`${at} ${part}`} class={`variable-chip ${name ? "" : "variable-unknown"}`} title={part}>
            {name ? cannedVariables[name] : part}
          </span>
        );
      })}
    </>
  );
}

interface FieldsProps {
  name: Signal<string>;
  content: Signal<string>;
  area: RefObject<HTMLTextAreaElement | null>;
}

function Fields({ name, content, area }: FieldsProps) {
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
          ref={mustHave("Enter a name.")}
          value={name.value}
          onInput={(event) => (name.value = event.currentTarget.value)}
        />
      </label>
      <label class="field">
        <span>Text</span>
        <textarea
          ref={mustHave("Enter the text of the reply.", area)}
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
