import type { ModelChoices } from "../../../protocol/admin-usage.ts";
import { type ModelOfTask, type ModelTask, providerNames } from "./models.ts";

interface ChoiceProps {
  task: ModelTask;
  label: string;
  text?: string;
  /** Undefined: it stays as it is. Null: the tenant's own is taken away. */
  value: ModelOfTask | null | undefined;
  /** What it stays, in words. */
  unchanged: string;
  /** What the installation has, in words, where a tenant's own can be taken away. */
  installed?: string | undefined;
  choices: Pick<ModelChoices, "providers" | "known">;
  onChange: (choice: ModelOfTask | null | undefined) => void;
}

/** Who does one task: as it is, or another provider with the name of its model. */
export function ModelChoice({ task, label, text, value, unchanged, installed, choices, onChange }: ChoiceProps) {
  // Rules grade only what they wrote, and do so by themselves.
  const offered = choices.providers.filter((provider) => task !== "grade" || provider !== "extractive");
  const known = choices.known.filter(({ provider }) => provider === value?.provider);
  const choose = (chosen: string) => {
    const provider = offered.find((each) => each === chosen);
    onChange(provider ? { provider, model: "" } : chosen === "installed" ? null : undefined);
  };
  return (
    <fieldset class="field model-field">
      <legend>{label}</legend>
      {text ? <small>{text}</small> : null}
      <div class="field-row">
        <select
          class="input"
          aria-label={`${label}: provider`}
          value={value === null ? "installed" : (value?.provider ?? "")}
          onChange={(event) => choose(event.currentTarget.value)}
        >
          <option value="">{unchanged}</option>
          {installed === undefined ? null : <option value="installed">Default: {installed}</option>}
          {offered.map((provider) => (
            <option key={provider} value={provider}>
              {providerNames[provider]}
            </option>
          ))}
        </select>
        {value && value.provider !== "extractive" ? (
          <>
            <input
              class="input"
              aria-label={`${label}: model`}
              placeholder="Name of the model"
              list={`models-${task}`}
              value={value.model}
              maxLength={200}
              required
              spellcheck={false}
              onInput={(event) => onChange({ ...value, model: event.currentTarget.value.trim() })}
            />
            <datalist id={`models-${task}`}>
              {known.map(({ model }) => (
                <option key={model} value={model} />
              ))}
            </datalist>
          </>
        ) : null}
      </div>
    </fieldset>
  );
}
