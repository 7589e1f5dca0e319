import type { FormWords } from "./form-en.ts";

export const strings: FormWords = {
  start: "Voordat uw bericht wordt verzonden",
  person: "Enkele gegevens voor ons team",
  name: "Naam",
  phone: "Telefoonnummer",
  optional: "(optioneel)",
  choose: "Maak een keuze",
  missing: "Vul dit in.",
  wrong: "Controleer dit.",
  phoneWrong: "Vul een geldig telefoonnummer in.",
  agree: "Ga akkoord om door te gaan.",
  changed: "De vragen zijn gewijzigd. Controleer uw antwoorden.",
};
