import type { LabelColor } from "../../../../protocol/triage.ts";

/** As the server knows them. */
const colors: readonly LabelColor[] = ["grey", "red", "orange", "yellow", "green", "teal", "blue", "purple", "pink"];

interface SelectProps {
  label: string;
  value: LabelColor;
  onChange: (color: LabelColor) => void;
}

/** A colour by its name, with a dot of it. */
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
