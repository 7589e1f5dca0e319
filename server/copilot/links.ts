/** A link of a document: its label and its target. */
export interface DocumentLink {
  label: string;
  target: string;
}

/** Longer labels and targets are ignored. */
const inline = /\[([^[\]\n]{1,200})\]\(\s{0,3}<?([^()<>\n]{1,500}?)>?\s{0,3}\)/gu;
const byReference = /\[([^[\]\n]{1,200})\]\[([^[\]\n]{1,100})\]/gu;
const definition = /^\[([^[\]\n]{1,100})\]:\s{0,3}(\S{1,500})/gmu;
const anchor = /<a\s[^<>]{0,200}?href="([^"]{1,500})"[^<>]{0,200}>([^<]{1,200})<\/a>/giu;

/** The links of a Markdown or HTML text; stored passages have none. */
export function linksIn(text: string): DocumentLink[] {
  const definitions = new Map([...text.matchAll(definition)].map(([, name = "", to = ""]) => [name.toLowerCase(), to]));
  const referred = [...text.matchAll(byReference)].flatMap(([, label = "", name = ""]) => {
    const target = definitions.get(name.toLowerCase());
    return target === undefined ? [] : [{ label, target }];
  });
  return [
    ...[...text.matchAll(inline)].map(([, label = "", target = ""]) => ({
      label,
      target: target.split(/\s"/u)[0] ?? "",
    })),
    ...referred,
    ...[...text.matchAll(anchor)].map(([, target = "", label = ""]) => ({ label, target })),
  ];
}
