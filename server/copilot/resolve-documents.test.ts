import { describe, expect, it } from "vitest";
import type { CopilotDocument } from "../../protocol/copilot.ts";
import { documentIdSchema } from "../../protocol/ids.ts";
import { namesAmong } from "./names-among.ts";
import { type AskedFor, type NameDocuments, resolveNames } from "./resolve-documents.ts";

function documentOf(number: number, title: string, { version = 1, of = 1, year = 2024 } = {}): CopilotDocument {
  const end = String(number).padStart(12, "0");
  return {
    document_id: documentIdSchema.parse(`00000000-0000-4000-8000-${end}`),
    version_id: `00000000-0000-4000-800${version}-${end}`,
    ...{ version, is_current: version === of, title, kind: "policy", set: null },
    created_at: `${year}-01-02T00:00:00.000Z`,
  };
}
const refund = [1, 2, 3].map((version) => documentOf(1, "Refund policy", { version, of: 3, year: 2021 + version }));
const [, before, current] = refund as [CopilotDocument, CopilotDocument, CopilotDocument];
const leave = documentOf(2, "Leave rules");
const seller = documentOf(3, "Terms for sellers of the marketplace");
const buyers = documentOf(4, "Terms for buyers of the marketplace");
const dpa = documentOf(5, "Data Processing Addendum");
const documents = [...refund, leave, seller, buyers, dpa];

const resolve = (text: string, more: Partial<AskedFor> = {}, nameDocuments?: NameDocuments) =>
  resolveNames(
    { text, action: "summarize", documents, said: [], registry: [], now: new Date("2025-06-01"), ...more },
    nameDocuments ? { nameDocuments } : {},
  );
const nothing = { found: [], unclear: [], unknown: [] };

describe("documents by their names", () => {
  it("takes a title, a slip in it, an acronym, and leaves the kind of document out", async () => {
    for (const text of ["Summarize the refund policy", "summarize the refudn policy", "the refund one, summarize it"])
      expect(await resolve(text), text).toEqual({ ...nothing, found: [current] });
    expect(await resolve("summarize the DPA")).toEqual({ ...nothing, found: [dpa] });
  });

  it("asks where a name fits several, or one only by part", async () => {
    const both = await resolve("summarize the marketplace terms");
    expect(both.found).toEqual([]);
    expect(both.unclear[0]?.candidates).toEqual(expect.arrayContaining([seller, buyers]));
    expect((await resolve("summarize the refund handbook")).unclear).toEqual([
      { name: "refund handbook", candidates: [current] },
    ]);
  });

  it("takes the version that is spoken of in other words, and asks where none is stored", async () => {
    const [first] = refund;
    for (const [text, found] of [
      ["the very first refund policy", first],
      ["version two of the refund policy", before],
      ["the refund policy before the current one", before],
      ["the refund policy from before 2023", first],
      ["the first refund policy", first],
      ["refund policy #2", before],
      ["refund policy, two versions ago", first],
    ] as const)
      expect(await resolve(text), text).toEqual({ ...nothing, found: [found] });
    for (const text of ["next year's refund policy", "the refund policy, not the current version", "refund policy 1.0"])
      expect((await resolve(text)).unclear, text).toHaveLength(1);
  });

  it("leaves out what is named as not meant, and asks about a title within a longer name", async () => {
    expect(await resolve("the refund policy instead of the leave rules")).toEqual({ ...nothing, found: [current] });
    expect((await resolve("all but the last one", { shown: [leave, dpa], registry: [leave, dpa] })).found).toEqual([]);
    const longer = documentOf(6, "Refund policy of the marketplace");
    const { found, unclear } = await resolve("what does the refund policy for the marketplace say", {
      ...{ action: "inquire", documents: [...documents, longer] },
    });
    expect([found, unclear[0]?.candidates]).toEqual([[], [current, longer]]);
  });

  it("takes no other word for a slip", async () => {
    for (const text of ["summarize the return policy", "summarize the terms for dealers of the marketplace"])
      expect((await resolve(text)).found, text).toEqual([]);
  });

  it("names what is not there", async () => {
    expect(await resolve("compare the holiday policy with the refund policy", { action: "compare" })).toEqual({
      ...{ found: [current], unclear: [] },
      unknown: ["holiday policy"],
    });
  });

  it("takes the words of a question for no name", async () => {
    expect(await resolve("how long do refunds take for sellers of the marketplace?", { action: "inquire" })).toEqual(
      nothing,
    );
  });

  it("reads nothing into nothing", async () => {
    for (const text of ["", "   ", "👍", '""', "@", "the", "x".repeat(8_000)])
      expect((await resolve(text, { action: "inquire" })).found, text).toEqual([]);
    expect(await resolve("summarize the refund policy", { documents: [] })).toEqual({
      ...nothing,
      unknown: ["refund policy"],
    });
  });
});

