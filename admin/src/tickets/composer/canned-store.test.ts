import { expect, it } from "vitest";
import { unknownVariables } from "../../../../protocol/canned-limits.ts";
import { fillVariables, unfilledIn } from "./canned-store.ts";

it("variables are filled in where something is known, and what is left is told", () => {
  const text = "Hello {{visitor.name}}, {{ agent.name }} here about #{{ticket.number}}. {{visitor.age}}{{constructor}}";
  const filled = fillVariables(text, {
    "visitor.name": null,
    "agent.name": "Ada $& {{ticket.number}}",
    "ticket.number": "7",
  });
  expect(filled).toBe("Hello {{visitor.name}}, Ada $& {{ticket.number}} here about #7. {{visitor.age}}{{constructor}}");
  expect(unfilledIn(filled)).toBe("{{visitor.name}}");
  expect(unfilledIn("A set {1, 2} and {{}} are none")).toBeNull();
  expect(unknownVariables(text)).toEqual(["{{visitor.age}}", "{{constructor}}"]);
});
