import { expect, it } from "vitest";
import { markText, snippetOf } from "./search-marks.ts";
import { matchesTerm, searchTerms, searchWords } from "./search-words.ts";

/** Whether a search word finds a text, by the database's rules: forms, or a prefix followed by a limited number of letters. */
function finds(text: string, typed: string, isOpen = false): boolean {
  const words = [...searchWords(text)];
  return searchTerms(typed, isOpen).every(({ forms, beginning, more }) =>
    words.some(
      (word) =>
        forms.includes(word) ||
        (beginning !== null && word.startsWith(beginning) && word.length <= beginning.length + more),
    ),
  );
}

it("finds words in any order, in other forms, and by their beginning while they are typed", () => {
  const text = "What is the price of the delivery to Lusaka?";
  expect(finds(text, "lusaka PRICES")).toBe(true);
  expect(finds(text, "deliveries")).toBe(true);
  expect(finds(text, "pric", true)).toBe(true);
  expect(finds(text, "pri", false)).toBe(false);
  expect(finds(text, "refund")).toBe(false);
});

it.each([
  ["Meine Rechnungen fehlen seit gestern, bitte helfen Sie mir", "rechnung"],
  ["Rechnungen", "Rechnung"],
  ["Où est ma commande passée à Zürich ?", "zurich commandes"],
  ["Grüße aus der Straße", "strasse"],
  ["我想退货,因为尺寸不对", "退货"],
  ["配送料はいくらですか", "配送料"],
  ["배송비는 얼마인가요", "배송비"],
  ["ฉันต้องการคืนสินค้า", "คืนสินค้า"],
  ["Мне нужен возврат денег за заказы", "заказ"],
  ["كيف يمكنني تغيير كلمة المرور؟", "المرور"],
  ["write to jane.doe@example.com", "doe"],
  ["write to jane.doe@example.com", "jane.doe@example.com"],
  ["the sign-in page of v2.4.1", "sign page"],
])("finds %s by %s", (text, typed) => {
  expect(finds(text, typed)).toBe(true);
});

it("leaves out words of the grammar, but not of names", () => {
  expect([...searchWords("where is the parcel")]).toEqual(["parcel"]);
  expect([...searchWords("Will There", { keepsGrammar: true })]).toEqual(expect.arrayContaining(["will", "there"]));
});

it("marks what was looked for in pieces of plain text, whatever stands there", () => {
  const terms = searchTerms("price <b>", false);
  const hostile = "<img src=x onerror=alert(1)> the PRICES & <b>price</b>";
  const segments = markText(hostile, terms) ?? [];
  expect(segments.map(({ text }) => text).join("")).toBe(hostile);
  expect(segments.filter(({ hit }) => hit).map(({ text }) => text)).toEqual(["PRICES", "b", "price", "b"]);
  expect(markText("nothing of it", searchTerms("price", false))).toBeNull();
  expect(markText("我想退货", searchTerms("退货", false))).toEqual([
    { text: "我想", hit: false },
    { text: "退货", hit: true },
  ]);
});

it("cuts a long message around the place with most of the words", () => {
  const text = `price ${"filler ".repeat(60)} the delivery\n\n price to Lusaka is low ${"filler ".repeat(60)}`;
  const segments = snippetOf(text, searchTerms("lusaka price delivery", false)) ?? [];
  const line = segments.map((segment) => segment.text).join("");
  expect(line.length).toBeLessThan(180);
  expect(line).toMatch(/^… .*delivery price to Lusaka is low.* …$/);
  expect(segments.filter(({ hit }) => hit).map((segment) => segment.text)).toEqual(["delivery", "price", "Lusaka"]);
});

it("knows a word of a text in the language of the text", () => {
  const [term] = searchTerms("bought", false);
  expect(term && matchesTerm("bought", term, "en")).toBe(true);
});
