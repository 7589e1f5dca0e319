import type { RelatedWords } from "./related-en.ts";

export const strings: RelatedWords = {
  related: "Sur le même sujet",
  suggested: "Passages qui peuvent aider",
  solved: "Problème résolu",
  solvedThis: "Problème résolu : {heading}",
  done: "Ravi que cela vous ait aidé.",
  article: "Lire l’article",
  articleOf: "Lire l’article : {title}",
  askTeam: "Demander à notre équipe",
  failed: "Cela n’a pas fonctionné. Veuillez réessayer.",
};
