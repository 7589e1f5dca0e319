import type { FormWords } from "./form-en.ts";

export const strings: FormWords = {
  start: "메시지를 보내기 전에",
  person: "상담팀에 전할 몇 가지 정보",
  name: "이름",
  phone: "전화번호",
  optional: "(선택)",
  choose: "선택하세요",
  missing: "입력해 주세요.",
  wrong: "확인해 주세요.",
  phoneWrong: "올바른 전화번호를 입력해 주세요.",
  agree: "계속하려면 동의해 주세요.",
  changed: "질문이 바뀌었습니다. 답변을 확인해 주세요.",
};
