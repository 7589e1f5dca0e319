import { type RefreshEvery, refreshEvery } from "../../../../protocol/refresh-every.ts";
import { everyWords } from "./refresh-words.ts";

interface SelectProps {
  label: string;
  value: RefreshEvery;
  disabled?: boolean;
  hidesLabel?: boolean;
  onChange: (every: RefreshEvery) => void;
}

/** How often something is fetched again. */
export function RefreshSelect({ label, value, disabled = false, hidesLabel = false, onChange }: SelectProps) {
  return (
    <label class="field">
      <span class={hidesLabel ? "visually-hidden" : undefined}>{label}</span>
      <select
        class="input"
        value={value}
        disabled={disabled}
        onChange={({ currentTarget }) => {
          const chosen = refreshEvery.find((every) => every === currentTarget.value);
          if (chosen) onChange(chosen);
        }}
      >
        {refreshEvery.map((every) => (
          <option key={every} value={every}>
            {everyWords[every]}
          </option>
        ))}
      </select>
    </label>
  );
}
