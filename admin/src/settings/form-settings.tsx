import { useId, useState } from "preact/hooks";
import type { Consent, FormField, FormSettings } from "../../../protocol/form.ts";
import { maxConsentChars, maxFields, maxLabelChars, maxOptions } from "../../../protocol/form-kinds.ts";
import { useWorkspace } from "../app-context.ts";
import { type RadioChoice, RadioOptions, TextField } from "../ui/fields.tsx";
import { Icon } from "../ui/icon.tsx";
import { hasOwnWords, kindNames, kindsFor, newField, optionsOf, withKind } from "./form-fields.ts";
import { LinkRow } from "./home-settings.tsx";

const times: ReadonlyArray<RadioChoice<FormSettings["when"]>> = [
  {
    value: "never",
    label: "Never",
    text: "Visitors can write right away. On hand-over they can leave an e-mail address.",
  },
  {
    value: "start",
    label: "Before the first message",
    text: "The first message is sent after the form.",
  },
  {
    value: "person",
    label: "On hand-over",
    text: "Shown on hand-over instead of the e-mail field.",
  },
];

/** Questions for visitors before the chat or before a hand-over. */
export function FormSettingsGroup({ form }: { form: FormSettings & { version: number } }) {
  const { settings } = useWorkspace();
  const change = (next: Partial<FormSettings>) => settings.edit({ form: { ...form, ...next } });
  return (
    <div class="settings-group">
      <RadioOptions
        legend="When to show the form"
        name="form-when"
        choices={times}
        chosen={form.when}
        onChange={(when) =>
          change({
            when,
            fields: form.fields.length > 0 || when === "never" ? form.fields : [newField("email", [])],
          })
        }
      />
      {form.when === "never" ? null : (
        <>
          <Fields fields={form.fields} onChange={(fields) => change({ fields })} />
          <ConsentFields consent={form.consent} onChange={(consent) => change({ consent })} />
          <p class="muted">
            Known names and addresses are not asked for. Visitors fill in the form once, and again after you change it.
          </p>
        </>
      )}
    </div>
  );
}

function Fields({ fields, onChange }: { fields: readonly FormField[]; onChange: (fields: FormField[]) => void }) {
  return (
    <fieldset class="field form-fields">
      <legend>Fields</legend>
      {fields.map((field, index) => (
        <FormFieldRow
          key={field.id}
          field={field}
          number={index + 1}
          others={fields.filter((other) => other !== field)}
          onChange={(next) => onChange(fields.with(index, next))}
          onRemove={() => onChange(fields.filter((other) => other !== field))}
          onUp={
            index === 0
              ? undefined
              : () =>
                  onChange([
                    ...fields.slice(0, index - 1),
                    field,
                    ...fields.filter((other, at) => at >= index - 1 && other !== field),
                  ])
          }
        />
      ))}
      {fields.length < maxFields ? (
        <button type="button" class="btn ghost small" onClick={() => onChange([...fields, newField("text", fields)])}>
          <Icon name="plus" /> Add field
        </button>
      ) : null}
    </fieldset>
  );
}

function ConsentFields({
  consent,
  onChange,
}: {
  consent: Consent | null;
  onChange: (consent: Consent | null) => void;
}) {
  const set = (next: Partial<Consent>) => {
    const whole = { text: "", link: null, ...consent, ...next };
    onChange(whole.text === "" ? null : whole);
  };
  return (
    <>
      <TextField
        label="Consent"
        hint="Visitors must agree to continue. The agreement is stored with the ticket. Leave empty for none."
        value={consent?.text ?? ""}
        max={maxConsentChars}
        rows={2}
        onChange={(text) => set({ text })}
      />
      {consent ? <LinkRow name="Consent link" link={consent.link} onChange={(link) => set({ link })} /> : null}
    </>
  );
}

interface FormFieldRowProps {
  field: FormField;
  number: number;
  others: readonly FormField[];
  onChange: (field: FormField) => void;
  onRemove: () => void;
  /** Absent for the first field. */
  onUp: (() => void) | undefined;
}

/** One field of the form: kind, label, and whether it is required. */
function FormFieldRow({ field, number, others, onChange, onRemove, onUp }: FormFieldRowProps) {
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

/** The options of a choice, one per line; the typed text is not reformatted. */
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
