import { expect, it } from "vitest";
import { unknownVariables } from "../../../../protocol/canned-limits.ts";
import { fillVariables, namesOf, nextPlace, unfilledIn } from "./canned-store.ts";

it("variables are filled in where something is known, and what is left is told", () => {
  const text = "Hello {{visitor.name}}, {{ agent.name }} here about #{{ticket.number}}. {{visitor.age}}{{constructor}}";
  const filled = fillVariables(text, {
    "visitor.name": null,
    "agent.name": "Ada $& {{ticket.number}}",
    "ticket.number": "7",
  });
  expect(filled).toBe("Hello {{visitor.name}}, Ada $& {{ticket.number}} here about #7. {{visitor.age}}{{constructor}}");
  expect(unfilledIn(`${filled} {{visitor.name}}`)).toEqual([
    "{{visitor.name}}",
    "{{ticket.number}}",
    "{{visitor.age}}",
    "{{constructor}}",
  ]);
  expect(unfilledIn("A set {1, 2} and {{}} are none")).toEqual([]);
  expect(unknownVariables(text)).toEqual(["{{visitor.age}}", "{{constructor}}"]);
});

it("unfilled variables are named in a sentence of bounded length", () => {
  expect(namesOf(["{{a}}"])).toBe("{{a}}");
  expect(namesOf(["{{a}}", "{{b}}"])).toBe("{{a}} and {{b}}");
  expect(namesOf(["{{a}}", "{{b}}", "{{c}}"])).toBe("{{a}}, {{b}} and {{c}}");
  expect(namesOf(["{{a}}", "{{b}}", "{{c}}", "{{d}}", "{{e}}"])).toBe("{{a}}, {{b}}, {{c}} and 2 more");
});

it("the next place of a variable is after the selection, and then at the start again", () => {
  const text = "{{a}} or {{a}}";
  expect(nextPlace(text, "{{a}}", 0)).toEqual({ start: 0, end: 5 });
  expect(nextPlace(text, "{{a}}", 5)).toEqual({ start: 9, end: 14 });
  expect(nextPlace(text, "{{a}}", 14)).toEqual({ start: 0, end: 5 });
  expect(nextPlace(text, "{{b}}", 0)).toBeNull();
});
