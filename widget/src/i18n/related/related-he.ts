import type { RelatedWords } from "./related-en.ts";

export const strings: RelatedWords = {
  related: "נושאים קשורים",
  suggested: "קטעים שעשויים לעזור",
  solved: "זה פתר את הבעיה",
  solvedThis: "זה פתר את הבעיה: {heading}",
  done: "נעים לשמוע שזה עזר.",
  article: "לקריאת המאמר",
  articleOf: "לקריאת המאמר: {title}",
  askTeam: "לשאול את הצוות שלנו",
  failed: "זה לא הצליח. אפשר לנסות שוב.",
};
