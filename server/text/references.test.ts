import { describe, expect, it } from "vitest";
import { refersBack } from "./references.ts";

describe("a message leans on the conversation when it says", () => {
  it.each([
    "How much does it cost?",
    "and for annual plans?",
    "What about teams?",
    "Can I cancel that?",
    "Why?",
    "the second one",
    "How do I turn them off?",
    "Is there another way?",
    "yes",
    "Does that include support?",
    "what else?",
    "pricing",
    "And how much for teams?",
    "the last",
    "No, I have not",
    "OK, and then?",
  ])("%s", (message) => {
    expect(refersBack(message)).toBe(true);
  });
});

describe("a message stands alone when it says", () => {
  it.each([
    "How do I reset my password?",
    "Is there a free plan for schools?",
    "Is it possible to change my billing address?",
    "I lost my card, can you block it?",
    "What is taurine?",
    "Where can I find the API key that I created last week?",
    "Which file types can I upload this month?",
    "How do I add a webhook and test it?",
    "Can I export my contacts as CSV?",
    "OK, and where do I download my invoices?",
    "Who was the first person to join your company?",
    "What is a webhook and where is it configured?",
    "This is very helpful. Do invoices show my tax number?",
    "No, I mean the spelling of the company name on last month's printed invoice.",
  ])("%s", (message) => {
    expect(refersBack(message)).toBe(false);
  });
});
