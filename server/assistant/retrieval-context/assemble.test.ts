import { describe, expect, it } from "vitest";
import { contextRecordSchema, contextSources } from "../../../protocol/context-record.ts";
import { askSources, type Source } from "./ask-sources.ts";
import { assemble, choose, choosePassages, fillRoom } from "./assemble.ts";
import { type Candidate, type Circumstances, fadedWeight, noCircumstances, weigh } from "./candidate.ts";

const now = new Date("2026-11-25T12:00:00Z");
const daysAgo = (days: number) => new Date(now.getTime() - days * 24 * 60 * 60_000);
const alone = noCircumstances(now);

function passage(more: Partial<Candidate<string>> = {}): Candidate<string> {
  const id = more.id ?? "passage";
  return {
    source: "search",
    kind: "passage",
    id,
    document_id: "document",
    version_id: "version",
    tokens: 100,
    similarity: 0.7,
    rank: 0,
    item: id,
    ...more,
  };
}
const weightOf = (more: Partial<Candidate<string>>, about: Partial<Circumstances> = {}) =>
  weigh(passage(more), { ...alone, ...about });

describe("weights", () => {
  it("are those of the design for each source", () => {
    expect(contextSources.map((source) => weightOf({ source }).weight)).toEqual([1, 0.8, 0.7, 0.6, 0.6, 0.5]);
  });

  it("rise for what a parent, a child or a sibling uses, for the nearer of them once", () => {
    const near = new Set(["document"]);
    expect(weightOf({}, { nearBranch: near }).weight).toBe(0.65);
    expect(weightOf({}, { siblingBranch: near }).weight).toBe(0.6);
    expect(weightOf({}, { nearBranch: near, siblingBranch: near }).weight).toBe(0.65);
    expect(weightOf({ source: "always" }, { nearBranch: near }).weight).toBe(0.8);
  });

  it("fall with each month without use, down to a floor", () => {
    const after = (days: number) => weightOf({}, { lastUse: new Map([["document", daysAgo(days)]]) }).weight;
    expect([0, 29, 30, 61, 121, 1_000].map(after)).toEqual([0.5, 0.5, 0.45, 0.4, 0.3, 0.3]);
    expect(weightOf({}, { lastUse: new Map([["other", daysAgo(400)]]) }).modifiers).toEqual([]);
    expect(fadedWeight(0.2, daysAgo(90), now)).toBe(0.2);
  });

  it("do not let in what a person dismisses, unless the message names it", () => {
    const about = { unwanted: new Map([["document", "dismissed three times"]]) };
    expect(weightOf({}, about).refused).toBe("dismissed three times");
    expect(weightOf({ source: "always" }, about).refused).toBe("dismissed three times");
    expect(weightOf({ source: "mentioned" }, about).refused).toBeUndefined();
    expect(weightOf({ source: "mentioned" }, { ...about, leftOut: new Set(["document"]) }).refused).toContain(
      "manually",
    );
  });

  it("count what other branches bring only where it is near for certain, once this one has drifted", () => {
    const about = { hasDrifted: true, nearBranch: new Set(["document"]) };
    expect(weightOf({ source: "branch", similarity: 0.85 }, about).refused).toContain("another topic");
    expect(weightOf({ source: "branch", similarity: 0.95 }, about).refused).toBeUndefined();
    expect(weightOf({ similarity: 0.85 }, about)).toMatchObject({ weight: 0.5, refused: undefined });
    expect(weightOf({ similarity: 0.95 }, about).weight).toBe(0.65);
  });
});

/** The same numbers each time. */
function dice(seed: number) {
  let state = seed;
  return (sides: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * sides);
  };
}

function anyCandidates(seed: number): Candidate<string>[] {
  const roll = dice(seed);
  return Array.from({ length: 3 + roll(30) }, (_, at) => {
    const refused = roll(10) === 0 ? { refused: "not relevant" } : {};
    return passage({
      source: contextSources[roll(contextSources.length)] ?? "search",
      id: `p${roll(25)}`,
      document_id: `d${roll(6)}`,
      tokens: 1 + roll(600),
      similarity: roll(100) / 100,
      rank: at,
      ...refused,
    });
  });
}
const worlds = Array.from({ length: 300 }, (_, at) => ({ candidates: anyCandidates(at + 1), tokens: 200 + at * 7 }));
const weighAll = (candidates: readonly Candidate<string>[]) => candidates.map((each) => weigh(each, alone));

describe("the room", () => {
  it("is never passed, but by a single entry that is larger than all of it", () => {
    for (const { candidates, tokens } of worlds) {
      const { taken, tokens: used } = fillRoom(weighAll(candidates), { tokens, most: 12 });
      expect(used).toBe(taken.reduce((sum, { candidate }) => sum + candidate.tokens, 0));
      expect(used <= tokens || taken.length === 1).toBe(true);
      expect(taken.length).toBeLessThanOrEqual(12);
    }
  });

  it("has each thing once, taken or left out", () => {
    for (const { candidates, tokens } of worlds) {
      const { taken, leftOut } = fillRoom(weighAll(candidates), { tokens });
      const ids = [...taken, ...leftOut.map(({ weighed }) => weighed)].map(({ candidate }) => candidate.id);
      expect(new Set(ids).size).toBe(ids.length);
      expect(new Set(ids)).toEqual(new Set(candidates.map(({ id }) => id)));
    }
  });

  it("gives nothing lesser the place of what was named in the message", () => {
    for (const { candidates, tokens } of worlds) {
      const { taken, leftOut } = fillRoom(weighAll(candidates), { tokens });
      const lacks = leftOut.some(
        ({ weighed: { candidate, refused } }) => candidate.source === "mentioned" && refused === undefined,
      );
      if (lacks) expect(taken.every(({ candidate: { source } }) => source === "mentioned")).toBe(true);
    }
  });

  it("is filled alike in whichever order the sources answer", () => {
    for (const { candidates, tokens } of worlds.slice(0, 100)) {
      const ids = (given: Candidate<string>[]) =>
        fillRoom(weighAll(given), { tokens }).taken.map(({ candidate: { source, id } }) => `${source} ${id}`);
      const expected = ids(candidates);
      expect(ids(candidates.toReversed())).toEqual(expected);
      expect(ids(candidates.toSorted((one, other) => one.tokens - other.tokens))).toEqual(expected);
    }
  });
});

