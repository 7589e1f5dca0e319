import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { matchGroups } from "./arrange.ts";
import { clusterVectors, dot, meanOf, mostTypical } from "./cluster.ts";
import { placeQuestions } from "./place.ts";

function unit(...values: number[]): Float32Array {
  const length = Math.hypot(...values) || 1;
  return Float32Array.from(values, (value) => value / length);
}

function clusters(vectors: Float32Array[], limit: number): number[][] {
  const work = clusterVectors(vectors, limit);
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
}

/** Two distances that differ by less than this cannot be compared reliably, because rounding depends on the order of addition. */
const tooCloseToCall = 1e-5;

/** Clusters by comparing all pairs in each step. Returns undefined when two pairs, or a pair and the limit, are too close to compare. */
function byAllPairs(vectors: Float32Array[], limit: number): number[][] | undefined {
  const groups = vectors.map((_, index) => [index]);
  const distance = (one: number[], other: number[]) => {
    let sum = 0;
    for (const a of one) for (const b of other) sum += dot(vectors[a] ?? [], vectors[b] ?? []);
    return 1 - sum / (one.length * other.length);
  };
  for (;;) {
    let best = { at: -1, with: -1, distance: Number.POSITIVE_INFINITY };
    let second = limit;
    for (let a = 0; a < groups.length; a += 1)
      for (let b = a + 1; b < groups.length; b += 1) {
        const between = distance(groups[a] ?? [], groups[b] ?? []);
        if (Math.abs(between - limit) < tooCloseToCall) return undefined;
        if (between < best.distance) {
          second = Math.min(second, best.distance);
          best = { at: a, with: b, distance: between };
        } else second = Math.min(second, between);
      }
    if (best.distance < limit && second - best.distance < tooCloseToCall) return undefined;
    if (best.distance > limit) break;
    groups[best.at]?.push(...(groups.splice(best.with, 1)[0] ?? []));
  }
  return groups.map((group) => group.sort((a, b) => a - b)).sort((one, other) => (one[0] ?? 0) - (other[0] ?? 0));
}

const number = fc.double({ min: -1, max: 1, noNaN: true });
const vector = fc.tuple(number, number, number, number).map((values) => unit(...values, 0.01));

describe("clusterVectors", () => {
  it("puts what is near together and leaves what is not alone", () => {
    const vectors = [unit(1, 0), unit(0, 1), unit(0.9, 0.1), unit(-1, 0), unit(0.1, 0.9)];
    expect(clusters(vectors, 0.2)).toEqual([[0, 2], [1, 4], [3]]);
    expect(clusters([], 0.5)).toEqual([]);
    expect(clusters([unit(1)], 0.5)).toEqual([[0]]);
    expect(clusters([unit(1, 0), unit(1, 0), unit(1, 0)], 0)).toEqual([[0, 1, 2]]);
  });

  it("finds what average linkage by all pairs finds", () => {
    fc.assert(
      fc.property(
        fc.array(vector, { maxLength: 14 }),
        fc.double({ min: 0.05, max: 1.2, noNaN: true }),
        (vectors, limit) => {
          const expected = byAllPairs(vectors, limit);
          fc.pre(expected !== undefined);
          expect(clusters(vectors, limit)).toEqual(expected);
        },
      ),
      { numRuns: 300 },
    );
  });

  it("gives each question one place, and no two groups that are near enough to be one", () => {
    fc.assert(
      fc.property(
        fc.array(vector, { maxLength: 40 }),
        fc.double({ min: 0.05, max: 1, noNaN: true }),
        (vectors, limit) => {
          const groups = clusters(vectors, limit);
          expect(groups.flat().sort((a, b) => a - b)).toEqual(vectors.map((_, index) => index));
          const means = groups.map((group) => meanOf(group.map((at) => vectors[at] ?? unit(1))));
          for (const [at, mean] of means.entries())
            for (const other of means.slice(at + 1)) expect(1 - dot(mean, other)).toBeGreaterThan(limit - 1e-4);
        },
      ),
    );
  });

  it("names the one in the middle", () => {
    expect(mostTypical([unit(1, 0), unit(1, 1), unit(0, 1)])).toBe(1);
  });
});

describe("matchGroups", () => {
  const before = new Map([
    ["a", "gap-1"],
    ["b", "gap-1"],
    ["c", "gap-1"],
    ["d", "gap-2"],
    ["e", "gap-2"],
  ]);

  it("keeps the id of a gap that grew", () => {
    expect(
      matchGroups(
        [
          ["a", "b", "c", "x"],
          ["d", "e"],
          ["y", "z"],
        ],
        before,
      ),
    ).toEqual(["gap-1", "gap-2", null]);
  });

  it("gives the id to the larger part of one that was parted, and to the larger share of two that became one", () => {
    expect(matchGroups([["a"], ["b", "c"]], before)).toEqual([null, "gap-1"]);
    expect(matchGroups([["a", "b", "c", "d", "e"]], before)).toEqual(["gap-1"]);
    expect(matchGroups([["a", "d"]], before)).toEqual(["gap-1"]);
  });

  it("never gives one id twice, and changes nothing where nothing changed", () => {
    const id = fc.integer({ min: 0, max: 5 }).map((n) => `gap-${n}`);
    const group = fc.integer({ min: 0, max: 5 });
    fc.assert(
      fc.property(fc.array(fc.tuple(id, group), { maxLength: 40 }), (members) => {
        const known = new Map(members.map(([gapId], index) => [`q${index}`, gapId]));
        const groups = [0, 1, 2, 3, 4, 5].map((at) =>
          members.flatMap(([, g], index) => (g === at ? [`q${index}`] : [])),
        );
        const given = matchGroups(groups, known).filter((each) => each !== null);
        expect(new Set(given).size).toBe(given.length);
        const same = new Map<string, string[]>();
        for (const [member, gapId] of known) same.set(gapId, [...(same.get(gapId) ?? []), member]);
        expect(matchGroups([...same.values()], known)).toEqual([...same.keys()]);
      }),
    );
  });
});

describe("placeQuestions", () => {
  const places = {
    gaps: [{ id: "g", mean: unit(1, 0, 0), count: 3 }],
    singles: [{ id: "s", vector: unit(0, 1, 0) }],
  };

  it("puts a question to the gap it is near, to one that was alone, or nowhere", () => {
    const questions = [
      { id: "near", vector: unit(0.9, 0.1, 0) },
      { id: "second", vector: unit(0, 0.9, 0.1) },
      { id: "far", vector: unit(0, 0, -1) },
    ];
    expect(placeQuestions(questions, places, 0.3)).toEqual({
      joined: [{ id: "near", gapId: "g" }],
      founded: [["s", "second"]],
    });
    expect(places.singles).toHaveLength(1);
  });

  it("lets what comes later join what was just founded", () => {
    const questions = [unit(0, 0, 1), unit(0, 0.1, 1), unit(0.1, 0, 1)].map((v, index) => ({
      id: `${index}`,
      vector: v,
    }));
    expect(placeQuestions(questions, { gaps: [], singles: [] }, 0.3)).toEqual({
      joined: [],
      founded: [["0", "1", "2"]],
    });
  });
});
