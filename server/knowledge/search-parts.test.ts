import { describe, expect, it } from "vitest";
import { fuse } from "./fuse.ts";
import { withoutNearDuplicates } from "./near-duplicates.ts";
import { searchableText } from "./searchable-text.ts";

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

describe("near-duplicates", () => {
  const text = "The quick brown fox jumps over the lazy dog and then sleeps in the warm sun until the evening comes.";

  it("are dropped, the first one stays, and others are left alone", () => {
    const items = [
      text,
      `${text} Really.`,
      text.toUpperCase(),
      "Something else is written here about foxes and dogs.",
    ].map((each) => ({ text: each }));
    expect(withoutNearDuplicates(items, 10)).toEqual([items[0], items[3]]);
  });

  it("are not what merely lies inside a longer text", () => {
    const items = [{ text: text.slice(0, 40) }, { text }];
    expect(withoutNearDuplicates(items, 10)).toEqual(items);
  });

  it("stay when they are another document's and sources are listed", () => {
    const items = [
      { text, document_id: "a" },
      { text, document_id: "b" },
      { text, document_id: "a" },
    ];
    expect(withoutNearDuplicates(items, 10, { acrossDocuments: false })).toEqual(items.slice(0, 2));
  });

  it("stop at the limit", () => {
    expect(withoutNearDuplicates([{ text: "one" }, { text: "two" }, { text: "three" }], 2)).toHaveLength(2);
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
