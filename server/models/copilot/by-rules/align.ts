import { setImmediate as breathe } from "node:timers/promises";
import type { EmbedTexts } from "../../embeddings/port.ts";
import type { Fact } from "./facts.ts";
import type { Line } from "./lines.ts";
import { cosineOf, vectorsOf } from "./vectors.ts";

/** Two lines of one matter, and how alike they are, 0 to 1; `changed` at the least, for the pair to be one at all. */
export interface Pair {
  here: number;
  there: number;
  alike: number;
}

/** Less alike lines are of two matters. Chosen on the three pairs for tuning of `scripts/eval/copilot/compare-truth.ts`. */
const leastAlike = 0.42;
/** A line out of its order must be more alike: every document says "You may not" somewhere. */
const leastMoved = 0.5;
/** Meaning counts this much beside the words, from this cosine on: sentences of one subject are never far from each other. */
const shareOfMeaning = 0.4;
const farMeaning = 0.5;
/** The same heading above both. */
const worthOfHeading = 0.06;
/** A time, a sum of money or the like in both: what was changed most often is just that. */
const worthOfValue = 0.08;
/** Each round finds what was moved as one; more often than this nobody moves a section. */
const mostRounds = 4;
/** Rows of the table of all pairs between two looks at what else the process has to do. */
const breathAfter = 60;

/**
 * Pairs the lines of two documents so that the pairs are as alike as possible all together and in the order of both; then, among what is left,
 * those of sections that stand elsewhere. Each line has one partner at most.
 */
export async function alignLines(
  here: readonly Line[],
  there: readonly Line[],
  embed: EmbedTexts | undefined,
): Promise<Pair[]> {
  const likeness = await likenessOf(here, there, embed);
  const free = { here: here.map((_, index) => index), there: there.map((_, index) => index) };
  const pairs: Pair[] = [];
  for (let round = 0; round < mostRounds; round += 1) {
    const found = await inOrder(free, likeness, round === 0 ? leastAlike : leastMoved);
    if (found.length === 0) break;
    pairs.push(...found);
    free.here = free.here.filter((index) => !found.some((pair) => pair.here === index));
    free.there = free.there.filter((index) => !found.some((pair) => pair.there === index));
  }
  return pairs.toSorted((one, other) => one.here - other.here);
}

type Likeness = (here: number, there: number) => number;

/** The best pairs that do not cross each other. */
async function inOrder(free: { here: number[]; there: number[] }, likeness: Likeness, least: number): Promise<Pair[]> {
  const width = free.there.length;
  const best = Array.from({ length: free.here.length + 1 }, () => new Float32Array(width + 1));
  const gain = (i: number, j: number) => {
    const alike = likeness(free.here[i] ?? 0, free.there[j] ?? 0);
    // Two pairs that are half alike are worth less than one that is the same.
    return alike >= least ? alike * alike : 0;
  };
  for (let i = free.here.length - 1; i >= 0; i -= 1) {
    if (i % breathAfter === 0) await breathe();
    const [row, below] = [best[i], best[i + 1]];
    for (let j = width - 1; row && below && j >= 0; j -= 1) {
      const worth = gain(i, j);
      row[j] = Math.max(below[j] ?? 0, row[j + 1] ?? 0, worth > 0 ? worth + (below[j + 1] ?? 0) : 0);
    }
  }
  return traced(free, best, { gain, likeness });
}

function traced(
  free: { here: number[]; there: number[] },
  best: Float32Array[],
  { gain, likeness }: { gain: Likeness; likeness: Likeness },
): Pair[] {
  const pairs: Pair[] = [];
  const at = (i: number, j: number) => best[i]?.[j] ?? 0;
  for (let i = 0, j = 0; i < free.here.length && j < free.there.length; ) {
    const worth = gain(i, j);
    if (worth > 0 && at(i, j) <= worth + at(i + 1, j + 1) + 1e-5) {
      const [here, there] = [free.here[i] ?? 0, free.there[j] ?? 0];
      pairs.push({ here, there, alike: likeness(here, there) });
      i += 1;
      j += 1;
    } else if (at(i + 1, j) >= at(i, j + 1)) i += 1;
    else j += 1;
  }
  return pairs;
}

