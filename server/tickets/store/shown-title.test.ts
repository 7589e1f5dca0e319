import { expect, it } from "vitest";
import { shownTitle } from "./shown-title.ts";

it("a title is shown without Markdown syntax, also one that was stored with it", () => {
  expect(shownTitle("Where is **my** _order_ `4711`?")).toBe("Where is my order 4711?");
  expect(shownTitle("[Invoice](https://example.com/1) is wrong")).toBe("Invoice is wrong");
  expect(shownTitle("# Returns")).toBe("Returns");
  expect(shownTitle("Is 2 < 3 or snake_case a problem?")).toBe("Is 2 < 3 or snake_case a problem?");
  expect(shownTitle("#")).not.toBe("");
  expect(shownTitle("")).toBe("");
});
