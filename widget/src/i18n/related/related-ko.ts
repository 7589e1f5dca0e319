import type { RelatedWords } from "./related-en.ts";

export const strings: RelatedWords = {
  related: "관련 항목",
  suggested: "도움이 될 수 있는 항목",
  solved: "이것으로 해결됐어요",
  solvedThis: "이것으로 해결됐어요: {heading}",
  done: "도움이 되어 기쁩니다.",
  article: "문서 읽기",
  articleOf: "문서 읽기: {title}",
  askTeam: "저희 팀에 문의하기",
  failed: "처리하지 못했습니다. 다시 시도해 주세요.",
};
