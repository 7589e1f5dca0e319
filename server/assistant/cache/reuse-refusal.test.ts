import { describe, expect, it } from "vitest";
import { featuresOf, reuseRefusal } from "./reuse-refusal.ts";

const refusal = (one: string, other: string) => reuseRefusal(featuresOf(one, "en"), featuresOf(other, "en"));

describe("the gate refuses", () => {
  it.each([
    ["negation", "Why did my payment go through?", "Why did my payment not go through?"],
    ["negation", "Can I export with images?", "Can I export without images?"],
    ["opposite", "How do I enable click tracking?", "How do I disable click tracking?"],
    ["opposite", "How do I add a teammate?", "How do I remove a teammate?"],
    ["opposite", "How do I turn on two-factor sign-in?", "How do I turn two-factor sign-in off?"],
    ["opposite", "Can I change the plan before the trial ends?", "Can I change the plan after the trial ends?"],
    ["opposite", "How do I freeze my card?", "How can I unfreeze my card"],
    ["opposite", "how many vacation days do I have", "how many vacation days have I used"],
    ["number", "What is the limit for 10 seats?", "What is the limit for 100 seats?"],
    ["number", "What changes on 1 May 2024?", "What changes on 1 May 2025?"],
    ["number", "Are you open on Monday?", "Are you open on Sunday?"],
    ["name", "How do I connect to Shopify?", "How do I connect to Magento?"],
    ["number", 'What does error "E-401" mean?', 'What does error "E-403" mean?'],
    ["name", "Where do I set smtpHost?", "Where do I set smtpPort?"],
    ["question_type", "Why was my account suspended?", "When was my account suspended?"],
    ["question_type", "Why do I need to verify my identity?", "How do I verify my identity?"],
    ["question_type", "Do I have to verify my identity?", "What do I have to verify of my identity?"],
    ["word", "Where do I see the bounce report?", "Where do I see the spam report?"],
    ["word", "How long do mushrooms keep?", "How long do cooked mushrooms keep?"],
    ["word", "How do I block my card?", "How do I block my account?"],
    ["owner", "Where is my address shown?", "Where is your address shown?"],
    ["direction", "How do I switch from Pro to Basic?", "How do I switch from Basic to Pro?"],
    ["direction", "Can I import contacts from Gmail?", "Can I import contacts to Gmail?"],
    ["direction", "Can you call me?", "Can I call you?"],
    ["direction", "Is gold better than silver?", "Is silver better than gold?"],
    ["direction", "flights London to New York", "flights New York to London"],
  ])("for %s: %s / %s", (reason, one, other) => {
    expect(refusal(one, other)).toBe(reason);
    expect(refusal(other, one)).toBe(reason);
  });
});

describe("the gate lets pass", () => {
  it.each([
    ["How do I reset my password?", "how can i reset my password"],
    ["I can't find my PIN", "Where do I find my PIN?"],
    ["I don't know how to activate my card", "How do I activate my new card?"],
    ["What ways are there to invite teammates?", "How do I invite a teammate?"],
    ["Is it possible to change my billing address?", "How do I change the billing address?"],
    ["Do you support SAML?", "Is saml supported?"],
    ["HOW DO I CANCEL MY PLAN", "How do I cancel my plan?"],
    ["When will I get the invoice?", "How long until I get the invoice?"],
    ["For my team, how do I add a calendar?", "How do I add a calendar for my team?"],
    ["How do I switch from Pro to Basic?", "How do I switch to Basic from Pro?"],
    ["Is there a way to change my address?", "Is it possible to change my address?"],
    ["I lost my card. Can I order a new one?", "Can I order a new card? I lost mine"],
    ["Which file formats can I upload?", "What file formats can be uploaded?"],
  ])("%s / %s", (one, other) => {
    expect(refusal(one, other)).toBeNull();
    expect(refusal(other, one)).toBeNull();
  });
});
