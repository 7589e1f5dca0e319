import { describe, expect, it } from "vitest";
import { contextualizeByRules } from "./contextualize.ts";

const history = [
  { role: "visitor" as const, content: "Who may not get a registration with form MV-44?" },
  { role: "assistant" as const, content: "Nobody without a proof of identity." },
];

describe("a whole question takes no words from the talk", () => {
  it.each([
    "If I am suspended, what do I do?",
    "What should I do if I am suspended?",
    "I need to change my address",
    "My payment was declined",
    "How long does it take for a refund to reach my bank?",
    "That's not what I meant. Who pays the customs for parcels?",
    "Wenn ich gesperrt bin, was muss ich tun?",
    "Se meu cartão expirar, o que faço?",
  ])("%s", (question) => {
    expect(contextualizeByRules(question, history)).toEqual({ question, unchanged: true });
  });
});

describe("a question that leans on the talk gets its words", () => {
  it.each(["How much is it?", "pricing?", "What documents do I need?", "And if I am suspended?", "What if not?"])(
    "%s",
    (question) => {
      const made = contextualizeByRules(question, history);
      expect(made.unchanged).toBe(false);
      expect(made.question).toContain("MV-44");
    },
  );
});