async function likenessOf(
  here: readonly Line[],
  there: readonly Line[],
  embed: EmbedTexts | undefined,
): Promise<Likeness> {
  const weights = rarity([...here, ...there]);
  const [sumsHere, sumsThere] = [here, there].map((lines) => lines.map(({ topic }) => sumOf(topic, weights)));
  const shared = (one: number, two: number) => {
    const common = commonOf(here[one]?.topic ?? none, there[two]?.topic ?? none, weights);
    return (2 * common) / Math.max(Number.MIN_VALUE, (sumsHere?.[one] ?? 0) + (sumsThere?.[two] ?? 0));
  };
  const [keysHere, keysThere] = [here, there].map((lines) => new Set(lines.map(({ key }) => key)));
  // What stands on both sides word for word needs no vector.
  const open = [...here.filter(({ key }) => !keysThere?.has(key)), ...there.filter(({ key }) => !keysHere?.has(key))];
  const vectors = await vectorsFor(open, embed);
  return remembered(there.length, (one, two) => {
    const [own, other] = [here[one], there[two]];
    if (!own || !other || (own.kind === "heading") !== (other.kind === "heading")) return 0;
    if (own.key === other.key) return 1;
    const words = shared(one, two);
    const near = cosineOf(vectors.get(own), vectors.get(other));
    const meant = near === 0 ? words : Math.max(0, (near - farMeaning) / (1 - farMeaning));
    const heading = own.heading === other.heading ? worthOfHeading : 0;
    const beside = words > 0 ? heading + (sharesSort(own, other) ? worthOfValue : 0) : 0;
    return Math.min(0.99, words + shareOfMeaning * Math.max(0, meant - words) + beside);
  });
}

function sharesSort(one: Line, other: Line): boolean {
  const isMeasured = ({ kind, sort }: Fact) => kind === "number" && !sort.startsWith("count");
  return one.facts.some((fact) => isMeasured(fact) && other.facts.some(({ sort }) => sort === fact.sort));
}

/** Each pair is looked at several times. */
function remembered(width: number, likeness: Likeness): Likeness {
  const known = new Map<number, number>();
  return (one, two) => {
    const place = one * width + two;
    const found = known.get(place);
    if (found !== undefined) return found;
    const alike = likeness(one, two);
    known.set(place, alike);
    return alike;
  };
}

/** Weight of the stems that both have. */
function commonOf(one: ReadonlySet<string>, other: ReadonlySet<string>, weights: ReadonlyMap<string, number>): number {
  const [small, large] = one.size < other.size ? [one, other] : [other, one];
  let sum = 0;
  for (const stem of small) if (large.has(stem)) sum += weights.get(stem) ?? 0;
  return sum;
}

const none: ReadonlySet<string> = new Set();

async function vectorsFor(
  lines: readonly Line[],
  embed: EmbedTexts | undefined,
): Promise<Map<Line, Float32Array | null>> {
  const made = await vectorsOf(
    lines.map(({ plain }) => plain),
    embed,
  );
  return new Map(lines.map((line, index) => [line, made[index] ?? null]));
}

/** What is in every line tells none from another. */
function rarity(lines: readonly Line[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { topic } of lines) for (const stem of topic) counts.set(stem, (counts.get(stem) ?? 0) + 1);
  return new Map([...counts].map(([stem, count]) => [stem, Math.log(1 + lines.length / count)]));
}

function sumOf(stems: ReadonlySet<string>, weights: ReadonlyMap<string, number>): number {
  let sum = 0;
  for (const stem of stems) sum += weights.get(stem) ?? 0;
  return sum;
}
