import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createTypingSignal } from "./typing-signal.ts";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

function setup() {
  const told: string[] = [];
  const signal = createTypingSignal((over) => {
    told.push(over ? "over" : "typing");
    return Promise.reject(new Error("nobody's concern"));
  });
  /** One key every half second. */
  const type = (keys: number) => {
    for (let key = 0; key < keys; key += 1) {
      signal.typed("abc");
      vi.advanceTimersByTime(500);
    }
  };
  return { told, signal, type };
}

it("is told at once, again every three seconds while keys are pressed, and once when they stop", () => {
  const { told, type } = setup();
  type(13);
  expect(told).toEqual(["typing", "typing", "typing"]);
  vi.advanceTimersByTime(10_000);
  expect(told).toEqual(["typing", "typing", "typing", "over"]);
});

it("is over at once when the text is gone or its ticket left, and not told twice; an answer that was sent tells it itself", () => {
  const { told, signal, type } = setup();
  type(1);
  signal.typed("  ");
  signal.stop();
  expect(told).toEqual(["typing", "over"]);
  type(1);
  signal.stop();
  vi.advanceTimersByTime(10_000);
  expect(told).toEqual(["typing", "over", "typing", "over"]);
  type(1);
  signal.sent();
  vi.advanceTimersByTime(10_000);
  expect(told).toHaveLength(5);
});
