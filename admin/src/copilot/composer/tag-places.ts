import type { Tag } from "./menu-entries.ts";

/** A message's text with tags at the positions of their names; `rest` contains tags whose names are not in the text. */
export interface Placed {
  pieces: (string | Tag)[];
  rest: Tag[];
}

/**
 * Restores the tags of a message at the positions where the user typed them: the API has their names in the text and their ids in a
 * separate field.
 */
export function placeTags(text: string, tags: readonly Tag[]): Placed {
  let pieces: (string | Tag)[] = [text];
  const rest: Tag[] = [];
  // Longer names first: one name may contain another.
  for (const tag of [...tags].sort((a, b) => b.label.length - a.label.length)) {
    const next = pieces.flatMap((piece) => (typeof piece === "string" ? split(piece, tag) : [piece]));
    if (next.length === pieces.length) rest.push(tag);
    pieces = next;
  }
  return { pieces: pieces.filter((piece) => piece !== ""), rest: tags.filter((tag) => rest.includes(tag)) };
}

/** Matches the whole name only, never inside a word. */
function split(text: string, tag: Tag): (string | Tag)[] {
  if (tag.label === "") return [text];
  for (let at = text.indexOf(tag.label); at >= 0; at = text.indexOf(tag.label, at + 1)) {
    const end = at + tag.label.length;
    if (letter.test(text.charAt(at - 1)) || letter.test(text.charAt(end))) continue;
    return [text.slice(0, at), tag, ...split(text.slice(end), tag)];
  }
  return [text];
}

const letter = /[\p{L}\p{N}]/u;
