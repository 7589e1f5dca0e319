import { expect, it } from "vitest";
import { differingNumbers } from "./word-changes.ts";

it("marks numbers and dates that a policy does not have, beside those that count the same", () => {
  const policy = "Payouts arrive on the 22nd of the month, 60 days after the start, from 1 June 2024, in US Dollars.";
  expect(differingNumbers("You get it on the 15th, after 45 Days.", policy)).toEqual([
    { kind: "number", here: "15th", there: "22nd" },
    { kind: "number", here: "45 Days", there: "60 days" },
  ]);
  expect(differingNumbers("It starts in 2025.", policy)).toEqual([{ kind: "date", here: "2025", there: "2024" }]);
  expect(differingNumbers("On the 22ND, 60 days later, since June 2024.", policy)).toEqual([]);
});
