import type { FormWords } from "./form-en.ts";

export const strings: FormWords = {
  start: "قبل إرسال رسالتك",
  person: "بعض التفاصيل لفريقنا",
  name: "الاسم",
  phone: "رقم الهاتف",
  optional: "(اختياري)",
  choose: "يرجى الاختيار",
  missing: "يرجى تعبئة هذا الحقل.",
  wrong: "يرجى التحقق من هذا.",
  phoneWrong: "أدخل رقم هاتف صحيحًا.",
  agree: "يرجى الموافقة للمتابعة.",
  changed: "تغيّرت الأسئلة. يرجى مراجعة إجاباتك.",
};
