/** Words of the form that a tenant asks to be filled in; they come with it. */
export const strings = {
  start: "Before we send your message",
  person: "A few details for our team",
  name: "Name",
  phone: "Phone number",
  optional: "(optional)",
  choose: "Choose an option",
  missing: "Please fill this in.",
  wrong: "Please check this field.",
  phoneWrong: "Please enter a valid phone number.",
  agree: "Please agree to continue.",
  changed: "The questions have changed. Please check your answers.",
} as const;

export type FormWords = Record<keyof typeof strings, string>;
