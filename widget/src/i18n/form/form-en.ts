/** Words of the form that a tenant asks to be filled in; they come with it. */
export const strings = {
  start: "Before your message is sent",
  person: "A few details for our team",
  name: "Name",
  phone: "Phone number",
  optional: "(optional)",
  choose: "Please choose",
  missing: "Please fill this in.",
  wrong: "Please check this.",
  phoneWrong: "This is not a phone number.",
  agree: "Please agree to go on.",
  changed: "The questions have changed. Please check your answers.",
} as const;

export type FormWords = Record<keyof typeof strings, string>;
