import type { RelatedWords } from "./related-en.ts";

export const strings: RelatedWords = {
  related: "Powiązane tematy",
  suggested: "Fragmenty, które mogą pomóc",
  solved: "To rozwiązało problem",
  solvedThis: "To rozwiązało problem: {heading}",
  done: "Cieszymy się, że to pomogło.",
  article: "Przeczytaj artykuł",
  articleOf: "Przeczytaj artykuł: {title}",
  askTeam: "Zapytaj nasz zespół",
  failed: "To się nie udało. Spróbuj ponownie.",
};
