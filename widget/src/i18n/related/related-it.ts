import type { RelatedWords } from "./related-en.ts";

export const strings: RelatedWords = {
  related: "Argomenti correlati",
  suggested: "Sezioni che possono aiutare",
  solved: "Problema risolto",
  solvedThis: "Problema risolto: {heading}",
  done: "Lieti di averla aiutata.",
  article: "Leggi l’articolo",
  articleOf: "Leggi l’articolo: {title}",
  askTeam: "Chiedi al nostro team",
  failed: "Non ha funzionato. Riprovi.",
};
