import { describe, expect, it } from "vitest";
import { cpuMs } from "../../test/support/cost.ts";
import { fillSpans, headerOf, tableLines, tableOf } from "./table.ts";

const cells = (...texts: string[]) => texts.map((text) => ({ text }));

describe("a table", () => {
  it("repeats a value in each row and column that it covers, so that values stay under their column", () => {
    const rows = [
      cells("Zone", "Weight", "Standard", "Express"),
      [{ text: "Islands", rowSpan: 2 }, ...cells("2 kg", "6", "14")],
      cells("10 kg", "11", "22"),
      [...cells("Abroad", "any"), { text: "on request", columnSpan: 2 }],
    ];
    expect(fillSpans(rows)).toEqual([
      ["Zone", "Weight", "Standard", "Express"],
      ["Islands", "2 kg", "6", "14"],
      ["Islands", "10 kg", "11", "22"],
      ["Abroad", "any", "on request", "on request"],
    ]);
  });

  it("fills two values from above, one of them wide, and keeps a cell over the whole width alone", () => {
    const rows = [
      [{ text: "Europe", columnSpan: 3 }],
      [
        { text: "A", rowSpan: 3 },
        { text: "B", rowSpan: 2, columnSpan: 2 },
      ],
      [],
      cells("x", "y"),
    ];
    expect(fillSpans(rows)).toEqual([["Europe"], ["A", "B", "B"], [], ["A", "x", "y"]]);
  });

  it("has as many columns as its rows, however wide its spans are", () => {
    const wide = (text: string, columnSpan: number) => ({ text, columnSpan });
    const rows = [cells("Plan", "Price"), [...cells("Team"), wide("29", 50)], [wide("Without tax.", 100)]];
    expect(fillSpans(rows)).toEqual([["Plan", "Price"], ["Team", "29"], ["Without tax."]]);
    const rest = { text: "A", rowSpan: 0 };
    expect(fillSpans([[rest, ...cells("1")], cells("2", "3"), []])).toEqual([["A", "1"], ["A", "2", "3"], []]);
  });

  it("joins several header rows per column, below a title over all columns", () => {
    const header = [["Prices 2026"], ["Zone", "Price", "Price"], ["Zone", "Standard", "Express"]];
    const table = tableOf([...header, ["A", "1", "2"]], 3, "Postage");
    expect(headerOf(table)).toEqual(["Prices 2026: Zone", "Price: Standard", "Price: Express"]);
    expect(tableLines(table)).toEqual({
      lead: ["Postage", "| Prices 2026: Zone | Price: Standard | Price: Express |"],
      rows: ["| A | 1 | 2 |"],
    });
  });

  it("takes an unmarked first row as the header if it names columns of numbers, and keeps empty cells", () => {
    const naming = tableOf([
      ["Plan", "Price"],
      ["Start", ""],
      ["Team", "29"],
    ]);
    expect(naming).toEqual({
      caption: null,
      header: [["Plan", "Price"]],
      rows: [
        ["Start", ""],
        ["Team", "29"],
      ],
    });
    expect(
      tableOf([
        ["Monday", "9 to 18"],
        ["Sunday", "closed"],
      ]).header,
    ).toEqual([]);
  });

  it("stays small and quick when its spans lie", () => {
    const row = Array.from({ length: 50 }, () => ({ text: "x", rowSpan: 65_534, columnSpan: 1_000 }));
    const rows = Array.from({ length: 10_000 }, () => row);
    expect(cpuMs(() => fillSpans(rows), 1)).toBeLessThan(2_000);
    expect(fillSpans(rows).flat().length).toBeLessThan(1_000_000);
  });
});
