import type { CopilotDocument } from "../../../protocol/copilot.ts";
import { documentIdSchema } from "../../../protocol/ids.ts";
import { withoutShared } from "../../copilot/conversations/library.ts";
import { type DocumentLink, linksIn } from "../../copilot/links.ts";
import type { CopilotChunk } from "../../copilot/ports.ts";
import { passagesOf } from "../../knowledge/documents/split.ts";
import { extract } from "../../knowledge/reading/extract/extract.ts";

const idOf = (kind: number, id: number) => `0000000${id}-0000-4000-8000-${kind.toString(16).padStart(12, "0")}`;

/** A passage without neighbours. */
export function chunkOf(text: string): CopilotChunk {
  return {
    chunk_id: idOf(3, 1),
    document_id: idOf(1, 1),
    version_id: idOf(2, 1),
    title: "Terms",
    url: null,
    page: null,
    heading: null,
    text,
    ordinal: 0,
    similarity: null,
  };
}

/** A Markdown text as the product parses and splits it. @param id from 1 to 9 */
export function copilotDocument(
  content: string,
  id = 1,
): {
  document: CopilotDocument;
  chunks: CopilotChunk[];
  links: DocumentLink[];
} {
  const title = `Terms ${id}`;
  const document: CopilotDocument = {
    document_id: documentIdSchema.parse(idOf(1, id)),
    version_id: idOf(2, id),
    version: id,
    label: null,
    is_current: true,
    title,
    kind: "other",
    set: null,
    created_at: "2026-01-01T00:00:00Z",
  };
  const passages = [...passagesOf(extract(content, "markdown").blocks, title)];
  const chunks = passages.map((passage, ordinal) => ({
    ...chunkOf(passage.text),
    ...passage,
    text: withoutShared(passage.text, passages[ordinal - 1]?.text),
    chunk_id: idOf(3 + ordinal, id),
    document_id: document.document_id,
    version_id: document.version_id,
    title,
    ordinal,
  }));
  return { document, chunks, links: linksIn(content) };
}
