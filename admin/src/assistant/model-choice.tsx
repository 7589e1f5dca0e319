import type { ModelChoices } from "../../../protocol/admin-usage.ts";
import { type ModelOfTask, type ModelTask, providerNames } from "./models.ts";

interface ChoiceProps {
  task: ModelTask;
  label: string;
  text?: string;
  /** Undefined: unchanged. Null: removes the tenant's own choice. */
  value: ModelOfTask | null | undefined;
  /** Description of the unchanged value. */
  unchanged: string;
  /** Description of the installation's default, shown when the tenant's own choice can be removed. */
  installed?: string | undefined;
  choices: Pick<ModelChoices, "providers" | "known">;
  onChange: (choice: ModelOfTask | null | undefined) => void;
}

/** The model for one task: unchanged, or another provider and model. */
export function ModelChoice({ task, label, text, value, unchanged, installed, choices, onChange }: ChoiceProps) {
  // The rule-based provider grades only its own answers, without being chosen.
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
