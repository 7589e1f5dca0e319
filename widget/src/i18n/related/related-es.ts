import type { RelatedWords } from "./related-en.ts";

export const strings: RelatedWords = {
  related: "Relacionado",
  suggested: "Secciones que pueden ayudar",
  solved: "Esto lo resolvió",
  solvedThis: "Esto lo resolvió: {heading}",
  done: "Nos alegra que sirviera.",
  article: "Leer el artículo",
  articleOf: "Leer el artículo: {title}",
  askTeam: "Preguntar al equipo",
  failed: "No ha funcionado. Inténtalo de nuevo.",
};
