import type { RelatedWords } from "./related-en.ts";

export const strings: RelatedWords = {
  related: "Gerelateerd",
  suggested: "Stukken die kunnen helpen",
  solved: "Dit heeft geholpen",
  solvedThis: "Dit heeft geholpen: {heading}",
  done: "Fijn dat dit heeft geholpen.",
  article: "Artikel lezen",
  articleOf: "Artikel lezen: {title}",
  askTeam: "Vraag het ons team",
  failed: "Dat is niet gelukt. Probeer het opnieuw.",
};
