import { describe, expect, it } from "vitest";
import { isSealOf, type SealedCall, sealCall } from "./call-seal.ts";
import { canonicalJson } from "./canonical-json.ts";

const secrets = [{ kid: "k2", secret: "b".repeat(48) }];
const before = [{ kid: "k1", secret: "a".repeat(48) }];
const call: SealedCall = {
  tenantId: "n1",
  id: "i1",
  ticketId: "k1",
  visitorId: "v1",
  approval: "visitor",
  connection: { id: "c1", kind: "mcp", url: "https://shop.example/mcp", locked_headers: null },
  tool: { id: "t1", name: "move_booking", definition_hash: "d1" },
  arguments: { booking: "B-7", to: { day: "Friday", hour: 9 } },
};

describe("the seal that a yes is bound to", () => {
  it("is the same however the arguments are ordered", () => {
    const other = { to: { hour: 9, day: "Friday" }, booking: "B-7" };
    expect(sealCall({ ...call, arguments: other }, secrets)).toBe(sealCall(call, secrets));
    expect(sealCall(call, secrets)).toMatch(/^[0-9a-f]{64}$/);
  });

  it("is another one for another argument, person, tool, definition, connection, address or credentials", () => {
    const { connection, tool } = call;
    const others: Partial<SealedCall>[] = [
      { tenantId: "n2" },
      { id: "i2" },
      { ticketId: "k2" },
      { visitorId: "v2" },
      { visitorId: null },
      { approval: "agent" },
      { connection: { ...connection, id: "c2" } },
      { connection: { ...connection, kind: "rest" } },
      { connection: { ...connection, url: "https://shop.example/mcp2" } },
      { connection: { ...connection, locked_headers: Buffer.from("one") } },
      { connection: { ...connection, locked_headers: Buffer.from("two") } },
      { tool: { ...tool, id: "t2" } },
      { tool: { ...tool, name: "cancel_booking" } },
      { tool: { ...tool, definition_hash: "d2" } },
      { arguments: { booking: "B-7", to: { day: "Friday", hour: "9" } } },
      { arguments: { booking: "B-7", to: { day: "Friday", hour: 9 }, extra: null } },
      { arguments: { booking: "B-70", to: { day: "Friday", hour: 9 } } },
    ];
    const seals = others.map((other) => sealCall({ ...call, ...other }, secrets));
    expect(new Set([sealCall(call, secrets), ...seals]).size).toBe(others.length + 1);
    for (const seal of seals) expect(isSealOf(seal, call, secrets)).toBe(false);
  });

  it("is good while its secret is one of the server's, and cannot be made without it", () => {
    const seal = sealCall(call, before);
    expect(isSealOf(seal, call, [...secrets, ...before])).toBe(true);
    expect(isSealOf(seal, call, secrets)).toBe(false);
    expect(isSealOf("", call, secrets)).toBe(false);
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
