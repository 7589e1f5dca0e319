import { describe, expect, it } from "vitest";
import type { LatestCall } from "../../tools/store/latest-calls.ts";
import { type ProposedWrite, valuesBefore } from "./values-before.ts";

const write: ProposedWrite = {
  arguments: { order_number: "4711", delivery_address: "Park Ave 9" },
  schema: { type: "object", required: ["order_number", "delivery_address"] },
  keys: ["order_number"],
  turnId: "now",
};

function read(result: unknown, more: Partial<LatestCall> = {}): LatestCall {
  const content = typeof result === "string" ? result : JSON.stringify(result);
  return { kind: "read", turn_id: "now", status: "completed", arguments: { order_number: "4711" }, content, ...more };
}

const order = { number: "4711", delivery_address: "Main St 1" };
const known = (calls: LatestCall[], more: Partial<ProposedWrite> = {}) =>
  Object.fromEntries(valuesBefore({ ...write, ...more }, calls));
const main = { delivery_address: "Main St 1" };

describe("the present value of a changed argument", () => {
  it("is in the look-up of the same thing, in whatever order and spelling", () => {
    expect(known([read(order)])).toEqual(main);
    expect(known([read({ deliveryAddress: "Main St 1", state: "packed" })])).toEqual(main);
    expect(known([read({ deliveryAddress: "Main St 1" }, { arguments: { orderNumber: 4711 } })])).toEqual(main);
    expect(known([read({ order: { delivery: order } })])).toEqual(main);
    expect(known([read({ delivery_address: "Main St 1", order_number: 4711 }, { arguments: {} })])).toEqual(main);
    const turned = { arguments: { delivery_address: "Park Ave 9", order_number: "4711" } };
    expect(known([read(order)], turned)).toEqual(main);
  });

  it("is in the entry of a list that names the thing, and in no other entry", () => {
    const list = [
      { order_number: "4712", delivery_address: "Elm St 2" },
      { order_number: "4711", delivery_address: "Main St 1" },
    ];
    expect(known([read(list, { arguments: {} })])).toEqual(main);
    expect(known([read({ pages: [[list]] }, { arguments: {} })])).toEqual(main);
    expect(known([read([list[0]], { arguments: {} })])).toEqual({});
    // Entries of the order, none of which is the order.
    expect(known([read({ parcels: [{ delivery_address: "Main St 1" }] })])).toEqual({});
  });

  it("is unknown without a look-up of the same thing", () => {
    expect(known([])).toEqual({});
    expect(known([read(order, { arguments: { order_number: "4712" } })])).toEqual({});
    expect(known([read({ ...order, order_number: "4712" })])).toEqual({});
    // A profile has an address too, but not the order's.
    expect(known([read({ delivery_address: "Main St 1" }, { arguments: {} })])).toEqual({});
    const abroad = { arguments: { ...write.arguments, country: "DE" } };
    expect(known([read({ delivery_address: "Main St 1", country: "DE" }, { arguments: {} })], abroad)).toEqual({});
    for (const status of ["failed", "conflict", "unknown", null] as const)
      expect(known([read(order, { status })])).toEqual({});
  });

  it("is unknown where two look-ups disagree, or one shows two values", () => {
    const other = read({ ...order, delivery_address: "Elm St 2" });
    expect(known([read(order), other])).toEqual({});
    expect(known([other, read(order)])).toEqual({});
    expect(known([read({ ...order, deliveryAddress: "Elm St 2" })])).toEqual({});
    expect(known([read({ ...order, invoice: { delivery_address: "Elm St 2" } })])).toEqual({});
    expect(known([read(order), read({ ...order, delivery_address: "Park Ave 9" })])).toEqual({});
    expect(known([read(order), read(order)])).toEqual(main);
  });

  it("comes from this turn before an earlier one, and never from before another write", () => {
    const earlier = read({ ...order, delivery_address: "Elm St 2" }, { turn_id: "earlier" });
    expect(known([read(order), earlier])).toEqual(main);
    expect(known([earlier])).toEqual({ delivery_address: "Elm St 2" });
    const changed = read("Done.", { kind: "write", turn_id: "earlier" });
    expect(known([changed, earlier])).toEqual({});
    expect(known([read(order), changed, earlier])).toEqual(main);
  });

  it("is never that of an argument by which things are found, nor of one among several that differ", () => {
    const cancel = { arguments: { customer: "c1", order_number: "4711" }, schema: {} };
    expect(known([read({ customer: "c1", order_number: "4712" }, { arguments: { customer: "c1" } })], cancel)).toEqual(
      {},
    );
    const amount = { arguments: { order_number: "4711", item: 7, amount: 3 }, schema: {} };
    expect(known([read({ item: 5, amount: 1 })], amount)).toEqual({});
    expect(known([read({ item: 7, amount: 1 })], amount)).toEqual({ amount: "1" });
    const search = { arguments: { order_number: "4711", day: "friday" }, schema: {} };
    expect(known([read({ day: "monday" }, { arguments: { order_number: "4711", day: "friday" } })], search)).toEqual(
      {},
    );
  });

  it("is a single value that differs", () => {
    for (const value of ["Park Ave 9", "", " ", null, ["Main St 1"], { street: "Main St 1" }])
      expect(known([read({ delivery_address: value })])).toEqual({});
    const gift = { arguments: { order_number: "4711", gift: true }, schema: {} };
    expect(known([read({ gift: false })], gift)).toEqual({ gift: "false" });
    const many = { arguments: { order_number: "4711", tags: ["a"] }, schema: {} };
    expect(known([read({ tags: ["b"] })], many)).toEqual({});
    const twice = { arguments: { order_number: "4711", newDay: "fri", new_day: "sat" }, schema: {} };
    expect(known([read({ new_day: "thu" })], twice)).toEqual({});
  });

  it("shows neither secrets nor hidden characters, and has a limit", () => {
    const of = (delivery_address: string) => known([read({ delivery_address })])["delivery_address"];
    expect(of("ann\u0040example.com")).toBe("[email]");
    expect(of("Main\u202e St\u200b 1")).toBe("Main\\u{202e} St\\u{200b} 1");
    expect(of("\ud800x")).toBe("\ufffdx");
    expect(of("😀".repeat(4_000))).toHaveLength(299);
    const asked = { arguments: { order_number: "4711", contact: "ann@example.com" }, schema: {} };
    // It may be the same address.
    expect(known([read({ contact: "[email]" })], asked)).toEqual({});
  });

  it("survives results that are no data, cut off, deep or strange", () => {
    const deep = `${'{"a":'.repeat(1_300)}${JSON.stringify(order)}${"}".repeat(1_300)}`;
    const nested = `${"[".repeat(3_900)}${"]".repeat(3_900)}`;
    const cut = `${JSON.stringify(order).slice(0, -1)}\n[…]`;
    const results = ["Order 4711 is sent to Main St 1.", "", "null", "7", '"x"', "{", cut, deep, nested];
    for (const result of results) expect(known([read(result)])).toEqual({});
    expect(known([read(`{"__proto__": {"delivery_address": "x"}, "constructor": 1}`)])).toEqual({});
    expect(known([read(order, { arguments: null }), read(order, { arguments: ["4711"] })])).toEqual({});
    const started = performance.now();
    const wide = JSON.stringify(Array.from({ length: 450 }, () => ({ order_number: 1 })));
    expect(known(Array.from({ length: 20 }, () => read(wide)))).toEqual({});
    expect(performance.now() - started).toBeLessThan(2_000);
  });
});
