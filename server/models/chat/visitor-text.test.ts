import { beforeEach, describe, expect, it, vi } from "vitest";
import { ThinkingHabit } from "./thinking-habit.ts";
import { VisitorText } from "./visitor-text.ts";

beforeEach(() => {
  vi.useFakeTimers();
  return () => vi.useRealTimers();
});

function visitorOf(model = "plain-model") {
  const seen: string[] = [];
  const habit = new ThinkingHabit(model);
  return { seen, habit, text: new VisitorText((piece) => seen.push(piece), habit) };
}

describe("what a visitor sees", () => {
  it("begins a moment after the first piece, and then comes as it is written", () => {
    const { seen, text } = visitorOf();
    text.push("Five ");
    text.push("days");
    expect(seen).toEqual([]);
    vi.advanceTimersByTime(300);
    expect(seen).toEqual(["Five ", "days"]);
    text.push(" [1].");
    expect(seen.join("")).toBe("Five days [1].");
  });

  it.each([
    "Okay, so the visitor wants a refund",
    "The user is asking about refunds",
    "Let me check passage 2",
    "I need to answer from the passages",
    "Der Nutzer fragt nach",
    "用户问退款",
  ])("is nothing of what sounds like reasoning: %s", (thought) => {
    const { seen, text } = visitorOf();
    text.push(thought);
    vi.advanceTimersByTime(60_000);
    expect(seen).toEqual([]);
    text.withdraw();
    text.push("Five days.");
    expect(seen).toEqual(["Five days."]);
  });

  it("is nothing of reasoning that comes in one piece, and all of an answer that says such words further down", () => {
    const { seen, habit, text } = visitorOf();
    for (let answer = 0; answer < 20; answer += 1) habit.learn(false);
    const thought = "Okay, so the visitor wants a refund. ";
    text.push(thought.repeat(4));
    expect(seen).toEqual([]);
    text.withdraw();
    const next = new VisitorText((piece) => seen.push(piece), habit);
    const answer = `${"A refund takes five days [1]. ".repeat(10)}${thought}`;
    next.push(answer);
    expect(seen).toEqual([answer]);
  });

  it.each([
    "A refund takes five days [1].",
    "First, open the settings. Then choose Billing.",
    "You need to sign in. I can tell you how.",
    "Thank you for asking!",
    "Yes, we ship to Norway.",
    "Zuerst die Einstellungen öffnen.",
  ])("is an ordinary answer soon: %s", (answer) => {
    const { seen, text } = visitorOf();
    text.push(answer);
    vi.advanceTimersByTime(300);
    expect(seen).toEqual([answer]);
  });

  it("comes whole at its end when it only sounded like reasoning", () => {
    const { seen, text } = visitorOf();
    text.push("Let me check: five days.");
    vi.advanceTimersByTime(1_000);
    text.end();
    expect(seen.join("")).toBe("Let me check: five days.");
  });

  it("of a model that reasons in the open is nothing until that has ended", () => {
    const { seen, text, habit } = visitorOf();
    habit.learn(true);
    habit.learn(false);
    text.push("Plain words");
    vi.advanceTimersByTime(60_000);
    expect(seen).toEqual([]);
    text.breakOff();
    expect(seen).toEqual([]);
    expect(text.isHeld).toBe(true);
  });

  it("comes at once from a model that has shown in many answers that it does not reason in the open", () => {
    const { seen, text, habit } = visitorOf();
    for (let answer = 0; answer < 20; answer += 1) habit.learn(false);
    text.push("Five ");
    expect(seen).toEqual(["Five "]);
    const other = new VisitorText((piece) => seen.push(piece), habit);
    for (const piece of ["Okay, so ", "the visitor ", "asks about ", "SECRET ", "things"]) other.push(piece);
    expect(seen.join("")).not.toContain("SECRET");
    other.withdraw();
    other.push("Okay, so the visitor asks nothing.");
    expect(other.text).toBe("Okay, so the visitor asks nothing.");
    habit.learn(true);
    expect(habit.isTrusted).toBe(false);
  });

  it("is held for a telling name until an answer has shown that it means nothing", () => {
    expect(visitorOf("deepseek-r1:8b").habit.isSuspected).toBe(true);
    expect(visitorOf("gpt-4o-mini").habit.isSuspected).toBe(false);
    const { habit } = visitorOf("qwq-32b");
    habit.learn(false);
    expect(habit.isSuspected).toBe(false);
  });

  it("goes on where a second try goes beyond the first, and stands still where it says something else", () => {
    const same = visitorOf();
    same.text.push("One two");
    same.text.breakOff();
    same.text.restart();
    for (const piece of ["One ", "two th", "ree"]) same.text.push(piece);
    expect(same.seen.join("")).toBe("One two three");
    const other = visitorOf();
    other.text.push("One two");
    other.text.breakOff();
    other.text.restart();
    other.text.push("Three four five six");
    other.text.end();
    expect(other.seen.join("")).toBe("One two");
    expect(other.text.text).toBe("Three four five six");
  });
});
