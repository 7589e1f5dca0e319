import { describe, expect, it } from "vitest";
import { argumentFields, readArguments } from "./argument-form.tsx";
import { schemaRows } from "./schema.ts";

const order = {
  type: "object",
  required: ["order_id", "lines"],
  properties: {
    order_id: { type: "string", description: "As on the invoice", pattern: "^A-\\d+$", maxLength: 12 },
    speed: { enum: ["slow", "fast"], default: "slow" },
    lines: { type: "array", minItems: 1, items: { $ref: "#/$defs/line" } },
    note: { type: ["string", "null"] },
  },
  $defs: {
    line: { type: "object", required: ["sku"], properties: { sku: { type: "string" }, count: { type: "integer" } } },
  },
};

describe("a schema in words", () => {
  it("names every argument with its type, its rules and its parts", () => {
    expect(schemaRows(order).map(({ path, type, isRequired, rules }) => [path, type, isRequired, rules])).toEqual([
      ["order_id", "text", true, "at most 12 characters; like ^A-\\d+$"],
      ["speed", "one of", false, "slow, fast; otherwise slow"],
      ["lines", "list of object", true, "at least 1 item"],
      ["lines[].sku", "text", true, ""],
      ["lines[].count", "whole number", false, ""],
      ["note", "text", false, ""],
    ]);
  });

  it("ends with a schema that holds itself, and with what is no schema", () => {
    const circle = { properties: { again: { $ref: "#" } } };
    expect(schemaRows(circle).length).toBeLessThan(10);
    expect(schemaRows({ properties: { a: { $ref: "#/b" } }, b: { $ref: "#/b" } })).toHaveLength(1);
    expect(schemaRows({ properties: "none", required: 7 })).toEqual([]);
  });
});

describe("arguments that a person writes", () => {
  const fields = argumentFields(order);

  it("become values of the schema's types; what is left empty is left out", () => {
    expect(readArguments(fields, { order_id: "A-7", lines: '[{"sku":"x"}]' })).toEqual({
      arguments: { order_id: "A-7", speed: "slow", lines: [{ sku: "x" }] },
    });
  });

  it("say by name what is missing or cannot be read", () => {
    expect(readArguments(fields, { order_id: " ", speed: "never", lines: "[" })).toEqual({
      problems: { order_id: "Required.", speed: "Choose one.", lines: "Enter valid JSON." },
    });
    const [count] = argumentFields({ properties: { count: { type: "integer" } } });
    expect(readArguments(count ? [count] : [], { count: "1.5" })).toEqual({
      problems: { count: "Enter a whole number." },
    });
  });

  it("keep a name that objects have of their own", () => {
    const own = argumentFields(JSON.parse('{"properties":{"__proto__":{"type":"string"}}}'));
    expect(readArguments(own, Object.fromEntries([["__proto__", "x"]]))).toHaveProperty("arguments");
  });
});
