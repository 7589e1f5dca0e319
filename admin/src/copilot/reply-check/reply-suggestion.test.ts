import { expect, it } from "vitest";
import { nearestPlace, sentenceWith, spaced } from "./reply-suggestion.ts";

const reply = "Hello Ada.\nYou get it within 14 days. Shoes, too, within 14 days!\n\nBest regards";

it("takes the whole sentence that has the wrong words, the one where they were", () => {
  const partOf = (start: number) => {
    const found = sentenceWith(reply, { text: "within 14 days", start });
    return found && reply.slice(found.start, found.end);
  };
  expect(partOf(22)).toBe("You get it within 14 days.");
  expect(partOf(50)).toBe("Shoes, too, within 14 days!");
  expect(sentenceWith(reply, { text: "within 30 days", start: 22 })).toBeNull();
});

it("takes all sentences that the words reach into, and finds nothing for no words", () => {
  const text = "14 days. Shoes";
  const found = sentenceWith(reply, { text, start: 0 });
  expect(found && reply.slice(found.start, found.end)).toBe("You get it within 14 days. Shoes, too, within 14 days!");
  expect(nearestPlace(reply, "", 0)).toBeNull();
});

it("puts spaces around a sentence only where there are none", () => {
  expect(spaced("One.Two.", 4, "New.")).toBe(" New. ");
  expect(spaced("One. Two.", 5, "New.")).toBe("New. ");
  expect(spaced("", 0, "New.")).toBe("New.");
});
