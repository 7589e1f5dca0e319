import type { FormWords } from "./form-en.ts";

export const strings: FormWords = {
  start: "Prima di inviare il messaggio",
  person: "Qualche dettaglio per il nostro team",
  name: "Nome",
  phone: "Numero di telefono",
  optional: "(facoltativo)",
  choose: "Scegliere",
  missing: "Compilare questo campo.",
  wrong: "Controllare questo campo.",
  phoneWrong: "Inserire un numero di telefono valido.",
  agree: "Accettare per continuare.",
  changed: "Le domande sono cambiate. Controllare le risposte.",
};
