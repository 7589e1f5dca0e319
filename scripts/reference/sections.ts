/** A part of a page of the guide: a heading of the second level and what stands below it. */
export interface Section {
  heading: string;
  body: string;
}

/**
 * The page with these sections in place of those of the same headings. The first must be there; one that is new comes after the one
 * before it. Everything else on the page is people's own.
 */
export function replaceSections(page: string, made: readonly Section[]): string {
  const parts = page.split(/^(?=## )/m);
  let place = -1;
  for (const { heading, body } of made) {
    const text = `## ${heading}\n\n${body.trim()}\n\n`;
    const old = parts.findIndex((part) => part.startsWith(`## ${heading}\n`));
    if (old < 0 && place < 0) throw new Error(`the page has no section "${heading}"`);
    if (old < 0) parts.splice(place + 1, 0, text);
    else parts[old] = text;
    place = old < 0 ? place + 1 : old;
  }
  return `${parts.join("").trimEnd()}\n`;
}
