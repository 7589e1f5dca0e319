import { countTokens as cl100k } from "gpt-tokenizer/encoding/cl100k_base";
import { countTokens as o200k } from "gpt-tokenizer/encoding/o200k_base";
import { expect, it } from "vitest";
import { estimateTokens } from "./estimate-tokens.ts";

it.each([
  ["English", "You can return the parcel within thirty days, and the money comes back to your card within five days."],
  ["code", 'const total = items.map((item) => item.price * 2).reduce((sum, each) => sum + each, 0); // "sum"'],
  ["Russian", "Вы можете вернуть товар в течение тридцати дней; деньги придут на карту через пять дней."],
  ["Greek", "Μπορείτε να επιστρέψετε το προϊόν μέσα σε τριάντα ημέρες χωρίς χρέωση."],
  ["Arabic", "يمكنك إرجاع المنتج خلال ثلاثين يومًا، ويصل المبلغ إلى بطاقتك خلال خمسة أيام."],
  ["Hebrew", "אפשר להחזיר את המוצר בתוך שלושים יום, והכסף יגיע לכרטיס תוך חמישה ימים."],
  ["Hindi", "आप तीस दिनों के भीतर सामान वापस कर सकते हैं। कृपया रसीद साथ रखें।"],
  ["Chinese", "退款通常需要五个工作日，款项会退回到您原来的付款方式。"],
  ["Japanese", "返品は商品到着後三十日以内に承ります。元の箱に入れてお持ちください。"],
  ["Korean", "환불은 영업일 기준 닷새가 걸리며, 결제하신 카드로 입금됩니다."],
  ["Thai", "ลูกค้าสามารถคืนสินค้าได้ภายในสามสิบวันหลังจากได้รับสินค้า"],
])("the estimate for %s lies between the tables of new and old models, give or take a third", (_name, text) => {
  const estimate = estimateTokens(text);
  expect(estimate).toBeGreaterThan(o200k(text) * 0.75);
  expect(estimate).toBeLessThan(cl100k(text) * 1.35);
});
