import { useSignal } from "@preact/signals";
import { useId, useRef } from "preact/hooks";

interface CopyFieldProps {
  label: string;
  value: string;
  hint?: string;
}

/** A value to copy that is shown only once. Without clipboard access, it is selected for copying by keyboard. */
export function CopyField({ label, value, hint }: CopyFieldProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const said = useSignal("");
  const copy = async () => {
    input.current?.select();
    try {
      await navigator.clipboard.writeText(value);
      said.value = "Copied";
    } catch {
      said.value = "Selected: press Ctrl C";
    }
  };
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <span class="copy-field">
        <input
          ref={input}
          id={id}
          class="input"
          readOnly
          value={value}
          aria-describedby={`${id}-note`}
          onFocus={(event) => event.currentTarget.select()}
        />
        <button type="button" class="btn" onClick={() => void copy()}>
          {said.value === "Copied" ? "Copied" : "Copy"}
        </button>
      </span>
      <small id={`${id}-note`}>{hint ?? ""}</small>
      <span class="visually-hidden" role="status">
        {said.value}
      </span>
    </div>
  );
}
