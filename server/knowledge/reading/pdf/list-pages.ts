/** `page 3`, `pages 1-4, 9`: for people. */
export function listPages(pages: number[]): string {
  const ranges: [number, number][] = [];
  for (const page of [...pages].sort((a, b) => a - b)) {
    const last = ranges.at(-1);
    if (last && page <= last[1] + 1) last[1] = page;
    else ranges.push([page, page]);
  }
  const shown = ranges.slice(0, 20).map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`));
  const more = ranges.length > shown.length ? ", ..." : "";
  return `${pages.length === 1 ? "page" : "pages"} ${shown.join(", ")}${more}`;
}
