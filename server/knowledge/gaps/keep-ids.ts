/**
 * Which of the groups is which of those before: each keeps the id of the one that it shares the most members with, so that a gap that grew
 * is the same gap. Where one was parted, its larger part keeps the id; where two became one, the larger share counts.
 * @param before the id of each member's group until now; members without one are missing
 * @returns an id for each group, in their order; null for those that are new
 */
export function keepIds(
  groups: readonly (readonly string[])[],
  before: ReadonlyMap<string, string>,
): (string | null)[] {
  const shared = groups.flatMap((members, at) => {
    const counts = new Map<string, number>();
    for (const member of members) {
      const id = before.get(member);
      if (id !== undefined) counts.set(id, (counts.get(id) ?? 0) + 1);
    }
    return [...counts].map(([id, count]) => ({ at, id, count }));
  });
  // Among equals the older one: ids are made in the order of time.
  shared.sort(
    (one, other) => other.count - one.count || (one.id < other.id ? -1 : one.id > other.id ? 1 : one.at - other.at),
  );
  const kept = groups.map((): string | null => null);
  const taken = new Set<string>();
  for (const { at, id } of shared) {
    if (kept[at] !== null || taken.has(id)) continue;
    kept[at] = id;
    taken.add(id);
  }
  return kept;
}
