import { describe, expect, it } from "vitest";
import type { Language } from "./language.ts";
import { markedSpans } from "./search-marks.ts";
import { searchTerms } from "./search-words.ts";

const termsOf = (typed: string) => searchTerms(typed, true).filter(({ isGrammar }) => !isGrammar);

/** The text with matches in brackets. */
function marked(text: string, typed: string, language: Language): string {
  let shown = "";
  let at = 0;
  for (const { start, end } of markedSpans(text, termsOf(typed), language)) {
    shown += `${text.slice(at, start)}[${text.slice(start, end)}]`;
    at = end;
  }
  return shown + text.slice(at);
}

describe("the words of a text that were typed", () => {
  it("are found in their other forms", () => {
    expect(marked("Cancelling an order cancels its parcels.", "cancel parcel ", "en")).toBe(
      "[Cancelling] an order [cancels] its [parcels].",
    );
    expect(marked("Die Rechnungen der Kunden", "rechnung ", "de")).toBe("Die [Rechnungen] der Kunden");
  });

  it("include those that begin with the word that is still being typed, and only while it is", () => {
    expect(marked("Passwords and passports", "passw", "en")).toBe("[Passwords] and passports");
    expect(marked("Öffnungszeiten", "öffn", "de")).toBe("[Öffnungszeiten]");
    expect(marked("Cardigans by card", "card ", "en")).toBe("Cardigans by [card]");
  });

  it("leave out words of the grammar, and a single letter", () => {
    expect(marked("How to do the laundry", "how to do the ", "en")).toBe("How to do the laundry");
    expect(marked("Apples and avocados", "a", "en")).toBe("Apples and avocados");
  });

  it("are found in scripts without spaces, beside words of other scripts", () => {
    expect(marked("注文を返品するにはCRMを使います。", "返品", "ja")).toBe("注文を[返品]するにはCRMを使います。");
    expect(marked("สั่งซื้อและคืนสินค้า", "คืนสินค้า", "th")).toBe("สั่งซื้อและ[คืนสินค้า]");
  });

  it("lie in order, apart from each other, and within the text", () => {
    for (const typed of ["a a a", "((((", "返返返品", "\\d+.*", "🙂 smile", "e\u0301te\u0301"]) {
      const text = "été 返品返品 smile 🙂 aaa a\u0301a (((( \\d+.*";
      let end = 0;
      for (const span of markedSpans(text, termsOf(typed), "en")) {
        expect(span.start).toBeGreaterThanOrEqual(end);
        expect(span.end).toBeGreaterThan(span.start);
        end = span.end;
      }
      expect(end).toBeLessThanOrEqual(text.length);
    }
  });
});
