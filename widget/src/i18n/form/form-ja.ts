import type { FormWords } from "./form-en.ts";

export const strings: FormWords = {
  start: "送信前にご記入ください",
  person: "担当者にお伝えする内容",
  name: "お名前",
  phone: "電話番号",
  optional: "（任意）",
  choose: "選択してください",
  missing: "入力してください。",
  wrong: "ご確認ください。",
  phoneWrong: "正しい電話番号を入力してください。",
  agree: "続けるには同意が必要です。",
  changed: "質問が変わりました。回答をご確認ください。",
};
