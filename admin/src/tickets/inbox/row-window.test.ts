import { describe, expect, it } from "vitest";
import { seedTickets } from "../../../test/mock-tickets.ts";
import { rowPlaces, rowWindow } from "./row-window.ts";

const [seed] = [...seedTickets().values()].map(({ ticket }) => ticket);
const rows = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    ...(seed as NonNullable<typeof seed>),
    subject: "A question",
    preview: index % 3 === 0 ? "A question" : "An answer",
  }));

describe("the rows that are there", () => {
  it("are those in sight and a few around them, and the room of all is kept", () => {
    const places = rowPlaces(rows(10_000));
    const end = places[10_000] ?? 0;
    for (const top of [0, 1, 5_000, 400_000, end - 600, end]) {
      const { from, to, above, below } = rowWindow(places, top, 600);
      expect(to - from).toBeLessThan(30);
      expect(places[from] ?? 0).toBeLessThanOrEqual(top);
      expect(places[to] ?? 0).toBeGreaterThanOrEqual(Math.min(end, top + 600));
      expect(above + ((places[to] ?? 0) - (places[from] ?? 0)) + below).toBe(end);
    }
  });

  it("are none of an empty list and all of a short one", () => {
    expect(rowWindow(rowPlaces([]), 0, 600)).toEqual({ from: 0, to: 0, above: 0, below: 0 });
    expect(rowWindow(rowPlaces(rows(3)), 0, 600)).toEqual({ from: 0, to: 3, above: 0, below: 0 });
  });
});
