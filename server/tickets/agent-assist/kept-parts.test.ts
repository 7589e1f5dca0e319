import { expect, it } from "vitest";
import { lostParts } from "./kept-parts.ts";

it("numbers, code, links, placeholders and marks are compared, however a language writes its numbers", () => {
  const original = "Pay 1,250.50 euros by 3 May, {{visitor.name}}: run `npm start`, see https://a.example/x?y=1 [2].";
  const good =
    "Zahlen Sie 1.250,50 Euro bis zum 3. Mai, {{visitor.name}}: `npm start`, siehe https://a.example/x?y=1 [2].";
  expect(lostParts(original, good)).toEqual([]);
  const bad =
    "Zahlen Sie 1.205,50 Euro bis zum 3. Mai, {{besucher.name}}: `npm starten`, siehe https://a.example/x [2].";
  expect(lostParts(original, bad)).toEqual([
    "`npm start`",
    "{{visitor.name}}",
    "https://a.example/x?y=1",
    "1250.50",
    "`npm starten`",
    "{{besucher.name}}",
    "https://a.example/x",
    "1205.50",
  ]);
  expect(lostParts("12 and 12", "12")).toEqual(["12"]);
});
