import { useId } from "preact/hooks";

interface TextFieldProps {
  label: string;
  value: string;
  max: number;
  rows?: number;
  hint?: string;
  problem?: string;
  onChange: (value: string) => void;
}

/** A labelled field with its hint or problem; several lines when `rows` is given. */
export function TextField({ label, value, max, rows, hint, problem, onChange }: TextFieldProps) {
  const id = useId();
  const common = {
    id,
    class: "input",
    value,
    maxLength: max,
    dir: "auto" as const,
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
