import { expect, it } from "vitest";
import { shorten, shortenAtWord } from "./shorten.ts";

it("a long text is cut and says so, a short one stays", () => {
  expect(shorten("  One\n two  three ", 20)).toBe("One two three");
  expect(shorten("One two three", 8)).toBe("One two…");
});

it("a character of two halves is never cut in two", () => {
  expect(shorten("ab\u{1f600}cd", 3)).toBe("ab…");
});

it.each([
  ["Compare the refund policy with the shipping policy", 30, "Compare the refund policy with…"],
  ["What do we say, in the end, of parcels?", 16, "What do we say…"],
  ["One two three", 13, "One two three"],
  ["One  two\nthree four", 13, "One two three…"],
  ["我们的退货政策是什么时候更新的", 9, "我们的退货政策是…"],
  ["นโยบายการคืนสินค้าของเรา", 10, "นโยบายการ…"],
  ["Donaudampfschifffahrtsgesellschaftskapitän", 20, "Donaudampfschifffahr…"],
])("%s in %i characters ends with a word", (text, limit, title) => {
  expect(shortenAtWord(text, limit)).toBe(title);
});
