import { describe, expect, it } from "vitest";
import { costsInProportion } from "../../../test/support/cost.ts";
import { parted, ThoughtFilter } from "./thought-filter.ts";

/** The final text, and all text that was emitted on the way. */
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
    ["<analysis>SECRET <b>x</b></analysis>\nFive days."],
    ["<reflection>SECRET</reflection><reason>SECRET</reason>\nFive days."],
    ["<Thought >SECRET</thought >Five days."],
    ['<think effort="high">SECRET</think>Five days.'],
    ["<think>SECRET</thinking>Five days."],
    ["<think><think>SECRET</think>Five days."],
    ["<scratchpad>SECRET</scratchpad>Five days."],
    ["<seed:think>SECRET</seed:think>Five days."],
    ["[THINK]SECRET[/THINK]Five days."],
    ["◁think▷SECRET◁/think▷Five days."],
    ["<|begin_of_thought|>SECRET<|end_of_thought|>Five days."],
    ["<|channel|>analysis<|message|>SECRET<|end|><|start|>assistant<|channel|>final<|message|>Five days.<|return|>"],
    [
      "<|start|>assistant<|channel|>analysis<|message|>SECRET<|end|><|start|>assistant<|channel|>commentary<|message|>SECRET<|end|><|start|>assistant<|channel|>final<|message|>Five days.",
    ],
    ["<|channel|>final <|constrain|>text<|message|>Five days.<|end|>"],
    ["<think>SECRET<|channel|>x</think>Five days."],
  ])("%s: closed reasoning at the very beginning never goes out", (text) => {
    const { left, out } = filtered(text, size);
    expect(left.trim()).toBe("Five days.");
    expect(out).not.toMatch(/SECRET|[<>|]|analysis|assistant/i);
  });

  it.each([
    ["Five days.<tool_call>SECRET</tool_call>"],
    ["<tool_call>\nSECRET\n</tool_call>\nFive days."],
    ["Five <function_calls>SECRET</function_calls>days."],
    ["Five days.[TOOL_CALLS]SECRET[ARGS]{}"],
    ["Five days.\n[TOOL_CALLS][{SECRET}]"],
    ["Five days.<|python_tag|>SECRET"],
    ["Five days.<function=f>{SECRET}</function>"],
    ["Five days.<｜tool▁calls▁begin｜>SECRET<｜tool▁calls▁end｜>"],
    ["Five days.<|tool_calls_section_begin|>SECRET"],
    ["Five days.<|im_end|>"],
    ["<｜Assistant｜>Five days.<｜end▁of▁sentence｜>"],
    ["Five days.<|eot_id|><end_of_turn>"],
  ])("%s: written tool calls and control tokens never go out", (text) => {
    const { left, out } = filtered(text, size);
    expect(left.trim()).toBe("Five days.");
    expect(out).not.toMatch(/SECRET|[<>|[]/i);
  });

  it.each([
    ["SECRET</think>Five days."],
    ["SECRET, a < b\n\n</thinking>\n\nFive days."],
    ["SECRET</think>MORE SECRET</think>Five days."],
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
    ["Five <think>plain</think>days."],
    ["Write <reason>late</reason>, <analysis>none</analysis> and <reflection>."],
    ["<reason>late</reason>"],
    ["<analysis>an answer without an end"],
    ["```xml\n<think>a</think>\n<tool_call>b</tool_call>\n```\nand `</think>` too, with `<|im_end|>`."],
    ["~~~\n</think>\n~~~"],
    ["- one\n  ```\n  [TOOL_CALLS]\n  ```\n- two"],
  ])("%s: ordinary text stays", (text) => {
    expect(filtered(text, size)).toEqual({ left: text, out: text });
  });
});

it("reasoning that was cut off is no answer", () => {
  for (const text of ["<think>SECRET", "<analysis>SECRET"]) {
    let out = "";
    const filter = new ThoughtFilter({ emit: (piece) => (out += piece), withdraw: () => {} });
    filter.push(text);
    filter.end(true);
    expect(out).toBe("");
  }
});

it("ordinary text is not held longer than it may become a tag", () => {
  const out: string[] = [];
  const filter = new ThoughtFilter({ emit: (piece) => out.push(piece), withdraw: () => {} });
  for (const piece of ["if a < ", "b then", " <", "br> <t", "able>"]) filter.push(piece);
  expect(out).toEqual(["if a < ", "b then", " ", "<br> ", "<table>"]);
});

it("a text of nothing but tags is read in time that grows with its length", () => {
  const texts = [
    "<think>",
    "</think>",
    "<",
    "<|x|>",
    "[think]",
    "< think ",
    "<|im_end|>",
    "<tool_call>",
    "<|channel|>",
  ];
  const read = (text: string) => (chars: number) => parted(text.repeat(Math.floor(chars / text.length)));
  expect(texts.filter((text) => !costsInProportion(read(text), 200_000))).toEqual([]);
});
