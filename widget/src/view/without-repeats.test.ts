import { describe, expect, it } from "vitest";
import { messageItem } from "../../test/items.ts";
import type { EscalationItem } from "./state.ts";
import { withoutRepeats } from "./without-repeats.ts";

const card: EscalationItem = {
  kind: "escalation",
  key: "e",
  order: 2,
  createdAt: "",
  ticketNumber: 104,
  expectedBy: null,
};
const said = (content: string) => messageItem({ content });

describe("the sentence of a hand-over and its card", () => {
  it("do not say the same twice", () => {
    const sentence = "I could not find this, so I asked a person. Your ticket is #104. The answer will appear here.";
    expect(withoutRepeats([said(sentence), card])).toMatchObject([
      { content: "I could not find this, so I asked a person." },
      { kind: "escalation", isTold: true },
    ]);
  });

  it("stay as they are where one says nothing of the other", () => {
    for (const content of ["I asked a person.", "Ticket #1041 is another.", "#104"]) {
      const items = [said(content), card];
      expect(withoutRepeats(items)).toBe(items);
    }
    const items = [said("Your ticket is #104.")];
    expect(withoutRepeats(items)).toBe(items);
  });
});
