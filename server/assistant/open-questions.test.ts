import { describe, expect, it } from "vitest";
import { readySentences } from "../core/text/ready/index.ts";
import { openQuestions, questionForTeam } from "./open-questions.ts";
import type { HistoryMessage } from "./ports.ts";

const asks = (content: string): HistoryMessage => ({ role: "visitor", content });
const answers = (content: string): HistoryMessage => ({ role: "assistant", content, is_answer: true });
const says = (content: string): HistoryMessage => ({ role: "assistant", content });
const wish = "I would like to talk to a person.";

describe("the open questions of a conversation", () => {
  it("are those since the last answer, with the last message", () => {
    const talk = [
      asks("How do I cancel?"),
      answers("Press Cancel [1]."),
      asks("Do you ship to Peru?"),
      says("Unsure."),
    ];
    expect(openQuestions(talk, "Is there a shop in Lima?")).toEqual([
      "Do you ship to Peru?",
      "Is there a shop in Lima?",
    ]);
    expect(questionForTeam(talk, "Is there a shop in Lima?")).toBe("Is there a shop in Lima?");
  });

  it("end with a reply of an agent too", () => {
    const talk = [asks("How do I cancel?"), { role: "agent" as const, content: "Done." }];
    expect(openQuestions(talk, "And my money?")).toEqual(["And my money?"]);
  });

  it("are the question before, for a visitor who only asks for the team", () => {
    const talk = [
      asks("How do I cancel?"),
      answers("Press Cancel [1]."),
      asks("Where is Peru?"),
      answers("There [1]."),
    ];
    expect(openQuestions(talk, wish)).toEqual(["Where is Peru?", wish]);
    expect(questionForTeam(talk, wish)).toBe("Where is Peru?");
    expect(questionForTeam([asks("Hello"), says("Hello!")], wish)).toBe("");
  });

  it("are no thanks, and nothing that nobody understood", () => {
    const talk = [asks("thanks"), says("You're welcome!"), asks("asdf qwe"), says(readySentences.de.unclear.once)];
    expect(openQuestions(talk, wish)).toEqual([wish]);
    expect(openQuestions(talk, "")).toEqual([]);
  });
});
