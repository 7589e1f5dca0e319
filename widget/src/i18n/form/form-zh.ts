import type { FormWords } from "./form-en.ts";

export const strings: FormWords = {
  start: "发送消息前，请先填写",
  person: "请为我们的团队留下信息",
  name: "姓名",
  phone: "电话号码",
  optional: "（选填）",
  choose: "请选择",
  missing: "请填写此项。",
  wrong: "请检查此项。",
  phoneWrong: "请输入有效的电话号码。",
  agree: "请同意后继续。",
  changed: "问题已更改，请检查您的回答。",
};
