import { describe, expect, it } from "vitest";
import { inquiryResultSchema } from "../../../../protocol/copilot.ts";
import { copilotDocument } from "../../../test/support/copilot-chunks.ts";
import { createCopilotRules } from "./copilot-rules.ts";

const shop = `# Shop
## Returns
You can return goods within 30 days of delivery. Send the parcel to our warehouse in Graz.
## Payment
We take cards of all banks and transfers. Cheques are not taken.
`;
const outlet = `# Outlet
## Returns
Goods of the outlet can be returned within 7 days of delivery.
## Opening
The outlet is open on weekdays from nine to five.
`;

const rules = createCopilotRules({});
const ask = (question: string, contents = [shop, outlet]) =>
  rules.inquire(
    {
      question,
      chunks: contents.flatMap((content, index) => copilotDocument(content, index + 1).chunks),
      locale: "en",
    },
    new AbortController().signal,
  );

describe("a question answered by rules", () => {
  it("has an answer of each document, with marks that are places of the excerpts", async () => {
    const { result, excerpts } = await ask("Within how many days can goods be returned?");
    expect(inquiryResultSchema.parse(result)).toEqual(result);
    expect(result.documents).toHaveLength(2);
    for (const { version_id, text, proof } of result.documents) {
      for (const place of proof) expect(excerpts[place]?.version_id).toBe(version_id);
      expect(proof.map((place) => `[${place + 1}]`).every((mark) => text.includes(mark))).toBe(true);
      expect(result.answer).toContain(text);
    }
    expect(result.answer).toContain("within 30 days");
    expect(result.answer).toContain("within 7 days");
    expect(excerpts.map(({ text }) => [shop, outlet].some((content) => content.includes(text)))).toEqual([true, true]);
  });

  it("leaves out documents that say nothing to it", async () => {
    const { result, inference } = await ask("Which cards do you take?");
    expect(result.documents.map(({ title }) => title)).toEqual(["Terms 1"]);
    expect(inference).toBeGreaterThan(0.2);
  });

  it("answers nothing when nothing does", async () => {
    const { result, excerpts, inference } = await ask("Who painted the ceiling of the chapel in Rome?");
    expect(result).toEqual({ action: "inquire", answer: "", documents: [] });
    expect([excerpts, inference]).toEqual([[], null]);
  });

  it("says the same only once", async () => {
    const { result } = await ask("Within how many days can goods be returned?", [shop, shop]);
    expect(result.documents).toHaveLength(2);
    expect(result.answer.match(/30 days/g)).toHaveLength(1);
  });

  it("ends with the reason of whoever stopped it", async () => {
    const stopped = AbortSignal.abort(new Error("the person left"));
    await expect(rules.inquire({ question: "When?", chunks: [], locale: "en" }, stopped)).rejects.toThrow(
      "the person left",
    );
  });
});
