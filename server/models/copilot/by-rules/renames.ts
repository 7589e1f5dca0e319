import type { Hunk } from "./word-hunks.ts";
import { hunksOf } from "./word-hunks.ts";

/** Statements in which one name stands in the place of another, for it to be a renaming and no change of the matter. */
const fewest = 3;
/** Words of a name. */
const mostWords = 3;

/** What is called otherwise throughout: "Administrator" that became "Manager" in three statements. */
export function renamesIn(
  pairs: readonly (readonly [here: string, there: string])[],
): (hunk: Hunk, here: string, there: string) => boolean {
  const counts = new Map<string, number>();
  for (const [here, there] of pairs)
    for (const name of new Set(hunksOf(here, there).map((hunk) => nameOf(hunk, here, there))))
      if (name !== null) counts.set(name, (counts.get(name) ?? 0) + 1);
  return (hunk, here, there) => (counts.get(nameOf(hunk, here, there) ?? "") ?? 0) >= fewest;
}

function nameOf(hunk: Hunk, here: string, there: string): string | null {
  const sides = [here.slice(hunk.here.start, hunk.here.end), there.slice(hunk.there.start, hunk.there.end)];
  const isName = sides.every((text) => text !== "" && text.split(/\s+/).length <= mostWords);
  return isName ? sides.join("\n").toLowerCase() : null;
}