const gives = (name: Source<string>["name"], ...candidates: Candidate<string>[]): Source<string> => ({
  name,
  ask: async () => candidates,
});
const never: Source<string> = { name: "memory", ask: () => new Promise(() => {}) };
const breaks: Source<string> = { name: "branch", ask: () => Promise.reject(new Error("the table is away")) };

describe("sources", () => {
  const { signal } = new AbortController();

  it("that are late or fail are left out and named, and the rest goes in", async () => {
    const sources = [never, breaks, gives("search", passage())];
    const { taken, record } = await assemble({
      sources,
      circumstances: alone,
      room: { tokens: 500 },
      signal,
      limitMs: 20,
    });
    expect(taken).toEqual([{ source: "search", item: "passage" }]);
    expect(record.sources.map(({ source, state }) => [source, state])).toEqual([
      ["memory", "late"],
      ["branch", "failed"],
      ["search", "answered"],
    ]);
    expect(contextRecordSchema.parse(record)).toEqual(record);
  });

  it("tell a late one that nobody waits for it any more", async () => {
    let told: AbortSignal | undefined;
    const source: Source<string> = {
      name: "thread",
      ask: (given) => {
        told = given;
        return new Promise(() => {});
      },
    };
    await askSources([source], { signal, limitMs: 5 });
    expect(told?.aborted).toBe(true);
  });

  it("are asked at once, and the one that an answer is made from is waited for", async () => {
    let open = () => {};
    const gate = new Promise<void>((resolve) => {
      open = resolve;
    });
    const main: Source<string> = {
      name: "search",
      isMain: true,
      ask: async () => {
        await gate;
        return [passage()];
      },
    };
    const side: Source<string> = {
      name: "always",
      ask: async () => {
        open();
        return [passage({ source: "always", id: "kept" })];
      },
    };
    const { candidates, sources } = await askSources([main, side], { signal, limitMs: 1_000 });
    expect(candidates.map(({ id }) => id)).toEqual(["passage", "kept"]);
    expect(sources[0]?.state).toBe("answered");
    const broken: Source<string> = { name: "search", isMain: true, ask: () => Promise.reject(new Error("away")) };
    await expect(askSources([broken], { signal })).rejects.toThrow("away");
  });
});

describe("a record", () => {
  it("says of each thing what it counted and why, without its words", () => {
    const about = { ...alone, nearBranch: new Set(["beside"]), lastUse: new Map([["old", daysAgo(70)]]) };
    const candidates = [
      passage({ id: "a", document_id: "beside", item: "its words" }),
      passage({ id: "b", document_id: "old", rank: 1 }),
      passage({ id: "c", source: "always", why: "cited three times since 3 November", rank: 0 }),
      passage({ id: "d", rank: 2, refused: "not relevant to the question" }),
      passage({ id: "e", rank: 3, tokens: 900 }),
    ];
    const answered = { candidates, sources: [] };
    const { record } = choose(answered, { circumstances: about, room: { tokens: 1_000 }, started: performance.now() });
    expect(record.taken.map(({ id, weight, reason }) => [id, weight, reason])).toEqual([
      ["c", 0.8, "cited three times since 3 November"],
      ["a", 0.65, "found for the question; used in the neighbouring branch"],
      ["b", 0.4, "found for the question; 0.10 less weight because it has not been used for a while"],
    ]);
    expect(record.left_out.map(({ id, reason }) => [id, reason])).toEqual([
      ["e", "does not fit in the budget of 1000 tokens"],
      ["d", "not relevant to the question"],
    ]);
    expect(record.budget).toEqual({ tokens: 1_000, used: 300 });
    expect(JSON.stringify(record)).not.toContain("its words");
  });

  it("names two dozen things that were left out and counts the others", () => {
    const candidates = Array.from({ length: 60 }, (_, at) => passage({ id: `p${at}`, rank: at }));
    const room = { tokens: 100 };
    const { record } = choose({ candidates, sources: [] }, { circumstances: alone, room, started: 0 });
    expect([record.taken.length, record.left_out.length, record.more_left_out]).toEqual([1, 24, 35]);
  });
});

it("what the search itself left out is in the record with its reason and its size", () => {
  const found = [{ chunk_id: "a", document_id: "d", version_id: "v", text: "Within 30 days.", parts: {} }];
  const refused = [
    { chunk_id: "b", document_id: "d", parts: {}, tokens: 120, reason: "enough other passages rank higher" },
  ];
  const { record } = choosePassages(found, { recalled: { candidates: [], sources: [] }, refused, ms: 1 });
  expect(record.left_out).toMatchObject([{ id: "b", tokens: 120, reason: "enough other passages rank higher" }]);
});
