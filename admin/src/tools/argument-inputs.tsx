import { useId } from "preact/hooks";
import type { ArgumentField } from "./argument-form.ts";
import { shownValue } from "./schema.ts";

interface InputsProps {
  fields: readonly ArgumentField[];
  written: Readonly<Record<string, string>>;
  problems: Readonly<Record<string, string>>;
  onChange: (name: string, text: string) => void;
}

/** A form of a tool's arguments. */
export function ArgumentInputs({ fields, written, problems, onChange }: InputsProps) {
  if (fields.length === 0) return <p class="muted">No arguments.</p>;
  return (
    <>
      {fields.map((field) => (
        <ArgumentInput
          key={field.name}
          field={field}
          text={written[field.name] ?? field.initial}
          problem={problems[field.name]}
          onChange={(text) => onChange(field.name, text)}
        />
      ))}
    </>
  );
}

interface InputProps {
  field: ArgumentField;
  text: string;
  problem: string | undefined;
  onChange: (text: string) => void;
}

function ArgumentInput({ field, text, problem, onChange }: InputProps) {
  const id = useId();
  const common = {
    id,
    value: text,
    "aria-invalid": problem !== undefined,
    "aria-required": field.isRequired,
    "aria-describedby": `${id}-note`,
  };
  const options = field.kind === "boolean" ? ["true", "false"] : field.choices.map(shownValue);
  return (
    <div class="field">
      <label for={id}>
        <bdi>{field.label}</bdi> {field.isRequired ? null : <em>optional</em>}
      </label>
      {field.kind === "choice" || field.kind === "boolean" ? (
        <select {...common} class="input" onChange={(event) => onChange(event.currentTarget.value)}>
          <option value="">{field.isRequired ? "Choose…" : "Left out"}</option>
          {options.map((option) => (
            <option key={option} value={option}>
              {field.kind === "boolean" ? (option === "true" ? "Yes" : "No") : option}
            </option>
          ))}
        </select>
      ) : field.kind === "json" ? (
        <textarea
          {...common}
          class="input mono"
          rows={4}
          spellcheck={false}
          placeholder="JSON"
          onInput={(event) => onChange(event.currentTarget.value)}
        />
      ) : (
        <input
          {...common}
          class="input"
          autocomplete="off"
          spellcheck={false}
          inputMode={field.kind === "text" ? "text" : "decimal"}
          onInput={(event) => onChange(event.currentTarget.value)}
        />
      )}
      <small id={`${id}-note`} class={problem ? "field-problem" : ""} dir="auto">
        {problem ?? field.hint}
      </small>
    </div>
  );
}
