/** A part of a guide page: a heading of the second level and the text below it. */
export interface Section {
  heading: string;
  body: string;
}

/**
 * Replaces the sections of a page that have the same headings. The page must have the first section. A new section comes after the previous
 * one. People write the rest of the page.
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
