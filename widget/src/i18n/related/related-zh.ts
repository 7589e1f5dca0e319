import type { RelatedWords } from "./related-en.ts";

export const strings: RelatedWords = {
  related: "相关内容",
  suggested: "可能有帮助的内容",
  solved: "问题已解决",
  solvedThis: "问题已解决：{heading}",
  done: "很高兴能帮到您。",
  article: "阅读文章",
  articleOf: "阅读文章：{title}",
  askTeam: "询问我们的团队",
  failed: "操作未成功，请重试。",
};
