import { useId } from "preact/hooks";
import { choicesOf, type JsonSchema, propertiesOf, type SchemaProperty, shownValue, textOf, typeOf } from "./schema.ts";

interface InputsProps {
  fields: readonly ArgumentField[];
  written: Readonly<Record<string, string>>;
  problems: Readonly<Record<string, string>>;
  onChange: (name: string, text: string) => void;
}

/** A form for a tool's arguments. */
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

/** One argument as a form field. Objects and arrays are typed as JSON. */
interface ArgumentField {
  name: string;
  label: string;
  hint: string;
  kind: "text" | "integer" | "number" | "boolean" | "choice" | "json";
  choices: readonly unknown[];
  isRequired: boolean;
  /** Initial value of the field. */
  initial: string;
}

export function argumentFields(schema: JsonSchema): ArgumentField[] {
  return propertiesOf(schema).map(fieldOf);
}

function fieldOf({ name, schema, isRequired }: SchemaProperty): ArgumentField {
  const choices = choicesOf(schema);
  const type = typeOf(schema);
  const kind = choices
    ? "choice"
    : type === "string"
      ? "text"
      : type === "integer" || type === "number" || type === "boolean"
        ? type
        : "json";
  const given = schema["default"];
  return {
    name,
    label: textOf(schema["title"]) || name,
    hint: textOf(schema["description"]),
    kind,
    choices: choices ?? [],
    isRequired,
    initial: given === undefined ? "" : shownValue(given),
  };
}

type ReadArguments = { arguments: Record<string, unknown> } | { problems: Record<string, string> };

/** Parses the typed text into arguments; errors are listed by argument name. Empty optional fields are omitted. */
export function readArguments(
  fields: readonly ArgumentField[],
  written: Readonly<Record<string, string>>,
): ReadArguments {
  const read: [string, unknown][] = [];
  const problems: Record<string, string> = {};
  for (const field of fields) {
    const text = written[field.name] ?? field.initial;
    if (text.trim() === "") {
      if (field.isRequired) problems[field.name] = "Required.";
      continue;
    }
    const value = readValue(field, text);
    if ("problem" in value) problems[field.name] = value.problem;
    else read.push([field.name, value.value]);
  }
  return Object.keys(problems).length > 0 ? { problems } : { arguments: Object.fromEntries(read) };
}

function readValue({ kind, choices }: ArgumentField, text: string): { value: unknown } | { problem: string } {
  switch (kind) {
    case "text":
      return { value: text };
    case "boolean":
      return { value: text === "true" };
    case "choice": {
      const chosen = choices.find((choice) => shownValue(choice) === text);
      return chosen === undefined ? { problem: "Choose one." } : { value: chosen };
    }
    case "integer":
    case "number": {
      const value = Number(text);
      if (!Number.isFinite(value)) return { problem: "Enter a number." };
      return kind === "integer" && !Number.isInteger(value) ? { problem: "Enter a whole number." } : { value };
    }
    case "json":
      try {
        return { value: JSON.parse(text) };
      } catch {
        return { problem: "Enter valid JSON." };
      }
    default:
      return kind satisfies never;
  }
}
