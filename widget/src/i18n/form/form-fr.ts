import type { FormWords } from "./form-en.ts";

export const strings: FormWords = {
  start: "Avant l’envoi de votre message",
  person: "Quelques détails pour notre équipe",
  name: "Nom",
  phone: "Numéro de téléphone",
  optional: "(facultatif)",
  choose: "Veuillez choisir",
  missing: "Veuillez remplir ce champ.",
  wrong: "Veuillez vérifier ce champ.",
  phoneWrong: "Saisissez un numéro de téléphone valide.",
  agree: "Veuillez accepter pour continuer.",
  changed: "Les questions ont changé. Veuillez vérifier vos réponses.",
};
