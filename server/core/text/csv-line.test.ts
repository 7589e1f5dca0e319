import { expect, it } from "vitest";
import { csvLine } from "./csv-line.ts";

it.each([
  ["Anna", '"Anna"'],
  ['say "hi"', '"say ""hi"""'],
  ["=HYPERLINK(1)", `"'=HYPERLINK(1)"`],
  ["  =1+1", `"'  =1+1"`],
  ["\uFF1D1+1", `"'\uFF1D1+1"`],
  ["@SUM(A1)", `"'@SUM(A1)"`],
  ["-2+3", `"'-2+3"`],
  ["+49 30 123456", `"'+49 30 123456"`],
  ["-12.5", '"-12.5"'],
  ["1234", '"1234"'],
  ["4006381333931000123", `"'4006381333931000123"`],
  ["00123", `"'00123"`],
  ["0", '"0"'],
])("writes %s as a cell that a spreadsheet leaves alone", (text, cell) => {
  expect(csvLine([text])).toBe(`${cell}\r\n`);
});
