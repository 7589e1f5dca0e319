import type { RelatedWords } from "./related-en.ts";

export const strings: RelatedWords = {
  related: "مواضيع ذات صلة",
  suggested: "أقسام قد تساعدك",
  solved: "هذا حلّ مشكلتي",
  solvedThis: "هذا حلّ مشكلتي: {heading}",
  done: "يسعدنا أن ذلك أفادك.",
  article: "قراءة المقال",
  articleOf: "قراءة المقال: {title}",
  askTeam: "اسأل فريقنا",
  failed: "لم ينجح ذلك. حاول مرة أخرى.",
};
