import { describe, expect, it } from "vitest";
import { extract } from "../reading/extract/extract.ts";
import { passagesOf } from "./split.ts";

const passages = (text: string, format: "markdown" | "html" | "text" = "markdown") =>
  [...passagesOf(extract(text, format).blocks, "FAQ")].map(({ heading, text: body }) => [heading, body]);

const pairs = [
  ["Do you ship to Norway?", "Yes, for 9 euros."],
  ["Can I pay by invoice?", "No, sorry."],
];

describe("short questions and answers without headings", () => {
  it.each([
    ["markdown", "# FAQ\n\nDo you ship to Norway?\nYes, for 9 euros.\n\nCan I pay by invoice?\nNo, sorry.\n"],
    [
      "markdown",
      "# FAQ\n\n**Do you ship to Norway?**\n\nYes, for 9 euros.\n\n**Can I pay by invoice?**\n\nNo, sorry.\n",
    ],
    ["markdown", "# FAQ\n\n- **Do you ship to Norway?** Yes, for 9 euros.\n- **Can I pay by invoice?** No, sorry.\n"],
    ["text", "Q: Do you ship to Norway?\nYes, for 9 euros.\n\nQ: Can I pay by invoice?\nNo, sorry.\n"],
    [
      "html",
      "<p><b>Do you ship to Norway?</b></p><p>Yes, for 9 euros.</p><p><b>Can I pay by invoice?</b><br>No, sorry.</p>",
    ],
  ] as const)("are one passage each (%s)", (format, text) => {
    expect(passages(text, format)).toEqual(pairs);
  });

  it("end at the next heading of the document, and belong to the one above", () => {
    const text =
      "# FAQ\n\n## Shipping\n\nAsk away.\n\nTo Norway?\nYes.\n\nTo Iceland?\nNo.\n\n### Times\n\nTwo days.\n\n## Paying\n\nBy card.";
    expect(passages(text)).toEqual([
      ["Shipping", "Ask away."],
      ["Shipping > To Norway?", "Yes."],
      ["Shipping > To Iceland?", "No."],
      ["Shipping > Times", "Two days."],
      ["Paying", "By card."],
    ]);
  });
});

it.each([
  ["one question that a text asks itself", "Is it safe?\n\nYes. It was tested.\n\nIt weighs 2 kg."],
  ["questions below each other", "Is it on?\n\nIs it plugged in?\n\nIs it warm?\n\nThen call us."],
  ["steps", "1. Is it on? Turn it off.\n2. Is it warm? Wait."],
])("%s stay one passage", (_what, text) => {
  expect(passages(text)).toHaveLength(1);
});
