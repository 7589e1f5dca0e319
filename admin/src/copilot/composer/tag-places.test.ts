import { expect, it } from "vitest";
import type { Tag } from "./menu-entries.ts";
import { placeTags } from "./tag-places.ts";

const audit: Tag = { kind: "action", id: "audit", label: "Audit" };
const refunds: Tag = { kind: "document", id: "1", label: "Refund policy" };
const oldRefunds: Tag = { kind: "version", id: "2", label: "Refund policy (version 1)" };

it("puts tags to where their names stand, the longer name first", () => {
  expect(placeTags("Audit Refund policy (version 1) and Refund policy.", [audit, refunds, oldRefunds])).toEqual({
    pieces: [audit, " ", oldRefunds, " and ", refunds, "."],
    rest: [],
  });
});

it("finds no name within a word, and keeps what stands nowhere", () => {
  expect(placeTags("Auditors read the rules", [audit, refunds])).toEqual({
    pieces: ["Auditors read the rules"],
    rest: [audit, refunds],
  });
});
