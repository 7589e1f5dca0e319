import type { FormWords } from "./form-en.ts";

export const strings: FormWords = {
  start: "Bevor Ihre Nachricht gesendet wird",
  person: "Ein paar Angaben für unser Team",
  name: "Name",
  phone: "Telefonnummer",
  optional: "(freiwillig)",
  choose: "Bitte auswählen",
  missing: "Bitte ausfüllen.",
  wrong: "Bitte prüfen Sie diese Angabe.",
  phoneWrong: "Bitte eine gültige Telefonnummer eingeben.",
  agree: "Bitte stimmen Sie zu, um fortzufahren.",
  changed: "Die Fragen haben sich geändert. Bitte prüfen Sie Ihre Antworten.",
};
