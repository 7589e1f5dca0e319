import { html, nothing, type TemplateResult } from "lit";
import type { FormField } from "../../../../protocol/form.ts";
import { maxFieldChars } from "../../../../protocol/form-kinds.ts";
import type { Locale } from "../../i18n/locale.ts";
import type { Texts } from "../../i18n/texts.ts";

export interface ShownField {
  field: FormField;
  /** Id of the input element, and prefix of related ids. */
  id: string;
  value: string;
  problem: "missing" | "wrong" | undefined;
  /** Marks a field as optional when the form cannot be skipped. */
  isMarkedOptional: boolean;
  words: Texts["form"];
  locale: Locale;
  onInput: (value: string) => void;
}

/** A field with its label and its error. */
export function renderField(shown: ShownField): TemplateResult {
  const { field, id, problem, isMarkedOptional, words, locale } = shown;
  return html`<div class="field">
    <label for=${id}
      ><span dir="auto">${labelOf(field, words, locale)}</span>${
        isMarkedOptional ? html` <span class="optional">${words.optional}</span>` : nothing
      }</label
    >
    ${renderInput(shown)}
    ${problem ? html`<p id="${id}-problem" class="problem">${problemText(field, problem, shown)}</p>` : nothing}
  </div>`;
}

function labelOf({ kind, label }: FormField, words: Texts["form"], { say }: Locale): string {
  if (label) return label;
  return kind === "email" ? say("mailAddress") : kind === "phone" ? words.phone : words.name;
}

function problemText({ kind }: FormField, problem: "missing" | "wrong", { words }: ShownField): string {
  if (problem === "missing") return words.missing;
  return kind === "email" ? words.emailWrong : kind === "phone" ? words.phoneWrong : words.wrong;
}

/** Hints for on-screen keyboards and autofill. */
const inputs = {
  name: { type: "text", autocomplete: "name", dir: "auto" },
  email: { type: "email", autocomplete: "email", dir: "ltr" },
  phone: { type: "tel", autocomplete: "tel", dir: "ltr" },
  text: { type: "text", autocomplete: "off", dir: "auto" },
} as const;

function renderInput({ field, id, value, problem, words, onInput }: ShownField): TemplateResult {
  const { kind, required, options } = field;
  const isInvalid = problem !== undefined;
  const described = isInvalid ? `${id}-problem` : nothing;
  // All these elements have a `value`.
  const take = (event: Event) => onInput((event.currentTarget as HTMLInputElement).value);
  if (kind === "choice")
    return html`<select id=${id} dir="auto" aria-required=${required} aria-invalid=${isInvalid} aria-describedby=${described} @change=${take}>
      <option value="">${words.choose}</option>
      ${options?.map((option) => html`<option ?selected=${option === value}>${option}</option>`)}
    </select>`;
  if (kind === "long_text")
    return html`<textarea id=${id} rows="3" dir="auto" maxlength=${maxFieldChars[kind]} aria-required=${required}
      aria-invalid=${isInvalid} aria-describedby=${described} .value=${value} @input=${take}></textarea>`;
  const { type, autocomplete, dir } = inputs[kind];
  return html`<input id=${id} type=${type} autocomplete=${autocomplete} dir=${dir} maxlength=${maxFieldChars[kind]}
    aria-required=${required} aria-invalid=${isInvalid} aria-describedby=${described} .value=${value} @input=${take} />`;
}