describe("versions", () => {
  it("takes the one that is meant", async () => {
    for (const [text, version] of [
      ["the previous refund policy", before],
      ["summarize version 1 of the refund policy", refund[0]],
      ["summarize last year's refund policy", current],
      ["summarize the refund policy from 2023", before],
    ] as const)
      expect(await resolve(text), text).toEqual({ ...nothing, found: [version] });
    const compared = await resolve("what changed in the refund policy?", { action: "compare" });
    expect(compared).toEqual({ ...nothing, found: [before, current] });
  });

  it("asks where several are old, or there is none", async () => {
    expect((await resolve("summarize the old refund policy")).unclear[0]?.candidates).toEqual([refund[0], before]);
    expect((await resolve("summarize the refund policy from 1999")).unclear[0]?.candidates).toEqual(refund);
    expect((await resolve("compare both versions of the refund policy", { action: "compare" })).found).toEqual([]);
  });
});

describe("words that point back", () => {
  it("count in the order that a person saw", async () => {
    const shown = [leave, current];
    expect((await resolve("and the second one?", { shown, registry: shown })).found).toEqual([current]);
    const unordered = await resolve("and the second one?", { registry: shown });
    expect(unordered).toEqual({ ...nothing, unclear: [{ name: "the second one", candidates: shown }] });
  });

  it("are understood when a person answers a question", () => {
    expect(namesAmong("the second one", [leave, current])).toEqual([current]);
    expect(namesAmong("both", [leave, current])).toEqual([leave, current]);
    expect(namesAmong("refund policy please", [leave, current])).toEqual([current]);
    expect(namesAmong("neither of them fits, use the holiday policy", [leave, current])).toEqual([]);
  });
});

describe("a model", () => {
  const asks: Parameters<NameDocuments>[0][] = [];
  const answering =
    (...picks: { name: string; version_id: string }[]): NameDocuments =>
    async (input) => {
      asks.push(input);
      return picks;
    };

  it("is not asked where the words are certain, nor of documents that the conversation has not used", async () => {
    asks.length = 0;
    await resolve("summarize the refund policy", { registry: [leave] }, answering());
    await resolve("summarize the thing about days off", {}, answering());
    expect(asks).toEqual([]);
  });

  it("chooses among what the words leave open", async () => {
    const pick = answering({ name: "marketplace terms", version_id: seller.version_id });
    const registry = [seller, buyers];
    expect(await resolve("summarize the marketplace terms", { registry }, pick)).toEqual({
      ...nothing,
      found: [seller],
    });
  });

  it("turns a name of nothing into a question, never into a document", async () => {
    const pick = answering({ name: "holiday policy", version_id: leave.version_id });
    expect(await resolve("summarize the holiday policy", { registry: [leave] }, pick)).toEqual({
      ...nothing,
      unclear: [{ name: "holiday policy", candidates: [leave] }],
    });
  });

  it("is not believed about what it was not given", async () => {
    const pick = answering(
      { name: "marketplace terms", version_id: dpa.version_id },
      { name: "x", version_id: "made-up" },
    );
    const result = await resolve("summarize the marketplace terms", { registry: [seller] }, pick);
    expect(result.found).not.toContainEqual(dpa);
  });

  it("sees five messages only where no title of the conversation is in the text", async () => {
    asks.length = 0;
    const said = Array.from({ length: 7 }, (_, index) => ({
      role: "person" as const,
      content: `${index}`,
      action: null,
    }));
    await resolve("the one on days off, shorter", { registry: [leave, dpa], said }, answering());
    await resolve("summarize leave rules and the holiday policy", { registry: [leave, dpa], said }, answering());
    expect(asks.map((each) => each.said.length)).toEqual([5, 0]);
  });
});

it("is quick in a large library", async () => {
  const many = Array.from({ length: 2_000 }, (_, index) =>
    documentOf(10 + index, `Handbook ${index} of the ${index % 7} department`),
  );
  const started = performance.now();
  await resolve(
    "compare the refund policy with handbook 12 of the 5 department and the leave rules, only about costs",
    {
      ...{ documents: [...documents, ...many], action: "compare" },
    },
  );
  expect(performance.now() - started).toBeLessThan(3_000);
});
