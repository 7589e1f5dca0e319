import type { LabelColor } from "../../../protocol/triage.ts";

/** Same list as on the server. */
const colors: readonly LabelColor[] = ["grey", "red", "orange", "yellow", "green", "teal", "blue", "purple", "pink"];

interface SelectProps {
  label: string;
  value: LabelColor;
  onChange: (color: LabelColor) => void;
}

/** Choice of a colour by name, with a dot in that colour. */
export function ColorSelect({ label, value, onChange }: SelectProps) {
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
