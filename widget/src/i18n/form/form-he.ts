import type { FormWords } from "./form-en.ts";

export const strings: FormWords = {
  start: "לפני שליחת ההודעה",
  person: "כמה פרטים עבור הצוות שלנו",
  name: "שם",
  phone: "מספר טלפון",
  optional: "(לא חובה)",
  choose: "נא לבחור",
  missing: "נא למלא שדה זה.",
  wrong: "נא לבדוק שדה זה.",
  phoneWrong: "נא להזין מספר טלפון תקין.",
  agree: "נא לאשר כדי להמשיך.",
  changed: "השאלות השתנו. נא לבדוק את התשובות.",
};
