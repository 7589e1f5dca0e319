import type { RelatedWords } from "./related-en.ts";

export const strings: RelatedWords = {
  related: "Verwandte Themen",
  suggested: "Abschnitte, die helfen könnten",
  solved: "Das hat geholfen",
  solvedThis: "Das hat geholfen: {heading}",
  done: "Schön, dass das geholfen hat.",
  article: "Artikel lesen",
  articleOf: "Artikel lesen: {title}",
  askTeam: "Unser Team fragen",
  failed: "Das hat nicht geklappt. Bitte noch einmal versuchen.",
};
