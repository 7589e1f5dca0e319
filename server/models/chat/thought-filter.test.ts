import { describe, expect, it } from "vitest";
import { costsInProportion } from "../../test/support/cost.ts";
import { parted, ThoughtFilter } from "./thought-filter.ts";

/** What is left in the end, and all that was let out on the way. */
function filtered(text: string, size: number): { left: string; out: string } {
  let left = "";
  let out = "";
  const filter = new ThoughtFilter({
    emit: (piece) => {
      left += piece;
      out += piece;
    },
    withdraw: () => {
      left = "";
    },
  });
  for (let at = 0; at < text.length; at += size) filter.push(text.slice(at, at + size));
  filter.end();
  return { left, out };
}

describe.each([1, 2, 5, 1_000])("in pieces of %i", (size) => {
  it.each([
    ["<think>SECRET</think>Five days."],
    ["\n <think>\nSECRET\n</think>\n\nFive days."],
    ["<THINK>SECRET</Think>Five days."],
    ["<thinking>SECRET</thinking>\nFive days."],
    ["<reasoning>SECRET</reasoning>\nFive days."],
    ["<Thought >SECRET</thought >Five days."],
    ['<think effort="high">SECRET</think>Five days.'],
    ["<think>SECRET</thinking>Five days."],
    ["<think><think>SECRET</think>Five days."],
    ["<scratchpad>SECRET</scratchpad>Five days."],
    ["<thinking>SECRET</thinking>Five days."],
    ["<seed:think>SECRET</seed:think>Five days."],
    ["[THINK]SECRET[/THINK]Five days."],
    ["◁think▷SECRET◁/think▷Five days."],
    ["<|begin_of_thought|>SECRET<|end_of_thought|>Five days."],
    ["Five <think>SECRET</think>days."],
    ["Five <thinking>SECRET</thinking><reasoning>SECRET</reasoning>days.<think>SECRET"],
    ["<|channel|>analysis<|message|>SECRET<|end|><|start|>assistant<|channel|>final<|message|>Five days.<|return|>"],
    [
      "<|start|>assistant<|channel|>analysis<|message|>SECRET<|end|><|start|>assistant<|channel|>commentary<|message|>SECRET<|end|><|start|>assistant<|channel|>final<|message|>Five days.",
    ],
    ["<|Channel|>final <|constrain|>text<|message|>Five days.<|end|>"],
    ["<think>SECRET<|channel|>x</think>Five days."],
    ["Five days.<|im_end|>"],
    ["<｜Assistant｜>Five days.<｜end▁of▁sentence｜>"],
  ])("%s: nothing of the reasoning goes out", (text) => {
    const { left, out } = filtered(text, size);
    expect(left.trim()).toBe("Five days.");
    expect(out).not.toMatch(/SECRET|[<>|]|analysis|assistant/i);
  });

  it.each([
    ["SECRET</think>Five days."],
    ["SECRET, a < b\n\n</Thinking>\n\nFive days."],
    ["SECRET</reasoning>MORE SECRET</reasoning>Five days."],
    ["SECRET[/THINK]Five days."],
    ["SECRET<|end|><|start|>assistant<|channel|>final<|message|>Five days."],
    ["<think>SECRET</think>SECRET</think>Five days."],
  ])("%s: text before an end without a beginning is withdrawn", (text) => {
    expect(filtered(text, size).left).toBe("Five days.");
    expect(parted(text)).toEqual({ text: "Five days.", endedAlone: true });
  });

  it.each([
    ["a < b, b > c and <- x; 1<2 <= 3 << 4"],
    ["<b>bold</b> <thinker> <them> </thing> <t"],
    ["See [the list](https://x.example) [1][2] [th"],
    ["f <| g |> h, a || b, |x|, <|"],
    ["I think so. Thinking of reasons? </p>"],
    ["List<String> and Map<K, V>; if (a<think) b"],
  ])("%s: ordinary text stays", (text) => {
    expect(filtered(text, size)).toEqual({ left: text, out: text });
  });
});

it("ordinary text is not held longer than it may become a tag", () => {
  const out: string[] = [];
  const filter = new ThoughtFilter({ emit: (piece) => out.push(piece), withdraw: () => {} });
  for (const piece of ["if a < ", "b then", " <", "br> <t", "able>"]) filter.push(piece);
  expect(out).toEqual(["if a ", "< b then", " ", "<br> ", "<table>"]);
});

it("a text of nothing but tags is read in time that grows with its length", () => {
  const texts = ["<think>", "</think>", "<", "<|x|>", "[think]", "< think "];
  const read = (text: string) => (chars: number) => parted(text.repeat(Math.floor(chars / text.length)));
  expect(texts.filter((text) => !costsInProportion(read(text), 200_000))).toEqual([]);
});
