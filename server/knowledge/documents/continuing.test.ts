import { describe, expect, it } from "vitest";
import { continuing } from "./continuing.ts";
import { passagesOf } from "./split.ts";

/** Joins the passages of a document again. */
function reading(blocks: Parameters<typeof passagesOf>[0]): string {
  const passages = [...passagesOf(blocks, "Handbook")];
  return passages.map((passage, index) => continuing(passages[index - 1], passage)).join("\n\n");
}

describe("passages that are read one after another", () => {
  it("say each sentence once, although each passage repeats the end of the one before it", () => {
    const sentences = Array.from({ length: 60 }, (_, at) => `Sentence number ${at} tells what step ${at * 7} needs.`);
    const text = sentences.join(" ");
    const passages = [...passagesOf([{ type: "paragraph", text }], "Handbook")];
    expect(passages.length).toBeGreaterThan(2);
    expect(passages.map((passage) => passage.text).join(" ").length).toBeGreaterThan(text.length);
    expect(reading([{ type: "paragraph", text }]).replace(/\s+/g, " ")).toBe(text);
  });

  it("name a heading where it begins, at its level, and not again below it", () => {
    const long = "This is said at length. ".repeat(70).trim();
    const text = reading([
      { type: "heading", level: 2, text: "Orders" },
      { type: "paragraph", text: long },
      { type: "heading", level: 3, text: "Returns" },
      { type: "paragraph", text: long },
    ]);
    expect(text.match(/^#+ .*$/gm)).toEqual(["## Orders", "### Returns"]);
  });

  it("keep what is equal by chance, and what other sections say again", () => {
    const before = { heading: "A", text: "All plans" };
    expect(continuing(before, { heading: "A", text: "sell well." })).toBe("sell well.");
    expect(continuing({ heading: "A", text: "See below." }, { heading: "B", text: "See below. More." })).toBe(
      "## B\n\nSee below. More.",
    );
  });
});
