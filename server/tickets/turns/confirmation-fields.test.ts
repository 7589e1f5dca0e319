import { describe, expect, it } from "vitest";
import { confirmationFields } from "./confirmation-fields.ts";

const schema = {
  type: "object",
  properties: {
    booking_id: { type: "string", title: "Booking" },
    newDate: { type: "string" },
    guests: { type: "array" },
    note: { type: "string", title: " " },
  },
  required: ["booking_id", "newDate", "amount"],
};

describe("the arguments of a write as a person reads them", () => {
  it("come in the order in which the schema requires them, with the titles of the tool's schema", () => {
    const fields = confirmationFields(schema, { guests: ["Ann", "Bo"], newDate: "2026-12-04", booking_id: "B-1" });
    expect(fields).toEqual([
      { name: "booking_id", label: "Booking", value: "B-1" },
      { name: "newDate", label: "New date", value: "2026-12-04" },
      { name: "guests", label: "Guests", value: '["Ann","Bo"]' },
    ]);
  });

  it("leave out nothing that the schema does not name, whatever it is called", () => {
    const args = JSON.parse('{"__proto__": "x", "constructor": 1, "note": "n", "extra_amount": 0, "on": false}');
    expect(confirmationFields(schema, args)).toEqual([
      { name: "note", label: "Note", value: "n" },
      { name: "__proto__", label: "Proto", value: "x" },
      { name: "constructor", label: "Constructor", value: "1" },
      { name: "extra_amount", label: "Extra amount", value: "0" },
      { name: "on", label: "On", value: "false" },
    ]);
    expect(confirmationFields({}, { a: null })).toEqual([{ name: "a", label: "A", value: "null" }]);
  });

  it("are shown in full, and so that nothing in them is hidden or out of order", () => {
    const values = confirmationFields(schema, {
      note: "x".repeat(50_000),
      booking_id: "B-1\u202e9-B\u200b\nline \u{1f468}\u200d\u{1f469}",
    });
    expect(values[1]?.value).toHaveLength(50_000);
    expect(values[0]?.value).toBe("B-1\\u{202e}9-B\\u{200b}\nline \u{1f468}\u200d\u{1f469}");
  });
});
