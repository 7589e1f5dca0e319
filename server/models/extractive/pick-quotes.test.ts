import { describe, expect, it } from "vitest";
import type { RetrievedChunk } from "../../assistant/ports.ts";
import { foundPassage } from "../../test/support/found-passage.ts";
import { compareMeaning, type EmbedTexts } from "./meaning.ts";
import { pickQuotes } from "./pick-quotes.ts";
import { readQuestion } from "./question-terms.ts";
import { textOfQuote } from "./quote-context.ts";
import { scoreUnits, textOf } from "./score-units.ts";

/** Vectors of three numbers: what a text has of each of these words. */
const embed: EmbedTexts = async (texts) =>
  texts.map((text) => {
    const counts = [/refund|money back/gi, /ship|deliver/gi, /invoice|bill/gi].map(
      (word) => text.match(word)?.length ?? 0,
    );
    const length = Math.hypot(...counts) || 1;
    return Float32Array.from(counts, (count) => count / length);
  });

const chunk = (text: string, more: Partial<RetrievedChunk> = {}) =>
  foundPassage(more.title ?? "Help", text, {
    document_id: `d-${more.title ?? text.slice(0, 12)}`,
    score: 0.6,
    parts: { vector: 0.6 },
    ...more,
  });

async function quotesOf(question: string, chunks: RetrievedChunk[], vectors: EmbedTexts | undefined = embed) {
  const read = readQuestion(question, "en");
  return pickQuotes(read, await compareMeaning(read, scoreUnits(read, chunks), vectors));
}

const filler = (word: string) =>
  `Words about the ${word} that fill a passage with much that nobody asked for at all. `.repeat(9);

describe("what is quoted", () => {
  it("is chosen by meaning where the words differ", async () => {
    const [quote] = await quotesOf("Can I get a refund?", [
      chunk("You can get help. You can get answers. You can get news."),
      chunk("We send your money back within five days.", { score: 0.58 }),
    ]);
    expect(textOfQuote(quote!)).toContain("money back");
  });

  it("is not what a thing is, when something else of it is asked that another passage tells", async () => {
    const found = [
      chunk("A mail that its recipient's server refuses.", { title: "What is a bounce?", score: 0.61 }),
      chunk("The mailbox is full, or the address that led to the bounce is wrong.", {
        title: "Mails that are refused",
        score: 0.58,
      }),
    ];
    const titleOf = async (question: string) => (await quotesOf(question, found))[0]?.chunk.title;
    expect(await titleOf("Causes of a bounce")).toBe("Mails that are refused");
    expect(await titleOf("What is a bounce?")).toBe("What is a bounce?");
    expect(await titleOf("bounce")).toBe("What is a bounce?");
  });

  it("is the steps that are announced in the words of the question, also below a heading that says nothing", async () => {
    const heading = "Billing > Before you begin";
    const [quote] = await quotesOf("How do I set up invoices?", [
      chunk("If you don't have access to your invoices, ask who in your company sets up the bill.", { heading }),
      chunk("To set up invoices:\n1. Open Settings.\n2. Choose an address.", { heading, score: 0.36 }),
    ]);
    expect(textOfQuote(quote!)).toContain("1. Open Settings.");
  });

  it("goes by words when no vector can be made", async () => {
    const broken = async () => Promise.reject(new Error("the engine is gone"));
    const [quote] = await quotesOf(
      "Where is my invoice?",
      [chunk("Orders ship daily. Your invoice is below Billing.")],
      broken,
    );
    expect(quote?.best.meaning).toBeNull();
    expect(textOf(quote!.best)).toContain("invoice");
  });

  it("is the whole of a short passage, and the best stretch of a long one", async () => {
    const short = "Refunds are for everybody. Ask within a year. They reach the card that paid.";
    const [whole] = await quotesOf("How do I get a refund?", [chunk(short)]);
    expect(textOfQuote(whole!).replaceAll("\n", " ")).toBe(short);
    const long = `${filler("weather")}\n\nA refund is asked for on the page of the order.\n\n${filler("garden")}`;
    const [part] = await quotesOf("How do I get a refund?", [chunk(long)]);
    expect(textOfQuote(part!)).toContain("A refund is asked for");
    expect(textOfQuote(part!).length).toBeLessThanOrEqual(900);
  });

  it("is the whole answer below a question, and from one source", async () => {
    const answer = Array.from(
      { length: 12 },
      (_unused, index) => `Sentence ${index + 1} of the answer says how a refund reaches you and when it does so.`,
    ).join(" ");
    const quotes = await quotesOf("How do refunds work?", [
      chunk(answer, { heading: "Refunds > How does a refund work?" }),
      chunk("A refund works like a sale.", { title: "Other" }),
    ]);
    expect(quotes).toHaveLength(1);
    expect(textOfQuote(quotes[0]!)).toContain("Sentence 12");
  });

  it("keeps the row of a table with its header", async () => {
    const [quote] = await quotesOf("How much is a refund by wire?", [
      chunk(
        "| Kind | Fee |\n| --- | --- |\n| refund by card | $1 |\n| refund by wire | $9 |\n| refund by cash | $3 |\n| bill by post | $2 |\n| ship by air | $7 |",
      ),
    ]);
    expect(quote?.units[0]?.unit.lines).toHaveLength(2);
  });

  it("is never what the question says already", async () => {
    const [quote] = await quotesOf("How do I get a refund for an order?", [
      chunk("1. Get a refund for an order\n\nOpen the order and press the button for your money back."),
    ]);
    expect(textOf(quote!.best)).toContain("press the button");
    expect(textOfQuote(quote!)).not.toMatch(/^1\. Get a refund/);
  });

  it("takes along the sentence that a pronoun at its beginning points to", async () => {
    const text = `${filler("weather")}\n\nThe refund goes to your card. It takes five days until the refund is there.\n\n${filler("garden")}`;
    const [quote] = await quotesOf("How long does a refund take?", [chunk(text)]);
    expect(textOfQuote(quote!)).toMatch(/^The refund goes to your card\.\s+It takes five days/);
  });

  it("is not taken from below a question of another kind", async () => {
    const [quote] = await quotesOf("How do I change an invoice?", [
      chunk("Every invoice that you change is kept. An invoice may be changed once.", {
        heading: "What happens when I change an invoice?",
        score: 0.6,
      }),
      chunk("Open Billing, choose the invoice and press Change.", {
        heading: "How do I correct an invoice?",
        score: 0.57,
      }),
    ]);
    expect(textOfQuote(quote!)).toContain("press Change");
  });
});
