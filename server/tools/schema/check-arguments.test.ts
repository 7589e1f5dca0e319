import { describe, expect, it } from "vitest";
import { checkAnswer, checkArguments } from "./check-arguments.ts";
import { prepareSchema } from "./prepare-schema.ts";
import { isSafePattern } from "./safe-pattern.ts";

const order = {
  type: "object",
  properties: {
    number: { type: "string", pattern: "^[A-Z]-\\d{1,6}$", maxLength: 20 },
    count: { type: "integer", minimum: 1, maximum: 10 },
    to: { type: "object", properties: { day: { enum: ["Monday", "Friday"] } }, required: ["day"] },
  },
  required: ["number"],
};

const ok = (schema: unknown, given: unknown) => checkArguments(schema, given).ok;

describe("arguments of a call", () => {
  it("are what the schema says and nothing else", () => {
    expect(checkArguments(order, { number: "B-7", count: 2, to: { day: "Friday" } })).toEqual({
      ok: true,
      arguments: { number: "B-7", count: 2, to: { day: "Friday" } },
    });
    for (const wrong of [
      {},
      { number: 7 },
      { number: "b-7" },
      { number: "B-7", count: 1.5 },
      { number: "B-7", count: 11 },
      { number: "B-7", to: { day: "Sunday" } },
      { number: "B-7", extra: true },
      { number: "B-7", to: { day: "Friday", hour: 9 } },
      [],
      null,
      "text",
    ])
      expect(ok(order, wrong), JSON.stringify(wrong)).toBe(false);
  });

  it("are not taken beyond bounds, or with names that reach into objects", () => {
    const any = { type: "object", properties: { a: {} } };
    const deep = (levels: number): unknown => (levels === 0 ? 1 : { a: deep(levels - 1) });
    expect(ok(any, { a: deep(6) })).toBe(true);
    for (const wrong of [
      { a: deep(9) },
      { a: "x".repeat(2_001) },
      { a: Array.from({ length: 1_001 }, () => 1) },
      { a: Number.POSITIVE_INFINITY },
      { a: Number.NaN },
      { a: "\ud800" },
      { a: "nul\0" },
      { a: () => 1 },
      JSON.parse('{"a":{"__proto__":{"b":1}}}'),
      { a: { constructor: 1 } },
      { a: Array.from({ length: 20 }, () => "x".repeat(1_000)) },
    ])
      expect(ok(any, wrong)).toBe(false);
  });

  it("keep to what is put together of several schemas", () => {
    const schema = {
      type: "object",
      allOf: [{ $ref: "#/$defs/base" }, { properties: { b: { type: "string" } } }],
      $defs: { base: { type: "object", properties: { a: { type: "string" } }, required: ["a"] } },
    };
    expect(ok(schema, { a: "1", b: "2" })).toBe(true);
    expect(ok(schema, { a: "1", c: "2" })).toBe(false);
    const either = { type: "object", properties: { x: { anyOf: [{ type: "string" }, { type: "null" }] } } };
    expect(ok(either, { x: null })).toBe(true);
    expect(ok(either, { x: 1 })).toBe(false);
    const referred = {
      $schema: "http://json-schema.org/draft-07/schema#",
      type: "object",
      properties: { o: { $ref: "#/definitions/o" } },
      definitions: { o: { type: "object", properties: { a: { type: "string" } } } },
    };
    expect(ok(referred, { o: { a: "1" } })).toBe(true);
    expect(ok(referred, { o: { a: "1", b: "2" } })).toBe(false);
  });

  it("say what is wrong without saying what they are", () => {
    const checked = checkArguments(order, { number: "my password is hunter22", count: 0 });
    expect(checked.ok).toBe(false);
    expect(JSON.stringify(checked)).toContain("number");
    expect(JSON.stringify(checked)).not.toContain("hunter22");
  });
});

describe("a schema that a stranger wrote", () => {
  it("is refused when it is endless, leads out of itself or is none of an object", () => {
    const bomb: Record<string, unknown> = { type: "object", $defs: { l0: { type: "string" } } };
    for (let level = 1; level < 30; level += 1)
      (bomb.$defs as Record<string, unknown>)[`l${level}`] = {
        allOf: [{ $ref: `#/$defs/l${level - 1}` }, { $ref: `#/$defs/l${level - 1}` }],
      };
    bomb.properties = { a: { $ref: "#/$defs/l29" } };
    for (const schema of [
      bomb,
      { type: "object", properties: { self: { $ref: "#" } } },
      { type: "object", properties: { a: { $ref: "https://evil.example/schema" } } },
      { type: "object", properties: { a: { $ref: "#/$defs/none" } } },
      { type: "object", properties: JSON.parse('{"__proto__":{"type":"string"}}') },
      { type: "object", properties: { a: { $dynamicRef: "#a" } } },
      { type: "object", properties: { a: { enum: ["x".repeat(40_000)] } } },
      { type: "string" },
      [],
      null,
    ])
      expect(prepareSchema(schema).schema).toBeUndefined();
  });

  it("cannot hold up anybody by a pattern or a format", () => {
    const hostile = [
      "^(a+)+$",
      "^(a|a)*$",
      "^(a|aa)+$",
      "(x+x+)+y",
      "^(.*)(.*)(.*)(.*)$",
      "(?=a*)b",
      "^(a*)\\1$",
      "(a?){30}",
      "a{1,999}a{1,999}a{1,999}$",
      "^((a{2,})b?)*$",
      `^${"a?".repeat(30)}${"a".repeat(30)}$`,
      "^(a{1,9}){9}$",
    ];
    const began = performance.now();
    for (const pattern of hostile) {
      expect(isSafePattern(pattern, 2_000), pattern).toBe(false);
      const schema = { type: "object", properties: { a: { type: "string", pattern } } };
      expect(ok(schema, { a: `${"a".repeat(1_990)}!` })).toBe(true);
    }
    for (const format of [
      "url",
      "uri",
      "uri-reference",
      "email",
      "hostname",
      "ipv6",
      "date-time",
      "regex",
      "uri-template",
    ]) {
      const schema = { type: "object", properties: { a: { type: "string", format } } };
      for (const text of ["a".repeat(2_000), "http://".padEnd(1_999, "a-"), "1:".repeat(999), `${"a.".repeat(900)}@`])
        checkArguments(schema, { a: text });
    }
    expect(performance.now() - began).toBeLessThan(2_000);
  });

  it("keeps patterns that people write", () => {
    for (const pattern of [
      "^[A-Z]-\\d{1,6}$",
      "^\\d{4}-\\d{2}-\\d{2}$",
      "^(red|green)$",
      "^[\\w.+-]{1,20}@x$",
      "^\\d+$",
    ])
      expect(isSafePattern(pattern, 2_000), pattern).toBe(true);
    const checked = { type: "object", properties: { a: { type: "string", pattern: "^\\d+$" } } };
    expect(ok(checked, { a: "12" })).toBe(true);
    expect(ok(checked, { a: "12a" })).toBe(false);
  });
});

describe("a server's structured answer", () => {
  const schema = { type: "object", properties: { id: { type: "string" } }, required: ["id"] };
  it("has what its schema wants, and may have more", () => {
    expect(checkAnswer(schema, { id: "1", more: { there: true } })).toBeUndefined();
    expect(checkAnswer(schema, { id: 1 })).toMatch(/id/);
    expect(checkAnswer(schema, "text")).toBeTruthy();
  });
});
