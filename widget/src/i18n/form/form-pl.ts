import type { FormWords } from "./form-en.ts";

export const strings: FormWords = {
  start: "Zanim wyślemy Twoją wiadomość",
  person: "Kilka informacji dla zespołu",
  name: "Imię i nazwisko",
  phone: "Numer telefonu",
  optional: "(opcjonalnie)",
  choose: "Proszę wybrać",
  missing: "Proszę to wypełnić.",
  wrong: "Proszę to sprawdzić.",
  phoneWrong: "Podaj poprawny numer telefonu.",
  agree: "Aby kontynuować, wyraź zgodę.",
  changed: "Pytania się zmieniły. Sprawdź swoje odpowiedzi.",
};
