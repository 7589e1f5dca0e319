/** Words about sections that may help. */
export const strings = {
  related: "Related",
  suggested: "Sections that may help",
  solved: "This solved it",
  solvedThis: "This solved it: {heading}",
  done: "Glad this helped.",
  article: "Read the article",
  articleOf: "Read the article: {title}",
  askTeam: "Ask our team",
  failed: "That didn’t work. Please try again.",
};

export type RelatedWords = typeof strings;
