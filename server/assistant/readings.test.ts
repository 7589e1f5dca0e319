import { describe, expect, it } from "vitest";
import { foundPassage as chunk } from "../test/support/found-passage.ts";
import type { RetrievedChunk } from "./ports.ts";
import { closeReadings, withoutPlaces } from "./readings.ts";

const labels = (question: string, chunks: RetrievedChunk[], name = "") =>
  closeReadings(question, chunks, { name, locale: "en" }).map((reading) => reading.label);

const orders = [
  chunk("Cancel an order", "Open the order and press Cancel."),
  chunk("Cancel a booking", "A booking ends when you call us.", { score: 0.75 }),
];
const plans = [
  chunk("Basic plan", "The Basic plan costs 9 euros a month. It has one seat."),
  chunk("Pro plan", "The Pro plan costs 29 euros a month. It has ten seats.", { score: 0.78 }),
];

describe("close readings", () => {
  it("are titles that hold the whole question and differ in their subject", () => {
    expect(labels("How do I cancel?", orders)).toEqual(["Cancel an order", "Cancel a booking"]);
    expect(labels("How do I cancel in Acme?", orders, "Acme")).toHaveLength(2);
  });

  it("are headings of one document as well", () => {
    const sections = ["Export as PDF", "Export as CSV"].map((heading) =>
      chunk("Reports", `Press the button for ${heading}.`, { heading: `Reports > ${heading}` }),
    );
    expect(labels("How do I export?", sections)).toEqual(["Export as PDF", "Export as CSV"]);
  });

  it("are places that say the same of different things", () => {
    expect(labels("How much does a plan cost a month?", plans)).toEqual(["Basic plan", "Pro plan"]);
    expect(labels("What does it cost?", plans)).toEqual(["Basic plan", "Pro plan"]);
  });

  it("are none when the question names its subject, or one place wins", () => {
    expect(labels("How much does the Pro plan cost?", plans)).toEqual([]);
    expect(labels("How do I cancel a booking?", orders)).toEqual([]);
    expect(labels("How do I cancel?", [orders[0]!, { ...orders[1]!, score: 0.4 }])).toEqual([]);
    expect(labels("How do I cancel?", [chunk("Cancel", "Press Cancel."), ...orders])).toEqual([]);
  });

  it("are none when a document is about just that, or a heading is the question itself", () => {
    const headings = ["Embed the widget and style it", "Embed the widget on several sites"];
    const sections = (title: string, shown = headings) =>
      shown.map((heading) => chunk(title, "Paste the tag.", { heading }));
    expect(labels("Where do I embed the widget?", sections("Guide"))).toHaveLength(2);
    expect(labels("Where do I embed the widget?", sections("Embed the widget"))).toEqual([]);
    const questions = ["How do I embed the widget and style it?", "How do I embed the widget on several sites?"];
    expect(labels("How do I embed the widget?", sections("Guide", questions))).toHaveLength(2);
    expect(labels("How do I embed the widget?", sections("Guide", [...questions.slice(0, 1), "Colours"]))).toEqual([]);
  });

  it("are none among questions of another kind, and of words that every passage has", () => {
    const costs = ["How do I see what Acme costs?", "What does Acme cost?", "How do I change what Acme costs?"];
    const sections = costs.map((heading) => chunk("FAQ", "Acme costs nothing.", { heading }));
    expect(labels("What does it cost?", sections)).toEqual([]);
    const common = ["Cancel in Acme", "Cancel an order in Acme", "Stop Acme", "Start Acme", "Run Acme"];
    expect(
      labels(
        "How do I cancel?",
        common.map((title) => chunk(title, "Acme does so.")),
      ),
    ).toEqual([]);
  });

  it("of a single word are the likeliest of many", () => {
    const titles = ["a contact", "a group", "a pool", "a template", "a subuser", "a design"].map(
      (what) => `Delete ${what}`,
    );
    expect(
      labels(
        "How do I delete it?",
        titles.map((title) => chunk(title, "Press the button.")),
      ),
    ).toEqual(titles.slice(0, 4));
  });

  it("are none when one heading alone asks the same in more words", () => {
    const asked = chunk("FAQ", "It costs nothing.", { heading: "What does Acme cost, is it free?" });
    const page = chunk("Questions about costs", "Prices of models.", { heading: "Models" });
    expect(labels("What does it cost?", [asked, page])).toEqual([]);
    const other = chunk("FAQ", "It costs much.", { heading: "What does a model cost?" });
    expect(labels("What does it cost?", [asked, other])).toHaveLength(2);
  });

  it("of a word alone are its places, also when nearly all passages have their other words", () => {
    const headings = ["Manage contacts", "Delete contacts", "Upload contacts", "Export contacts"];
    const sections = headings.map((heading) => chunk("Help", "You manage contacts here.", { heading }));
    expect(labels("contacts", [...sections, chunk("Lists", "You manage a list.")])).toEqual(headings);
  });

  it("are none when two places say the very same, or nothing alike", () => {
    const same = ["Web", "Phone"].map((title) => chunk(title, "Refunds arrive within five days on your card."));
    expect(labels("When do refunds arrive?", same)).toEqual([]);
    const unlike = [
      chunk("Shipping", "Parcels arrive within two days in Europe."),
      chunk("Refunds", "Money may arrive late when banks are closed on holidays."),
    ];
    expect(labels("When does it arrive?", unlike)).toEqual([]);
    expect(closeReadings("", plans, { name: "", locale: "en" })).toEqual([]);
    expect(closeReadings("What does it cost?", [], { name: "", locale: "en" })).toEqual([]);
  });
});

describe("passages of readings that were not chosen", () => {
  it("are left out, unless nothing else is there", () => {
    const [, second] = plans;
    expect(withoutPlaces(plans, ["d-Basic plan"])).toEqual([second]);
    expect(withoutPlaces(plans, ["d-Basic plan", "d-Pro plan"])).toEqual(plans);
    expect(withoutPlaces(plans, [])).toEqual(plans);
  });
});
