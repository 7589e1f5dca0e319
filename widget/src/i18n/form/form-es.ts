import type { FormWords } from "./form-en.ts";

export const strings: FormWords = {
  start: "Antes de enviar su mensaje",
  person: "Algunos datos para nuestro equipo",
  name: "Nombre",
  phone: "Número de teléfono",
  optional: "(opcional)",
  choose: "Elija una opción",
  missing: "Rellene este campo.",
  wrong: "Revise este campo.",
  phoneWrong: "Esto no es un número de teléfono.",
  agree: "Acepte para continuar.",
  changed: "Las preguntas han cambiado. Revise sus respuestas.",
};
