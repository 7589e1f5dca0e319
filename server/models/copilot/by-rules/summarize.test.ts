import { describe, expect, it } from "vitest";
import { summaryResultSchema } from "../../../../protocol/copilot.ts";
import { copilotDocument } from "../../../test/support/copilot-chunks.ts";
import { summarizeByRules } from "./summarize.ts";

const content = `# Terms
## Returns
Goods may be returned to our warehouse within 30 days of delivery. The warehouse checks returned goods for damage before a refund is paid. Why do we ask for that? A refund for returned goods is paid to the card that was used for the order.
## Payment
Orders are paid by card or by invoice before the goods leave our warehouse. Invoices for orders must be paid within 14 days of the date on them. For more information, see our price list on the web page.
## Support
Our support team answers letters about orders on weekdays between nine and five. Letters to our support team are kept for two years and then destroyed.
`;

const summarize = (focus = "") =>
  summarizeByRules({ documents: [copilotDocument(content)], focus, locale: "en" }, undefined);

describe("a document summarized by rules", () => {
  it("has three to eight points of its sections, each proved by its own words", async () => {
    const { result, excerpts } = await summarize();
    expect(summaryResultSchema.parse(result)).toEqual(result);
    const points = result.documents[0]?.points ?? [];
    expect(points.length).toBeGreaterThanOrEqual(3);
    expect(points.length).toBeLessThanOrEqual(8);
    expect(new Set(points.map(({ heading }) => heading)).size).toBe(3);
    for (const { text, proof } of points) {
      expect(content).toContain(text);
      expect(excerpts[proof[0] ?? -1]?.text).toBe(text);
    }
  });

  it("leaves out questions and what sends the reader elsewhere", async () => {
    const texts = (await summarize()).result.documents[0]?.points.map(({ text }) => text).join(" ");
    expect(texts).not.toContain("Why do we ask");
    expect(texts).not.toContain("For more information");
  });

  it("begins with what matters to whoever asks", async () => {
    const points = (await summarize("letters to support")).result.documents[0]?.points ?? [];
    expect(points.filter(({ heading }) => heading === "Support")).toHaveLength(2);
  });

  it("goes by meaning where there are vectors, and by words when they fail", async () => {
    const document = copilotDocument(content);
    const embed = async (texts: string[]) =>
      texts.map((text) => new Float32Array(text.includes("Invoices") ? [0.8, 0.6] : [0, 1]));
    const near = await summarizeByRules({ documents: [document], focus: "", locale: "en" }, embed);
    expect(near.result.documents[0]?.points.length).toBeGreaterThanOrEqual(3);
    const failing = await summarizeByRules({ documents: [document], focus: "", locale: "en" }, () =>
      Promise.reject(new Error("no engine")),
    );
    expect(failing.result).toEqual((await summarize()).result);
  });
});
