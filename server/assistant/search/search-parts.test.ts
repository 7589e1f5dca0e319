import { describe, expect, it } from "vitest";
import { estimateTokens } from "../../core/text/estimate-tokens.ts";
import { searchableText } from "../../core/text/searchable-text.ts";
import { fuse } from "./rank-passages.ts";
import { selectResults } from "./select-results.ts";

const settings = { vectorWeight: 0.6, vectorFloor: 0.1 };

describe("fusion", () => {
  it("puts what is best on both sides first and keeps the parts", () => {
    const terms = [
      { chunk_id: "words", bm25: 10, match: 1, coverage: 1 },
      { chunk_id: "both", bm25: 8, match: 0.8, coverage: 0.8 },
    ];
    const vectors = [
      { chunk_id: "both", cosine: 0.7 },
      { chunk_id: "meaning", cosine: 0.75 },
      { chunk_id: "words", cosine: 0.1 },
    ];
    const hits = fuse(terms, vectors, settings);
    expect(hits.map(({ chunk_id }) => chunk_id)).toEqual(["both", "meaning", "words"]);
    expect(hits[0]?.parts).toEqual({ bm25: 8, coverage: 0.8, vector: 0.7 });
    expect(hits[1]?.parts).toEqual({ bm25: 0, coverage: 0, vector: 0.75 });
  });

  it("takes a passage without a vector for as near as others with its words", () => {
    const terms = [
      { chunk_id: "known", bm25: 5, match: 0.5, coverage: 0.5 },
      { chunk_id: "new", bm25: 10, match: 1, coverage: 1 },
    ];
    const hits = fuse(terms, [{ chunk_id: "known", cosine: 0.37 }], settings);
    expect(hits.map(({ chunk_id, score }) => [chunk_id, Number(score.toFixed(3))])).toEqual([
      ["new", 0.76],
      ["known", 0.38],
    ]);
    expect(hits[0]?.parts).not.toHaveProperty("vector");
  });

  it("ranks by words alone when there are no vectors", () => {
    const hits = fuse(
      [
        { chunk_id: "a", bm25: 4, match: 0.8, coverage: 1 },
        { chunk_id: "b", bm25: 2, match: 0.4, coverage: 0.5 },
      ],
      [],
      settings,
    );
    expect(hits.map(({ score }) => score)).toEqual([0.8, 0.4]);
    expect(hits[0]?.parts).not.toHaveProperty("vector");
  });

  it("finds nothing in nothing", () => {
    expect(fuse([], [], settings)).toEqual([]);
  });
});

describe("the selection", () => {
  const text = "The quick brown fox jumps over the lazy dog and then sleeps in the warm sun until the evening comes.";
  const itemsOf = (texts: string[], documents: string[] = []) =>
    texts.map((each, index) => ({ chunk_id: `${index}`, document_id: documents[index] ?? `${index}`, text: each }));
  const idsOf = (items: { chunk_id: string }[]) => items.map(({ chunk_id }) => chunk_id);

  it("drops what repeats an earlier text, says of which, and leaves others alone", () => {
    const items = itemsOf([text, `${text} Really.`, text.toUpperCase(), "Something else about foxes and dogs."]);
    const { kept, dropped } = selectResults(items, { limit: 10, distinct: true });
    expect(idsOf(kept)).toEqual(["0", "3"]);
    expect(dropped.map(({ reason }) => reason)).toEqual([
      { code: "near_duplicate", of: "0" },
      { code: "near_duplicate", of: "0" },
    ]);
  });

  it("keeps two long texts that differ only in a number or a name", () => {
    const page = (name: string, days: string) =>
      `${name} takes back what you bought. ${text} ${text.replace("fox", "bear")} You can return it within ${days} days ` +
      "when it is unused and in its box, and the money goes back to the card that you paid with, as our team decides.";
    const keptOf = (...texts: string[]) => idsOf(selectResults(itemsOf(texts), { limit: 10, distinct: true }).kept);
    expect(keptOf(page("Norway", "30"), page("Norway", "14"))).toEqual(["0", "1"]);
    expect(keptOf(page("Norway", "30"), page("Sweden", "30"))).toEqual(["0", "1"]);
    const inside = (name: string) => `In the shop of ${name} it is the same. ${page("Norway", "30")}`;
    expect(keptOf(inside("Oslo"), inside("Bergen"), inside("Oslo"))).toEqual(["0", "1"]);
    const prices = (one: string, other: string) => `Small costs ${one}, large costs ${other}. ${text} ${text}`;
    expect(keptOf(prices("3.50", "7"), prices("7", "3.50"))).toEqual(["0", "1"]);
    expect(keptOf(page("Norway", "30"), page("Norway", "30").replace("our team", "the team"))).toEqual(["0"]);
  });

  it("keeps a text beside a longer one that holds it", () => {
    const { kept } = selectResults(itemsOf([text.slice(0, 40), text]), { limit: 10, distinct: true });
    expect(kept).toHaveLength(2);
  });

  it("keeps another document's repetition when sources are listed", () => {
    const items = itemsOf([text, text, text], ["a", "b", "a"]);
    expect(idsOf(selectResults(items, { limit: 10, distinct: false }).kept)).toEqual(["0", "1"]);
  });

  it("stops at the limit and names what ranks lower", () => {
    const limits = { limit: 2, distinct: true };
    const { kept, dropped } = selectResults(itemsOf(["one", "two", "three"]), { ...limits, explain: true });
    expect(idsOf(kept)).toEqual(["0", "1"]);
    expect(dropped.map(({ reason }) => reason.code)).toEqual(["over_limit"]);
    expect(idsOf(selectResults(itemsOf(["one", "two", "three"]), limits).kept)).toEqual(["0", "1"]);
  });

  it("stays within the budget of tokens, takes a shorter text later, and always keeps the best", () => {
    const items = itemsOf(["word ".repeat(100), "other ".repeat(100), "short"]);
    const { kept, dropped } = selectResults(items, { limit: 10, distinct: true, maxTokens: 130 });
    expect(idsOf(kept)).toEqual(["0", "2"]);
    expect(dropped.map(({ reason }) => reason)).toEqual([{ code: "over_budget", tokens: 144 }]);
    expect(selectResults(items, { limit: 10, distinct: true, maxTokens: 1 }).kept).toHaveLength(1);
  });

  it("counts a character of an unspaced script as a token", () => {
    expect(estimateTokens("abcdefgh")).toBe(2);
    expect(estimateTokens("退款政策")).toBe(4);
  });
});

describe("searchable text", () => {
  it("breaks what the parser of the database would keep whole", () => {
    expect(searchableText("and/or mail.send user@example.com v1.2")).toBe("and or mail send user example com v1.2");
    expect(searchableText("maxRetries GitHub")).toBe("maxRetries max Retries GitHub");
    expect(searchableText("退款政策 ok").trim()).toBe("退款 款政 政策  ok");
  });

  it("leaves prose alone", () => {
    expect(searchableText("It costs 3.50 at 10:30, e-mail us.")).toBe("It costs 3.50 at 10:30, e-mail us.");
  });
});
