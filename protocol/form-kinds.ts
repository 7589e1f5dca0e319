/** What the form before the chat may ask, and how much. No schema stands here, so that the screens can read it. */

/** When it is asked: never, before a visitor's first message, or when a person is asked. */
export const formTimes = ["never", "start", "person"] as const;
export const fieldKinds = ["name", "email", "phone", "text", "long_text", "choice"] as const;
type FieldKind = (typeof fieldKinds)[number];

/** A form that needs scrolling on a phone is not filled in. */
export const maxFields = 8;
export const maxOptions = 12;
/** Longest label of a field, and longest option of a choice, in characters. */
export const maxLabelChars = 80;
export const maxConsentChars = 500;

/** Longest answer by kind of field, in characters; of an e-mail address what RFC 5321 lets pass. */
export const maxFieldChars: Readonly<Record<FieldKind, number>> = {
  name: 200,
  email: 254,
  phone: 30,
  text: 200,
  long_text: 2_000,
  choice: maxLabelChars,
};

/** As strict as the addresses of the rest of the API. */
export const emailPattern =
  /^(?!\.)(?!.*\.\.)[A-Za-z0-9_'+\-.]*[A-Za-z0-9_+-]@(?:[A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$/;
/** At least five digits of any script, with what people put between them. */
export const phonePattern = /^(?=(?:\P{Nd}*\p{Nd}){5})[+\p{Nd} \u00a0()./-]+$/u;
