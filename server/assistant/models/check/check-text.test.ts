import { describe, expect, it } from "vitest";
import type { RetrievedChunk } from "../../ports.ts";
import { unanswered } from "./check-answer.ts";
import { checkText } from "./check-text.ts";

function passage(text: string, heading = "Returns", title = "Shop"): RetrievedChunk {
  const ids = { chunk_id: text.slice(0, 8), document_id: "d", version_id: "v" };
  return { ...ids, title, source: "shop.md", url: null, page: null, heading, text, score: 1, parts: {} };
}

const chunks = [
  passage("Parcels can be returned within 30 days. Opened boxes are not taken back. The refund arrives after 5 days."),
  passage("- A key costs 12 euros.\n- A lamp costs 40 euros.\n- Set `LAMP_MODE` to turn the lamp on.", "Prices"),
  passage(
    "Die Rückgabe ist innerhalb von 30 Tagen möglich. Geöffnete Kartons werden nicht zurückgenommen.",
    "Rückgabe",
  ),
];

async function verdictOf(text: string, locale = "en") {
  const [first] = await checkText({ text, chunks, locale });
  return first;
}

describe("a sentence that is held against passages", () => {
  it.each([
    ["You can return parcels within 30 days.", "supported"],
    ["Parcels can be returned within 14 days.", "contradicted"],
    ["Parcels can be returned within 30 weeks.", "contradicted"],
    ["Parcels cannot be returned within 30 days.", "contradicted"],
    ["Opened boxes are taken back.", "contradicted"],
    ["Opened boxes are not taken back.", "supported"],
    ["A lamp costs 12 euros.", "contradicted"],
    ["A key costs 12 euros.", "supported"],
    ["Set `LAMP_MODE` to turn the lamp on.", "supported"],
    ["Set LAMP_COLOUR to turn the lamp on.", "not_found"],
    ["Set `LAMP_MODE` to turn the lamp off.", "contradicted"],
    ["Our bicycles have two wheels.", "not_found"],
    ["Could you send me a photo of the parcel?", "aside"],
    ["It was 42.", "not_found"],
    ["Hi Vera!", "aside"],
  ])("%s: %s", async (text, verdict) => {
    expect((await verdictOf(text))?.verdict).toBe(verdict);
  });

  it.each([
    ["Die Rückgabe ist innerhalb von 30 Tagen möglich.", "supported"],
    ["Die Rückgabe ist innerhalb von 60 Tagen möglich.", "contradicted"],
    ["Geöffnete Kartons werden zurückgenommen.", "contradicted"],
  ])("is compared in its own language: %s", async (text, verdict) => {
    expect((await verdictOf(text, "de"))?.verdict).toBe(verdict);
  });

  it("says in what it differs, and quotes what stands there word for word", async () => {
    const found = await verdictOf("Parcels can be returned within 14 days.");
    expect(found?.difference).toEqual({ kind: "number", here: "14 days", there: "30 days" });
    expect(chunks[found?.passage ?? -1]?.text).toContain(found?.quote);
  });

  it("is one of several, each with its place, lists and marks of sources included", async () => {
    const text = "Hello!\n\n- Parcels can be returned within 30 days [1].\n- Paint fades. [2]\n";
    const found = await checkText({ text, chunks, locale: "en" });
    expect(found.map(({ verdict }) => verdict)).toEqual(["aside", "supported", "not_found"]);
    for (const { start, end, text: said } of found) expect(text.slice(start, end)).toBe(said);
  });

  it("is shown the part of a long sentence that says it, at most 300 characters, word for word", async () => {
    const long = `${"Lamps, cables and other small things of every kind are kept in the store behind the house, ".repeat(4)}parcels of glass are packed by hand.`;
    const [first] = await checkText({
      text: "Glass parcels are packed by hand.",
      chunks: [passage(long)],
      locale: "en",
    });
    expect(first?.quote).toContain("parcels of glass are packed by hand");
    expect(first?.quote?.length).toBeLessThanOrEqual(300);
    expect(long).toContain(first?.quote);
  });

  it("is judged by its words while no engine makes vectors", async () => {
    const embed = () => Promise.reject(new Error("away"));
    const [first] = await checkText({ text: "Parcels can be returned within 30 days.", chunks, locale: "en", embed });
    expect(first?.verdict).toBe("supported");
  });
});

it("what was asked and has no answer is named in the visitor's words", () => {
  const asked = "Hi! How long does a refund take? And do you sell gift cards?";
  expect(unanswered(asked, "The refund takes 5 days.", "en")).toEqual(["And do you sell gift cards?"]);
});
