import { expect, it } from "vitest";
import { partsOf } from "./marked-change.tsx";

it("marks what changed, once, and leaves the rest and what it does not find", () => {
  expect(partsOf("within 14 days by post", ["by post", "14", "14 days", "30"])).toEqual([
    { text: "within ", isChanged: false },
    { text: "14 days", isChanged: true },
    { text: " ", isChanged: false },
    { text: "by post", isChanged: true },
  ]);
  expect(partsOf("nothing", [""])).toEqual([{ text: "nothing", isChanged: false }]);
});
