import type { FormWords } from "./form-en.ts";

export const strings: FormWords = {
  start: "Antes de enviar sua mensagem",
  person: "Alguns dados para a nossa equipe",
  name: "Nome",
  phone: "Número de telefone",
  optional: "(opcional)",
  choose: "Escolha uma opção",
  missing: "Preencha este campo.",
  wrong: "Verifique este campo.",
  phoneWrong: "Digite um número de telefone válido.",
  agree: "Aceite para continuar.",
  changed: "As perguntas mudaram. Verifique suas respostas.",
};
