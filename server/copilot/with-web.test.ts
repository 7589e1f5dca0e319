import { describe, expect, it } from "vitest";
import { asksForToday, webQueryOf } from "./with-web.ts";

describe("what a search engine is asked", () => {
  it.each([
    ["@web What is the VAT rate in Spain?", "What is the VAT rate in Spain?"],
    ["Please search the web for the VAT rate in Spain", "the VAT rate in Spain"],
    ["Look up the VAT rate in Spain", "the VAT rate in Spain"],
    ["Suche im Internet nach dem Steuersatz", "dem Steuersatz"],
    ["search the web", "search the web"],
  ])("%s", (words, query) => {
    expect(webQueryOf(words)).toBe(query);
  });
});

describe("words that ask for how things are now", () => {
  it.each([
    ["What is the VAT rate today?", true],
    ["What are the latest rules on data transfer?", true],
    ["Wie hoch ist der Zinssatz derzeit?", true],
    ["How do I update to the latest version?", false],
    ["When do parcels leave?", false],
    ["How do I change the currency?", false],
  ])("%s: %s", (words, isAsked) => {
    expect(asksForToday(words)).toBe(isAsked);
  });
});
