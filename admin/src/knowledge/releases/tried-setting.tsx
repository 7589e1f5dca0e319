import type { Signal } from "@preact/signals";
import type { ComponentChildren } from "preact";

interface FieldProps {
  "aria-label": string;
  value: string;
  onInput: (event: { currentTarget: { value: string } }) => void;
}

interface TriedProps {
  label: string;
  /** Undefined: it stays as it is published. Empty: it is taken away. */
  value: Signal<string | undefined>;
  published: string;
  children: (field: FieldProps) => ComponentChildren;
}

/** A text of the settings that stays as it is published until somebody says otherwise; then also nothing is something to try. */
export function TriedSetting({ label, value, published, children }: TriedProps) {
  const isChanged = value.value !== undefined;
  return (
    <div class="tried-setting">
      <label class="check">
        <input
          type="checkbox"
          checked={isChanged}
          onChange={(event) => (value.value = event.currentTarget.checked ? published : undefined)}
        />
        <span>Change {label.toLowerCase()}</span>
      </label>
      {isChanged ? (
        children({
          "aria-label": label,
          value: value.value ?? "",
          onInput: (event) => (value.value = event.currentTarget.value),
        })
      ) : (
        <p class="tried-published muted" dir="auto">
          {published || "None"}
        </p>
      )}
      {value.value?.trim() === "" && published !== "" ? <small>This removes the {label.toLowerCase()}.</small> : null}
    </div>
  );
}
