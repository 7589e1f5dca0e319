import { Node } from "@tiptap/core";
import type { Tag } from "./menu-entries.ts";

/** A tag in the text: one piece that is written over, deleted, copied and pasted whole. */
export const TagNode = Node.create({
  name: "tag",
  group: "inline",
  inline: true,
  atom: true,
  selectable: true,
  addAttributes: () => ({ kind: { default: "document" }, id: { default: "" }, label: { default: "" } }),
  // Nothing is ever made of markup: what is pasted comes as our own pieces or as plain text.
  parseHTML: () => [],
  renderHTML: ({ node }) => [
    "span",
    { class: `copilot-tag tag-${node.attrs["kind"]}`, dir: "auto" },
    node.attrs["label"],
  ],
  renderText: ({ node }) => String(node.attrs["label"]),
});

export function tagOf(attrs: Record<string, unknown>): Tag {
  // Only `TagNode` has these, and they came from a tag.
  return { kind: attrs["kind"] as Tag["kind"], id: String(attrs["id"]), label: String(attrs["label"]) };
}
