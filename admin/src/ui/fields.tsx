import { useId, useState } from "preact/hooks";
import { mustHave } from "./must-have.ts";

interface TextFieldProps {
  label: string;
  value: string;
  max: number;
  rows?: number;
  hint?: string;
  problem?: string;
  /** What to say when the form is submitted without text. */
  must?: string;
  onChange: (value: string) => void;
}

/** A labelled field with a hint or error message; several lines when `rows` is set. */
export function TextField({ label, value, max, rows, hint, problem, must, onChange }: TextFieldProps) {
  const id = useId();
  const common = {
    id,
    class: "input",
    value,
    maxLength: max,
    dir: "auto" as const,
    ...(must ? { ref: mustHave(must) } : {}),
    "aria-invalid": problem !== undefined,
    "aria-describedby": `${id}-note`,
  };
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {rows ? (
        <textarea {...common} rows={rows} onInput={(event) => onChange(event.currentTarget.value)} />
      ) : (
        <input {...common} autocomplete="off" onInput={(event) => onChange(event.currentTarget.value)} />
      )}
      <small id={`${id}-note`} class={problem ? "field-problem" : ""}>
        {problem ?? hint ?? ""}
      </small>
    </div>
  );
}

interface ParsedFieldProps<T> {
  label: string;
  value: T;
  format: (value: T) => string;
  /** Null for invalid text. */
  parse: (text: string) => T | null;
  /** Error message for invalid text. */
  problem: string;
  hint?: string;
  /** Meaning of an empty field. */
  placeholder?: string;
  onChange: (value: T) => void;
}

/** A field with parsed text: the typed text is not reformatted, and invalid text is not saved. */
export function ParsedField<T>(props: ParsedFieldProps<T>) {
  const { label, value, format, parse, problem, hint, placeholder, onChange } = props;
  const id = useId();
  const [written, setWritten] = useState(format(value));
  const meant = parse(written);
  // The value changed elsewhere: the typed text belongs to the old value.
  const text = meant !== null && format(meant) !== format(value) ? format(value) : written;
  const isWrong = parse(text) === null;
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <input
        id={id}
        class="input"
        value={text}
        placeholder={placeholder}
        autocomplete="off"
        aria-invalid={isWrong}
        aria-describedby={`${id}-note`}
        ref={(input) => input?.setCustomValidity(isWrong ? problem : "")}
        onInput={(event) => {
          const next = parse(event.currentTarget.value);
          setWritten(event.currentTarget.value);
          if (next !== null) onChange(next);
        }}
      />
      <small id={`${id}-note`} class={isWrong ? "field-problem" : ""}>
        {isWrong ? problem : (hint ?? "")}
      </small>
    </div>
  );
}

export interface RadioChoice<Value extends string> {
  value: Value;
  label: string;
  text: string;
}

interface RadioOptionsProps<Value extends string> {
  legend: string;
  /** Name of the radio group, unique on the page. */
  name: string;
  choices: ReadonlyArray<RadioChoice<Value>>;
  chosen: Value;
  onChange: (value: Value) => void;
}

/** A choice between few options, each with an explanation. */
export function RadioOptions<Value extends string>(props: RadioOptionsProps<Value>) {
  const { legend, name, choices, chosen, onChange } = props;
  return (
    <fieldset class="field">
      <legend>{legend}</legend>
      {choices.map(({ value, label, text }) => (
        <label class="option" key={value}>
          <input type="radio" name={name} checked={chosen === value} onChange={() => onChange(value)} />
          <span>
            <strong>{label}</strong>
            <small>{text}</small>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

/** A search field for a list; Enter searches. */
export function FindForm({
  label,
  words,
  onFind,
}: {
  /** Number of results, for screen readers. */
  label: string;
  words: string;
  onFind: (words: string) => void;
}) {
  return (
    <form
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
        const field = event.currentTarget.elements.namedItem("q");
        if (field instanceof HTMLInputElement) onFind(field.value.trim());
      }}
    >
      <input
        class="input"
        type="search"
        name="q"
        aria-label={label}
        placeholder="Find…"
        maxLength={200}
        defaultValue={words}
      />
    </form>
  );
}
