import type { JSONContent } from "@tiptap/core";
import type { Node as DocNode, Schema, Slice } from "@tiptap/pm/model";
import { Fragment, Slice as PmSlice } from "@tiptap/pm/model";
import type { Piece, Written } from "../written.ts";
import { tagOf } from "./tag-node.ts";

/** What was written as the editor has it. */
export function toContent(written: Written): JSONContent {
  const lines = written.length > 0 ? written : [[]];
  return { type: "doc", content: lines.map((line) => ({ type: "paragraph", content: line.flatMap(toNode) })) };
}

function toNode(piece: Piece): JSONContent[] {
  // An empty text is no node.
  if (piece === "") return [];
  if (typeof piece === "string") return [{ type: "text", text: piece }];
  const { kind, id, label } = piece;
  return [{ type: "tag", attrs: { kind, id, label } }];
}

/** What stands in the editor, or in a part of it that is copied. */
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

/** What is pasted, open at both ends: it flows into the line where it is put. */
export function toSlice(written: Written, schema: Schema): Slice {
  const doc = schema.nodeFromJSON(toContent(written));
  return new PmSlice(Fragment.from(doc.content), 1, 1);
}

/** Lines of plain text. */
export function plainWritten(text: string): Written {
  return text.split(/\r\n?|\n/).map((line) => (line === "" ? [] : [line]));
}
