import type { FormField, FormSettings } from "../../../protocol/form.ts";
import { kindNames } from "./form-fields.ts";

/** The form as the widget draws it, in English where the widget has its own words. */
export function FormPreview({ form: { when, fields, consent } }: { form: FormSettings }) {
  if (when === "never" || (fields.length === 0 && !consent)) return null;
  const isRequired = consent !== null || fields.some(({ required }) => required);
  return (
    <div class="preview-form">
      <strong>{when === "start" ? "Before your message is sent" : "A few details for our team"}</strong>
      {fields.map((field) => (
        <div key={field.id}>
          <span dir="auto">{labelOf(field)}</span>
          {isRequired && !field.required ? <small> (optional)</small> : null}
          <span class={`preview-input preview-${field.kind}`}>{field.kind === "choice" ? "Please choose" : ""}</span>
        </div>
      ))}
      {consent ? (
        <div class="preview-consent">
          <span class="preview-box" />
          <span dir="auto">
            {consent.text} {consent.link?.label ? <u>{consent.link.label}</u> : null}
          </span>
        </div>
      ) : null}
      <span class="preview-buttons">
        <span class="preview-send">Send</span> {isRequired ? null : "Skip"}
      </span>
    </div>
  );
}

function labelOf({ kind, label }: FormField): string {
  if (label) return label;
  return kind === "name" || kind === "email" || kind === "phone" ? kindNames[kind] : "Label";
}
