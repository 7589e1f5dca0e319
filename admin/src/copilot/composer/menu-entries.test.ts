import { expect, it } from "vitest";
import type { CopilotDocument } from "../../../../protocol/copilot.ts";
import { findEntries, fitOf, indexMenu, plain } from "./menu-entries.ts";

function document(n: number, title: string, more: Partial<CopilotDocument> = {}): CopilotDocument {
  return {
    document_id: `d-${n}` as CopilotDocument["document_id"],
    version_id: `v-${n}`,
    version: 1,
    label: null,
    is_current: true,
    title,
    kind: "other",
    set: null,
    created_at: "2026-01-01T00:00:00.000Z",
    ...more,
  };
}

const menu = (documents: CopilotDocument[]) => ({
  documents,
  sets: [{ name: "Policies", documents: 3 }],
  has_web: false,
  has_model: true,
  question: null,
});

it("fits beginnings of words, letters with gaps and accents, and not letters that are strewn about", () => {
  const name = plain("Refund policy");
  expect(fitOf(name, "ref")).toBeGreaterThan(fitOf(name, "pol") ?? 0);
  expect(fitOf(name, "rp")).not.toBeNull();
  expect(fitOf(name, "refpol")).not.toBeNull();
  expect(fitOf(plain("Rückgabe"), plain("ruck"))).not.toBeNull();
  expect(fitOf(name, "xyz")).toBeNull();
  expect(fitOf(plain("A very long heading about everything in the house"), "eueo")).toBeNull();
});

it("offers groups, the one that fits best first, and keeps older versions apart", () => {
  const index = indexMenu(
    menu([document(1, "Refund policy"), document(2, "Refund policy", { version: 1, is_current: false })]),
  );
  expect(findEntries(index, "").map(({ group }) => group)).toEqual([
    "Actions",
    "Actions",
    "Actions",
    "Actions",
    "Sets",
    "Documents",
    "Versions",
  ]);
  expect(findEntries(index, "refu").map(({ label }) => label)).toEqual(["Refund policy", "Refund policy (version 1)"]);
  expect(findEntries(index, "comp")[0]).toMatchObject({ kind: "action", id: "compare" });
});

it("finds one among thousands of documents within a keystroke", () => {
  const many = Array.from({ length: 5_000 }, (_, n) => document(n, `Handbook of department ${n}, second edition`));
  const index = indexMenu(menu([...many, document(9_999, "Terms of delivery")]));
  const took = Array.from({ length: 5 }, () => {
    const began = performance.now();
    expect(findEntries(index, "terms del")[0]?.id).toBe("v-9999");
    return performance.now() - began;
  });
  // The fastest of five runs, to exclude other load on the machine. A frame is 16 ms; the limit allows for slow machines.
  expect(Math.min(...took)).toBeLessThan(150);
});
