import type { FormWords } from "./form-en.ts";

export const strings: FormWords = {
  start: "Antes de enviar tu mensaje",
  person: "Algunos datos para nuestro equipo",
  name: "Nombre",
  phone: "Número de teléfono",
  optional: "(opcional)",
  choose: "Elige una opción",
  missing: "Rellena este campo.",
  wrong: "Revisa este campo.",
  phoneWrong: "Escribe un número de teléfono válido.",
  agree: "Acepta para continuar.",
  changed: "Las preguntas han cambiado. Revisa tus respuestas.",
};
