import { expect, it } from "vitest";
import { toCsv } from "./csv.ts";

it("quotes fields and lets nothing be a formula", () => {
  expect(
    toCsv([
      ['say "yes"', "a,b"],
      ["=SUM(A1)", "@x\nline"],
    ]),
  ).toBe('"say ""yes""","a,b"\r\n"\'=SUM(A1)","\'@x\nline"');
});
