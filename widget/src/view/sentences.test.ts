import { describe, expect, it } from "vitest";
import { takeSentences } from "./sentences.ts";

describe("sentences for a screen reader", () => {
  it("come only when they are finished", () => {
    expect(takeSentences("Yes. Add an ent", 0, false)).toEqual({ sentences: ["Yes."], end: 4 });
    expect(takeSentences("Yes. Add an entry. ", 4, false).sentences).toEqual([]);
    expect(takeSentences("Yes. Add an entry. Then", 4, false).sentences).toEqual(["Add an entry."]);
    expect(takeSentences("Yes. Add an entry", 4, true).sentences).toEqual(["Add an entry"]);
  });

  it("are not cut inside numbers, addresses and names of files", () => {
    expect(takeSentences("Version 1.2.3 of config.json is here.", 0, true).sentences).toEqual([
      "Version 1.2.3 of config.json is here.",
    ]);
  });

  it("leave out marks and signs that are for the eye", () => {
    expect(
      takeSentences("- The **bare** `domain` [1].\n\n[Docs](https://x.example) [2, 3]", 0, true).sentences,
    ).toEqual(["The bare domain.", "Docs"]);
  });

  it("end in other scripts too", () => {
    expect(takeSentences("これは。 次は？ 終", 0, false).sentences).toEqual(["これは。", "次は？"]);
  });
});
