import { describe, expect, it } from "vitest";
import { argumentsHash, type BoundCall } from "./arguments-hash.ts";
import { canonicalJson } from "./canonical-json.ts";

const call: BoundCall = {
  connectionId: "c1",
  connectionUrl: "https://shop.example/mcp",
  toolId: "t1",
  toolName: "move_booking",
  definitionHash: "d1",
  arguments: { booking: "B-7", to: { day: "Friday", hour: 9 } },
};

describe("the hash that a yes is bound to", () => {
  it("is the same however the arguments are ordered", () => {
    const other = { to: { hour: 9, day: "Friday" }, booking: "B-7" };
    expect(argumentsHash({ ...call, arguments: other })).toBe(argumentsHash(call));
    expect(argumentsHash(call)).toMatch(/^[0-9a-f]{64}$/);
  });

  it("is another one for another argument, tool, definition, connection or address", () => {
    const others: Partial<BoundCall>[] = [
      { connectionId: "c2" },
      { connectionUrl: "https://shop.example/mcp2" },
      { toolId: "t2" },
      { toolName: "cancel_booking" },
      { definitionHash: "d2" },
      { arguments: { booking: "B-7", to: { day: "Friday", hour: "9" } } },
      { arguments: { booking: "B-7", to: { day: "Friday", hour: 9 }, extra: null } },
      { arguments: { booking: "B-70", to: { day: "Friday", hour: 9 } } },
    ];
    const hashes = others.map((other) => argumentsHash({ ...call, ...other }));
    expect(new Set([argumentsHash(call), ...hashes]).size).toBe(others.length + 1);
  });
});

describe("canonical JSON", () => {
  it("keeps a key that is named like a prototype", () => {
    expect(canonicalJson(JSON.parse('{"b":1,"__proto__":{"a":2}}'))).toBe('{"__proto__":{"a":2},"b":1}');
  });

  it("keeps lists in their order and leaves out what JSON does not know", () => {
    expect(canonicalJson({ b: [3, 1, { d: 1, c: undefined }], a: null })).toBe('{"a":null,"b":[3,1,{"d":1}]}');
    expect(canonicalJson(undefined)).toBe("null");
  });
});
