/** Limits of the form before the chat. Kept free of zod, so that screens can import it. */

/** When the visitor gets the form: never, before the first message, or at a hand-over to the team. */
export const formTimes = ["never", "start", "person"] as const;
export const fieldKinds = ["name", "email", "phone", "text", "long_text", "choice"] as const;
type FieldKind = (typeof fieldKinds)[number];

/** Nobody fills in a form that needs scrolling on a phone. */
export const maxFields = 8;
export const maxOptions = 12;
/** Longest label of a field, and longest option of a choice, in characters. */
export const maxLabelChars = 80;
export const maxConsentChars = 500;

/** Longest answer by kind of field, in characters; for an e-mail address the limit of RFC 5321. */
export const maxFieldChars: Readonly<Record<FieldKind, number>> = {
  name: 200,
  email: 254,
  phone: 30,
  text: 200,
  long_text: 2_000,
  choice: maxLabelChars,
};

/** As strict as the e-mail addresses in the rest of the API. */
export const emailPattern =
  /^(?!\.)(?!.*\.\.)[A-Za-z0-9_'+\-.]*[A-Za-z0-9_+-]@(?:[A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$/;
/** At least five digits of any script, with the usual separators. */
export const phonePattern = /^(?=(?:\P{Nd}*\p{Nd}){5})[+\p{Nd} \u00a0()./-]+$/u;
