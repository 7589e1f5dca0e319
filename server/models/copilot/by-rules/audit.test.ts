import { describe, expect, it } from "vitest";
import { auditResultSchema } from "../../../../protocol/copilot.ts";
import { copilotDocument } from "../../../test/support/copilot-chunks.ts";
import { auditByRules } from "./audit.ts";

const policy = `# Terms
## Returns
Goods may be returned within 14 days of delivery. Opened software cannot be returned. A refund is paid only if the goods are unused and clean. Sizes may be exchanged once.
## Fees
The late fee is 15 dollars. Delivery is free of charge. Members must be at least 18 years old.
`;

const audit = (text: string, locale = "en", content = policy) =>
  auditByRules({ text, targets: [copilotDocument(content)], locale }, undefined);

describe("a text held against policies by rules", () => {
  it("tells where it is wrong, in which words, and what the policy says", async () => {
    const text = "Hello Ann,\n\nGoods may be returned within 30 days of delivery.";
    const { result, excerpts } = await audit(text);
    expect(auditResultSchema.parse(result)).toEqual(result);
    expect(result.status).toBe("violated");
    const [finding, ...others] = result.findings;
    expect(others).toEqual([]);
    expect(finding).toMatchObject({
      kind: "number",
      severity: "high",
      theme: "Returns",
      target_version_id: copilotDocument("x y").document.version_id,
    });
    expect(finding?.changes).toEqual([{ kind: "number", here: "within 30 days", there: "within 14 days" }]);
    expect(text.slice(finding?.here?.start, finding?.here?.end)).toBe(
      "Goods may be returned within 30 days of delivery.",
    );
    expect(excerpts[finding?.there ?? -1]?.text).toBe("Goods may be returned within 14 days of delivery.");
    expect(finding?.suggestion).toBe("The policy says: “Goods may be returned within 14 days of delivery.”");
    expect(finding?.consequence).toContain("“within 30 days”");
  });

  it.each([
    ["Opened software can be returned.", "obligation"],
    ["Delivery costs 5 dollars.", "obligation"],
    ["The late fee is 20 dollars.", "number"],
    ["Members need not be 18 years old.", "obligation"],
    ["Goods may be returned within half a year of delivery.", "number"],
    ["Goods may be returned whenever you like.", "number"],
    ["Sizes may be exchanged three times.", "number"],
    ["You pay nothing as a late fee.", "obligation"],
  ])("finds what is wrong: %s", async (text, kind) => {
    expect((await audit(text)).result.findings.map((finding) => finding.kind)).toEqual([kind]);
  });

  it("holds a statement against the line that is nearest in meaning, whatever its words", async () => {
    const text = "Bring it back too late, and we take 20 dollars from you.";
    const embed = (texts: string[]) =>
      Promise.resolve(texts.map((each) => Float32Array.from(/late/.test(each) ? [1, 0] : [0, 1])));
    const { result } = await auditByRules({ text, targets: [copilotDocument(policy)], locale: "en" }, embed);
    expect(result.findings.map(({ changes }) => changes[0])).toEqual([
      { kind: "number", here: "20 dollars", there: "15 dollars" },
    ]);
  });

  it.each([
    "Goods may be returned within two weeks of delivery.",
    "Goods may be returned within a fortnight of delivery.",
    "Delivery costs you nothing.",
    "Opened software cannot be sent back.",
    "If you do not clean the goods, a refund is not paid.",
    "Opened software cannot be returned.",
    "You are 25 years old, so you can become one of our members.",
    "Thanks for your letter. Is the late fee 20 dollars?",
    "Our garden opens at 9 am on Sunday.",
  ])("finds nothing in what is right or of something else: %s", async (text) => {
    expect((await audit(text)).result.findings).toEqual([]);
  });

  it.each([
    "Opened games are no problem either, just bring your software back.",
    "Don't worry about the late fee, you needn't pay that.",
    "There's no way to return goods once they were delivered.",
  ])("finds what is too kind or too strict in words of its own: %s", async (text) => {
    const { result } = await audit(`Hello Ann,\n\n${text}`);
    const [finding, ...others] = result.findings;
    expect(others).toEqual([]);
    expect(finding?.here?.text).toBe(text);
    expect(finding?.confidence).toBeGreaterThan(0.5);
    expect(finding?.confidence).toBeLessThan(1);
  });

  it("tells little of a text about something else", async () => {
    const text =
      "You can paint the fence. The garden costs nothing. Trees must not be cut. The gate is open for 20 days.";
    expect((await audit(text)).result.findings).toEqual([]);
  });

  it("is not reassured by a nearer line that names no value", async () => {
    const pages = `# Cache
The cache keeps answers for each visitor of the tenant.

The cache keeps up to 5,000 answers for each tenant.
`;
    const { result } = await audit("The cache keeps up to 9,000 answers for each visitor.", "en", pages);
    expect(result.findings.map(({ changes }) => changes[0]?.there)).toEqual(["up to 5,000 answers"]);
  });

  it("finds every wrong part of one sentence", async () => {
    const { result } = await audit("Goods may be returned within 30 days of delivery, and the late fee is 20 dollars.");
    expect(result.findings.map(({ changes }) => changes[0]?.here)).toEqual(["within 30 days", "20 dollars"]);
    expect(result.findings.map(({ id }) => id)).toEqual(["finding-1", "finding-2"]);
  });

  it("asks for the condition of a promise that is left out, and only then", async () => {
    const left = (await audit("A refund is paid for the goods.")).result;
    expect([left.status, left.findings.map(({ kind, severity }) => `${kind} ${severity}`)]).toEqual([
      "to_be_checked",
      ["missing low"],
    ]);
    expect((await audit("A refund is paid for the goods. They have to be unused.")).result.findings).toEqual([]);
  });

  it("says when the policies have little to say to a text", async () => {
    const { result } = await audit("The moon is made of old cheese. Sheep sleep in green meadows at night.");
    expect(result).toMatchObject({ status: "unclear", statements: 2, matched: 0 });
    expect((await audit("Delivery is free of charge.")).result).toMatchObject({
      status: "in_line",
      statements: 1,
      matched: 1,
    });
  });

  it("counts what it weighed as spoken of, also in other words than the policy's", async () => {
    const { result } = await audit(
      "You can send the shoes back whenever you like. Your husband can ask for the money, too. You will have it on your card within five working days.",
      "en",
      "Parcels can be returned within 30 days of delivery.\n\nRefunds are paid to the card that was used, within five working days.\n\nOnly the person who ordered may ask for a refund.",
    );
    expect(result).toMatchObject({ statements: 3, matched: 3 });
  });

  it("reads German, and answers in it", async () => {
    const german = "# Regeln\nDie Ware darf innerhalb von 14 Tagen zurückgegeben werden. Haustiere sind verboten.";
    const { result } = await audit(
      "Die Ware darf innerhalb von 30 Tagen zurückgegeben werden.\nHaustiere sind erlaubt.",
      "de",
      german,
    );
    expect(result.findings.map(({ kind }) => kind)).toEqual(["number", "obligation"]);
    expect(result.findings[0]?.suggestion).toBe(
      "Die Richtlinie sagt: „Die Ware darf innerhalb von 14 Tagen zurückgegeben werden.“",
    );
  });
});
