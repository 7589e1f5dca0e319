import type { Consent, FormField, FormSettings } from "../../../protocol/form.ts";
import { maxConsentChars, maxFields } from "../../../protocol/form-kinds.ts";
import { useWorkspace } from "../app-context.ts";
import { Icon } from "../ui/icon.tsx";
import { type RadioChoice, RadioOptions } from "../ui/radio-options.tsx";
import { TextField } from "../ui/text-field.tsx";
import { FormFieldRow } from "./form-field-row.tsx";
import { newField } from "./form-fields.ts";
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

/** What visitors are asked before the chat, or before a person. */
export function FormSettingsGroup({ form }: { form: FormSettings & { version: number } }) {
  const { settings } = useWorkspace();
  const change = (next: Partial<FormSettings>) => settings.edit({ form: { ...form, ...next } });
  return (
    <section class="settings-group" aria-labelledby="group-form">
      <h2 id="group-form">Form</h2>
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
    </section>
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
