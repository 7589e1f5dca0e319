import { Extension, type JSONContent, Node } from "@tiptap/core";
import { type Node as DocNode, Fragment, Slice as PmSlice, type Schema, type Slice } from "@tiptap/pm/model";
import { Plugin } from "@tiptap/pm/state";
import type { EditorView } from "@tiptap/pm/view";
import { isWritten, type Piece, textOf, type Written } from "../written.ts";
import type { Tag } from "./menu-entries.ts";

/** A tag in the text: one unit that is replaced, deleted, copied and pasted as a whole. */
export const TagNode = Node.create({
  name: "tag",
  group: "inline",
  inline: true,
  atom: true,
  selectable: true,
  addAttributes: () => ({ kind: { default: "document" }, id: { default: "" }, label: { default: "" } }),
  // No node is created from HTML: a paste inserts our own nodes or plain text.
  parseHTML: () => [],
  renderHTML: ({ node }) => [
    "span",
    { class: `copilot-tag tag-${node.attrs["kind"]}`, dir: "auto" },
    node.attrs["label"],
  ],
  renderText: ({ node }) => String(node.attrs["label"]),
});

function tagOf(attrs: Record<string, unknown>): Tag {
  // Only `TagNode` has these attributes, and they come from a tag.
  return { kind: attrs["kind"] as Tag["kind"], id: String(attrs["id"]), label: String(attrs["label"]) };
}

/** Converts composer content to the editor's format. */
export function toContent(written: Written): JSONContent {
  const lines = written.length > 0 ? written : [[]];
  return { type: "doc", content: lines.map((line) => ({ type: "paragraph", content: line.flatMap(toNode) })) };
}

function toNode(piece: Piece): JSONContent[] {
  // The editor allows no empty text node.
  if (piece === "") return [];
  if (typeof piece === "string") return [{ type: "text", text: piece }];
  const { kind, id, label } = piece;
  return [{ type: "tag", attrs: { kind, id, label } }];
}

/** Converts the editor's content, or a copied part, to text with mentions. */
export function toWritten(content: Fragment): Written {
  const lines: Piece[][] = [];
  content.forEach((block) => void lines.push(piecesOf(block)));
  return lines;
}

function piecesOf(block: DocNode): Piece[] {
  if (block.isText) return [block.text ?? ""];
  if (block.type.name === "tag") return [tagOf(block.attrs)];
  const pieces: Piece[] = [];
  block.forEach((node) => void pieces.push(node.isText ? (node.text ?? "") : tagOf(node.attrs)));
  return pieces;
}

/** Pasted content, open at both ends: it continues the current line. */
function toSlice(written: Written, schema: Schema): Slice {
  const doc = schema.nodeFromJSON(toContent(written));
  return new PmSlice(Fragment.from(doc.content), 1, 1);
}

function plainWritten(text: string): Written {
  return text.split(/\r\n?|\n/).map((line) => (line === "" ? [] : [line]));
}

/** Clipboard type that preserves tags between our composers; other programs read the plain text. */
const ownType = "application/x-parley-copilot";

/**
 * Copy, cut, paste and drop without HTML: the page allows no HTML parsing (Trusted Types without a policy), and markup of other pages does
 * not belong in a message.
 * @param onFiles called with files that are pasted or dropped.
 */
export const PlainClipboard = Extension.create<{ onFiles: (files: File[]) => void }>({
  name: "plainClipboard",
  addOptions: () => ({ onFiles: () => undefined }),
  addProseMirrorPlugins() {
    const { onFiles } = this.options;
    return [
      new Plugin({
        props: {
          handleDOMEvents: {
            copy: (view, event) => copy(view, event, false),
            cut: (view, event) => copy(view, event, true),
            paste: (view, event) => take(view, event, { data: event.clipboardData, onFiles }),
            drop: (view, event) => drop(view, event, onFiles),
            // Copy and paste keep tags; drag and drop would have to serialize and parse HTML.
            dragstart: (_view, event) => stop(event),
          },
        },
      }),
    ];
  },
});

function copy(view: EditorView, event: ClipboardEvent, isCut: boolean): boolean {
  const { selection } = view.state;
  if (selection.empty || !event.clipboardData) return false;
  const content = selection.content().content;
  const written = toWritten(content);
  event.clipboardData.setData("text/plain", textOf(written));
  event.clipboardData.setData(ownType, JSON.stringify(written));
  if (isCut) view.dispatch(view.state.tr.deleteSelection().scrollIntoView());
  return stop(event);
}

function take(
  view: EditorView,
  event: Event,
  { data, onFiles }: { data: DataTransfer | null; onFiles: (files: File[]) => void },
): boolean {
  if (!data) return stop(event);
  const written = ownOf(data) ?? plainWritten(data.getData("text/plain"));
  const files = [...data.files];
  if (files.length > 0 && textOf(written) === "") onFiles(files);
  else if (textOf(written) !== "")
    view.dispatch(view.state.tr.replaceSelection(toSlice(written, view.state.schema)).scrollIntoView());
  return stop(event);
}

function drop(view: EditorView, event: DragEvent, onFiles: (files: File[]) => void): boolean {
  view.focus();
  return take(view, event, { data: event.dataTransfer, onFiles });
}

function ownOf(data: DataTransfer): Written | null {
  try {
    const value: unknown = JSON.parse(data.getData(ownType) || "null");
    return isWritten(value) ? value : null;
  } catch {
    return null;
  }
}

function stop(event: Event): true {
  event.preventDefault();
  return true;
}
