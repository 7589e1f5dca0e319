import { useId, useState } from "preact/hooks";

interface ParsedFieldProps<T> {
  label: string;
  value: T;
  format: (value: T) => string;
  /** Null for a text that means nothing. */
  parse: (text: string) => T | null;
  /** What is said about such a text. */
  problem: string;
  hint?: string;
  /** What an empty field means. */
  placeholder?: string;
  onChange: (value: T) => void;
}

/** A field whose text stands for something: what one writes stays as it is written, and a text that means nothing is not saved. */
export function ParsedField<T>(props: ParsedFieldProps<T>) {
  const { label, value, format, parse, problem, hint, placeholder, onChange } = props;
  const id = useId();
  const [written, setWritten] = useState(format(value));
  const meant = parse(written);
  // Something else changed the value: what is written belongs to the value before.
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
