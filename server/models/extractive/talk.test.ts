import { describe, expect, it } from "vitest";
import type { HistoryMessage } from "../../assistant/ports.ts";
import { foundPassage } from "../../test/support/found-passage.ts";
import { evidenceOf } from "./evidence.ts";
import { compareMeaning, type EmbedTexts } from "./meaning.ts";
import { pickQuotes } from "./pick-quotes.ts";
import { readQuestion } from "./question-terms.ts";
import { scoreUnits } from "./score-units.ts";
import { talkOf } from "./talk.ts";

const parts = { vector: 0.6 };
const permit = foundPassage("Learner permit", "The fee is 20 euros. Pay it at the counter of the office.", {
  document_id: "permit",
  score: 0.62,
  parts,
});
const licence = foundPassage("Driving licence", "The fee is 45 euros. Pay it online with a card.", {
  document_id: "licence",
  score: 0.6,
  parts,
});
const renewal = foundPassage(
  "Driving licence",
  "A driving licence is renewed every ten years, with a photo and an eye test.",
  {
    document_id: "licence",
    score: 0.3,
    parts,
  },
);
const chunks = [permit, licence, renewal];
const answered = (content: string, role: HistoryMessage["role"] = "assistant"): HistoryMessage[] => [
  { role: "visitor", content: "Hello" },
  { role, content },
];
const aboutLicences = "Renew your driving licence every ten years: bring a photo and take an eye test at the office.";

/** All texts are as near to each other. */
const embed: EmbedTexts = async (texts) => texts.map(() => Float32Array.of(1));

async function quoted(question: string, said: HistoryMessage[], vectors: EmbedTexts | undefined) {
  const read = readQuestion(question, "en");
  return pickQuotes(read, await compareMeaning(read, scoreUnits(read, chunks, said), vectors))[0]?.chunk.document_id;
}

describe.each([
  ["with vectors", embed],
  ["by words alone", undefined],
])("a question that two documents answer, %s", (_name, vectors) => {
  it("is answered from the one that the talk is about", async () => {
    expect(await quoted("What is the fee?", [], vectors)).toBe("permit");
    expect(await quoted("What is the fee?", answered(aboutLicences), vectors)).toBe("licence");
    expect(await quoted("What is the fee?", answered(aboutLicences, "agent"), vectors)).toBe("licence");
  });

  it("is answered from the one that it names, whatever the talk is about", async () => {
    expect(await quoted("What is the fee of the learner permit?", answered(aboutLicences), vectors)).toBe("permit");
  });
});

describe("the evidence that the talk gives for a question's topic", () => {
  const talkIn = (asked: string) => {
    const question = readQuestion(asked, "en");
    const said = answered(aboutLicences);
    return evidenceOf(question, { chunks }, pickQuotes(question, scoreUnits(question, chunks, said))).talk;
  };

  it("counts for a question that leaves open what it is about", () => {
    expect(talkIn("And what is the fee?")).toBeGreaterThan(0.1);
    expect(talkIn("And then? (driving licence renew)")).toBeGreaterThan(0.1);
  });

  it("does not count for something foreign in the middle of a conversation, nor for a question that says itself what it is about", () => {
    expect(talkIn("Do you sell shoes?")).toBe(0);
    expect(talkIn("Shoes? (driving licence renew)")).toBe(0);
    expect(talkIn("Can I pay the fee at the counter of the office online with a card?")).toBe(0);
  });
});

describe("what the talk is about", () => {
  it("is told by all passages of a document together", () => {
    const talks = talkOf(answered(aboutLicences), chunks, "en");
    expect([...talks.keys()]).toEqual(["permit", "licence"]);
    expect(talks.get("licence")?.talk).toBeGreaterThan(0.5);
    expect(talks.get("permit")?.talk).toBeLessThan(0.3);
  });

  it("is not told by what visitors wrote, nor by an answer of a few words", () => {
    const asked: HistoryMessage[] = [{ role: "visitor", content: aboutLicences }];
    expect(talkOf(asked, chunks, "en").size).toBe(0);
    expect(talkOf(answered("Your driving licence?"), chunks, "en").get("licence")?.talk).toBeLessThan(0.5);
  });
});
