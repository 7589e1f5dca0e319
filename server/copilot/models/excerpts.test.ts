import { describe, expect, it } from "vitest";
import { chunkOf } from "../../test/support/copilot-chunks.ts";
import { excerptForQuote, excerptOf, listExcerpts, locateQuote } from "./excerpts.ts";

const text = "Orders ship within two days. You may return  goods\nwithin 30 days. Opened software is not refunded.";

describe("excerpts", () => {
  it("find a quote letter for letter, whatever the white space between its words", () => {
    const span = locateQuote(text, "You may return goods within 30 days.");
    expect(span && text.slice(span.start, span.end)).toBe("You may return  goods\nwithin 30 days.");
  });

  it("find nothing that does not stand there", () => {
    expect(locateQuote(text, "You may return goods within 14 days.")).toBeNull();
    expect(locateQuote(text, "you may return goods")).toBeNull();
    expect(locateQuote(text, "  ")).toBeNull();
    expect(excerptForQuote(chunkOf(text), "Goods are returned within 30 days.")).toBeNull();
  });

  it("take signs of patterns in a quote for what they are", () => {
    const priced = "It costs $5 (net) [per seat].* Every month.";
    expect(locateQuote(priced, "$5 (net) [per seat].*")).toEqual({ start: 9, end: 30 });
    expect(locateQuote(priced, "It .* month")).toBeNull();
  });

  it("find a quote with other quotation marks, dashes and white space, and within marks of the model's own", () => {
    const typed = "The seller\u2019s \u201cfull\u2011time\u201d staff \u2013 and nobody else \u2013 may re\u00adfund.";
    const span = locateQuote(typed, '"The seller\'s  "full-time" staff - and nobody else - may refund."');
    expect(span).toEqual({ start: 0, end: typed.length });
    expect(locateQuote("A well-known, non-refundable fee.", "well\u2013known, non-refundable")).toEqual({
      start: 2,
      end: 28,
    });
  });

  it("show the whole sentence of a quote that fits", () => {
    expect(excerptForQuote(chunkOf(text), "Opened software is not")?.text).toBe("Opened software is not refunded.");
  });

  it("are cut at the end of a sentence when they are too long, and stay words of the chunk", () => {
    const sentence = "Every plan has a limit of seats that an owner may raise at any time. ";
    const long = chunkOf(sentence.repeat(8));
    const excerpt = excerptOf(long, { start: 0, end: long.text.length });
    expect(excerpt.text.length).toBeLessThanOrEqual(300);
    expect(excerpt.text.endsWith("at any time.")).toBe(true);
    expect(long.text).toContain(excerpt.text);
  });

  it("are listed once each", () => {
    const list = listExcerpts();
    const chunk = chunkOf(text);
    expect([
      list.add(chunk, { start: 0, end: 28 }),
      list.add(chunk, { start: 29, end: 66 }),
      list.add(chunk, { start: 0, end: 28 }),
    ]).toEqual([0, 1, 0]);
    expect(list.all()).toHaveLength(2);
  });
});
