import { useId, useState } from "preact/hooks";
import type { FormField } from "../../../protocol/form.ts";
import { maxLabelChars, maxOptions } from "../../../protocol/form-kinds.ts";
import { Icon } from "../ui/icon.tsx";
import { hasOwnWords, kindNames, kindsFor, optionsOf, withKind } from "./form-fields.ts";

interface FormFieldRowProps {
  field: FormField;
  number: number;
  others: readonly FormField[];
  onChange: (field: FormField) => void;
  onRemove: () => void;
  /** Absent for the first. */
  onUp: (() => void) | undefined;
}

/** One field of the form: what it is, how it is called, and whether it must be filled in. */
export function FormFieldRow({ field, number, others, onChange, onRemove, onUp }: FormFieldRowProps) {
  const name = `Field ${number}`;
  return (
    <div class="form-field">
      <div class="starter">
        <select
          class="input"
          aria-label={`${name}: kind`}
          value={field.kind}
          onChange={(event) => onChange(withKind(field, event.currentTarget.value as FormField["kind"]))} // the options below
        >
          {kindsFor(field, others).map((kind) => (
            <option key={kind} value={kind}>
              {kindNames[kind]}
            </option>
          ))}
        </select>
        {onUp ? (
          <button type="button" class="icon-btn" aria-label={`Move ${name.toLowerCase()} up`} onClick={onUp}>
            <Icon name="up" />
          </button>
        ) : null}
        <button type="button" class="icon-btn" aria-label={`Remove ${name.toLowerCase()}`} onClick={onRemove}>
          <Icon name="close" />
        </button>
      </div>
      <LabelField name={name} field={field} onChange={onChange} />
      {field.kind === "choice" ? (
        <OptionsField
          name={name}
          options={field.options ?? []}
          onChange={(options) => onChange({ ...field, options })}
        />
      ) : null}
      <label class="check">
        <input
          type="checkbox"
          checked={field.required}
          onChange={(event) => onChange({ ...field, required: event.currentTarget.checked })}
        />
        <span>Required</span>
        <code>{field.id}</code>
      </label>
    </div>
  );
}

function LabelField({ name, field, onChange }: Pick<FormFieldRowProps, "field" | "onChange"> & { name: string }) {
  const { kind, label } = field;
  return (
    <input
      class="input"
      aria-label={`${name}: label`}
      placeholder={hasOwnWords(kind) ? "In the visitor's language" : "Label"}
      dir="auto"
      value={label ?? ""}
      maxLength={maxLabelChars}
      required={!hasOwnWords(kind)}
      pattern=".*\S.*"
      onInput={({ currentTarget: { value } }) =>
        onChange({ ...field, label: value === "" && hasOwnWords(kind) ? null : value })
      }
    />
  );
}

interface OptionsFieldProps {
  name: string;
  options: readonly string[];
  onChange: (options: string[]) => void;
}

/** The options of a choice, one a line: what one writes stays as it is written. */
function OptionsField({ name, options, onChange }: OptionsFieldProps) {
  const id = useId();
  const [written, setWritten] = useState(options.join("\n"));
  const isSame = JSON.stringify(optionsOf(written)) === JSON.stringify(options);
  const text = isSame ? written : options.join("\n");
  const isWrong =
    options.length < 2 || options.length > maxOptions || options.some((each) => each.length > maxLabelChars);
  const problem = `Two to ${maxOptions} options, one per line, each with at most ${maxLabelChars} characters.`;
  return (
    <div class="field">
      <textarea
        class="input"
        rows={3}
        dir="auto"
        aria-label={`${name}: options`}
        aria-invalid={isWrong}
        aria-describedby={`${id}-note`}
        value={text}
        ref={(area) => area?.setCustomValidity(isWrong ? problem : "")}
        onInput={(event) => {
          setWritten(event.currentTarget.value);
          onChange(optionsOf(event.currentTarget.value));
        }}
      />
      <small id={`${id}-note`} class={isWrong ? "field-problem" : ""}>
        {isWrong ? problem : "One per line."}
      </small>
    </div>
  );
}
