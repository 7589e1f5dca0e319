import type { RelatedWords } from "./related-en.ts";

export const strings: RelatedWords = {
  related: "İlgili konular",
  suggested: "Yardımcı olabilecek bölümler",
  solved: "Sorunum çözüldü",
  solvedThis: "Sorunum çözüldü: {heading}",
  done: "Yardımcı olmasına sevindik.",
  article: "Makaleyi oku",
  articleOf: "Makaleyi oku: {title}",
  askTeam: "Ekibimize sor",
  failed: "Bu işe yaramadı. Lütfen tekrar deneyin.",
};
