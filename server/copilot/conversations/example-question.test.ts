import { expect, it } from "vitest";
import { questionFrom } from "./example-question.ts";

const title = "Orders";
const headings = (...paths: string[]) => paths.map((path) => ({ title, path }));

it("an example question is a heading of the library that asks something, or a question about a heading", () => {
  expect(questionFrom(headings("Orders", "Orders > Returns", "Orders > Who pays the postage?"))).toBe(
    "Who pays the postage?",
  );
  expect(questionFrom(headings("Orders > 送料はいくらですか？"))).toBe("送料はいくらですか？");
  expect(questionFrom(headings("Orders", "Orders > Returns", "Orders > Postage"))).toBe(
    "What does “Orders” say about “Returns”?",
  );
  expect(questionFrom(headings("Orders", "", `Orders > ${"long ".repeat(40)}?`))).toBeNull();
});
