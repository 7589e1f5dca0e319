import type { FormWords } from "./form-en.ts";

export const strings: FormWords = {
  start: "Antes de enviar a sua mensagem",
  person: "Alguns dados para a nossa equipa",
  name: "Nome",
  phone: "Número de telefone",
  optional: "(opcional)",
  choose: "Escolha uma opção",
  missing: "Preencha este campo.",
  wrong: "Verifique este campo.",
  phoneWrong: "Isto não é um número de telefone.",
  agree: "Aceite para continuar.",
  changed: "As perguntas mudaram. Verifique as suas respostas.",
};
