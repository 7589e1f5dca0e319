/** What tells which section of a document a passage is in. */
interface InSection {
  document_id: string;
  title: string;
  /** Headings above it, from the outermost in; null before the first. */
  heading: string | null;
}

/** The heading directly above a passage, or the title of its document. */
export function headingOf({ heading, title }: Pick<InSection, "heading" | "title">): string {
  return heading?.split(" > ").at(-1) ?? title;
}

/** The same for all passages of one section. */
export function sectionKey({ document_id, heading }: Pick<InSection, "document_id" | "heading">): string {
  return `${document_id}#${heading ?? ""}`;
}

/** The first item of each key, in the order of the items. */
export function firstOfEach<Item>(items: readonly Item[], keyOf: (item: Item) => string): Item[] {
  const seen = new Set<string>();
  return items.filter((item) => {
    const key = keyOf(item);
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}
