import { useSignal } from "@preact/signals";
import type { LabelColor } from "../../../protocol/triage.ts";

/** Same list as on the server. */
const colors: readonly LabelColor[] = ["grey", "red", "orange", "yellow", "green", "teal", "blue", "purple", "pink"];

interface SelectProps {
  label: string;
  value: LabelColor;
  onChange: (color: LabelColor) => void;
}

/** Choice of a colour by name, with a dot in that colour. */
function ColorSelect({ label, value, onChange }: SelectProps) {
  return (
    <span class="color-select">
      <span class={`label-dot label-${value}`} aria-hidden="true" />
      <select
        class="input"
        aria-label={label}
        value={value}
        onChange={({ currentTarget }) => {
          const chosen = colors.find((color) => color === currentTarget.value);
          if (chosen) onChange(chosen);
        }}
      >
        {colors.map((color) => (
          <option key={color} value={color}>
            {color}
          </option>
        ))}
      </select>
    </span>
  );
}

interface FieldsProps {
  name: string;
  color: LabelColor;
  maxLength: number;
  /** Saves a change at once. @returns whether it was saved; otherwise the field shows the old name again. */
  onChange: (change: { name: string } | { color: LabelColor }) => Promise<boolean>;
}

/** Colour and name of an existing label or set. */
export function ColorNameFields({ name, color, maxLength, onChange }: FieldsProps) {
  const rename = async (field: HTMLInputElement) => {
    const next = field.value.trim();
    if (next === "" || next === name || !(await onChange({ name: next }))) field.value = name;
  };
  return (
    <>
      <ColorSelect label={`Colour of ${name}`} value={color} onChange={(next) => void onChange({ color: next })} />
      <input
        class="input"
        aria-label={`Name of ${name}`}
        maxLength={maxLength}
        dir="auto"
        defaultValue={name}
        onBlur={(event) => void rename(event.currentTarget)}
        onKeyDown={(event) => {
          if (event.key === "Enter") event.currentTarget.blur();
        }}
      />
    </>
  );
}

interface NewProps {
  /** "label" or "set". */
  what: string;
  maxLength: number;
  /** @returns whether it was added; otherwise the typed name stays. */
  onAdd: (wanted: { name: string; color: LabelColor }) => Promise<boolean>;
}

/** Form for a new label or set. */
export function NewColorName({ what, maxLength, onAdd }: NewProps) {
  const name = useSignal("");
  const color = useSignal<LabelColor>("blue");
  const add = async (event: Event) => {
    event.preventDefault();
    const wanted = name.value.trim();
    if (wanted !== "" && (await onAdd({ name: wanted, color: color.value }))) name.value = "";
  };
  return (
    <form class="manage-sets-new" onSubmit={add}>
      <ColorSelect label={`Colour of the new ${what}`} value={color.value} onChange={(next) => (color.value = next)} />
      <input
        class="input"
        aria-label={`Name of a new ${what}`}
        placeholder={`New ${what}`}
        maxLength={maxLength}
        autocomplete="off"
        value={name.value}
        onInput={(event) => (name.value = event.currentTarget.value)}
      />
      <button type="submit" class="btn">
        Add {what}
      </button>
    </form>
  );
}
