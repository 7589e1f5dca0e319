import { expect, it } from "vitest";
import { linkOf } from "./link-text.ts";

/** The link with its selected part between bars. */
const marked = (chosen: string) => {
  const { text, from, to } = linkOf(chosen);
  return `${text.slice(0, from)}|${text.slice(from, to)}|${text.slice(to)}`;
};

it("a link of the selection waits for its address, an empty one and an address for their text", () => {
  expect(marked("our returns page")).toBe("[our returns page](|https://|)");
  expect(marked("")).toBe("[|text|](https://)");
  expect(marked("text")).toBe("[text](|https://|)");
  expect(marked("https://example.com/a_(b)?q=1")).toBe("[|text|](https://example.com/a_%28b%29?q=1)");
  expect(marked("mailto:help@example.com")).toBe("[|text|](mailto:help@example.com)");
});

it("spaces stay outside a link, and lines and brackets do not end it", () => {
  expect(marked("a word ")).toBe("[a word](|https://|) ");
  expect(marked("\n  two\n\n lines")).toBe("\n  [two lines](|https://|)");
  expect(marked("see [the] page")).toBe("[see \\[the\\] page](|https://|)");
  expect(marked("   ")).toBe("   [|text|](https://)");
  expect(marked("javascript:alert(1)")).toBe("[javascript:alert(1)](|https://|)");
});
