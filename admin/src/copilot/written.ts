import type { CopilotMentions } from "../../../protocol/copilot-conversations.ts";
import { mostDocuments } from "../../../protocol/copilot-limits.ts";
import { isRecord } from "../../../ui/events/shapes.ts";
import type { Tag } from "./composer/menu-entries.ts";

/** Content of the composer: lines of text and tags. It is stored in the session, so it is validated as external data. */
export type Written = readonly (readonly Piece[])[];
export type Piece = string | Tag;

export const nothingWritten: Written = [[]];

const kinds = ["action", "set", "document", "version", "web"];

export function isWritten(value: unknown): value is Written {
  return Array.isArray(value) && value.every((line) => Array.isArray(line) && line.every(isPiece));
}

function isPiece(value: unknown): value is Piece {
  if (typeof value === "string") return true;
  return (
    isRecord(value) &&
    typeof value["id"] === "string" &&
    typeof value["label"] === "string" &&
    typeof value["kind"] === "string" &&
    kinds.includes(value["kind"])
  );
}

/** The text, with names in place of tags. */
export function textOf(written: Written): string {
  return written
    .map((line) => line.map((piece) => (typeof piece === "string" ? piece : piece.label)).join(""))
    .join("\n")
    .trim();
}

/** The tags as ids without duplicates; of several actions the last one counts. */
export function mentionsOf(written: Written): CopilotMentions {
  const tags = written.flat().filter((piece) => typeof piece !== "string");
  const ids = (...wanted: Tag["kind"][]) => [
    ...new Set(tags.filter(({ kind }) => wanted.includes(kind)).map(({ id }) => id)),
  ];
  const action = ids("action").at(-1) as CopilotMentions["action"]; // its entries come from the actions' own names
  const documents = ids("document", "version");
  const sets = ids("set");
  return {
    ...(action ? { action } : {}),
    ...(documents.length > 0 ? { documents } : {}),
    ...(sets.length > 0 ? { sets } : {}),
    ...(ids("web").length > 0 ? { web: true } : {}),
  };
}

/** Why the message cannot be sent; null when it can. */
export function problemOf({ documents = [], sets = [] }: CopilotMentions): string | null {
  if (documents.length > mostDocuments) return `Mention at most ${mostDocuments} documents.`;
  return sets.length > mostDocuments ? `Mention at most ${mostDocuments} sets.` : null;
}
