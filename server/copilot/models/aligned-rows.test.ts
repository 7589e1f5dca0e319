import { expect, it } from "vitest";
import { copilotDocument } from "../../test/support/copilot-chunks.ts";
import { alignedRows } from "./aligned-rows.ts";
import { listExcerpts } from "./excerpts.ts";

const rowsOf = (old: string, now: string) =>
  alignedRows([copilotDocument(old, 1), copilotDocument(now, 2)], listExcerpts());
const shown = (old: string, now: string) =>
  rowsOf(old, now)
    .filter(({ kind }) => kind !== "same")
    .map(({ kind, cells }) => [kind, ...cells.map(({ text }) => text)]);

const old = `# Travel rules

## Booking

Book at least 14 days before you leave. Ask your manager for longer trips.

- Flights under 4 hours: economy.
- Hotels up to 120 EUR a night.

## Expenses

Send receipts within 30 days of 1 March 2024.

We like trains.`;

it("lists every changed, added and removed paragraph, and none that stayed", () => {
  const now = old
    .replace("14 days", "21 days")
    .replace("120 EUR", "150 EUR")
    .replace("\n\nWe like trains.", "")
    .replace("## Expenses", "## Costs and receipts\n\nMeals are paid up to 40 EUR a day.");
  expect(shown(old, now)).toEqual([
    [
      "changed",
      "Book at least 14 days before you leave. Ask your manager for longer trips.",
      "Book at least 21 days before you leave. Ask your manager for longer trips.",
    ],
    ["changed", "- Hotels up to 120 EUR a night.", "- Hotels up to 150 EUR a night."],
    ["only_in_one", "Expenses"],
    ["only_in_one", "Costs and receipts"],
    ["only_in_one", "Meals are paid up to 40 EUR a day."],
    ["only_in_one", "We like trains."],
  ]);
});

it("marks changed numbers, dates and words, and takes case and signs for no change", () => {
  const now = old
    .replace("30 days of 1 March 2024", "45 days of 1 June 2025")
    .replace("We like trains.", "We like trains!");
  const [row] = rowsOf(old, now).filter(({ kind }) => kind !== "same");
  expect(row?.changes).toEqual([
    { kind: "number", here: "30", there: "45" },
    { kind: "date", here: "March 2024", there: "June 2025" },
  ]);
});

it("pairs what was moved, and joins what was cut at another place", () => {
  const one = "Alpha beta gamma delta epsilon zeta. Eta theta iota kappa lambda mu.";
  expect(shown(`${one}\n\nNu xi omicron pi rho sigma.`, `Nu xi omicron pi rho sigma.\n\n${one}`)).toEqual([]);
  expect(shown(one, one.replace(". Eta", ".\n\nEta"))).toEqual([]);
});

it("lists a link that leads elsewhere, whose words stayed", () => {
  const before =
    "# Help\n\nRead the [refund page](https://shop.example/refunds/) or [write to us][mail].\n\n[mail]: /contact";
  const now = before.replace("/refunds/", "/money-back");
  expect(shown(before, now)).toEqual([
    ["changed", "refund page: https://shop.example/refunds", "refund page: https://shop.example/money-back"],
  ]);
  expect(shown(before, before.replace("refunds/", "refunds").replace(": /contact", ": /contact/"))).toEqual([]);
});
