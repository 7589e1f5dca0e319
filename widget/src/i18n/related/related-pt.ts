import type { RelatedWords } from "./related-en.ts";

export const strings: RelatedWords = {
  related: "Relacionados",
  suggested: "Seções que podem ajudar",
  solved: "Isto resolveu",
  solvedThis: "Isto resolveu: {heading}",
  done: "Que bom que ajudou.",
  article: "Ler o artigo",
  articleOf: "Ler o artigo: {title}",
  askTeam: "Perguntar à nossa equipe",
  failed: "Não funcionou. Tente novamente.",
};
