import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { CopilotDocument } from "../../../protocol/copilot.ts";
import { chunkIdSchema, documentIdSchema } from "../../../protocol/ids.ts";
import type { CopilotChunk } from "../../../server/copilot/ports.ts";
import { passagesOf } from "../../../server/knowledge/split.ts";
import { extract } from "../../../server/reading/extract/extract.ts";

export interface ReadDocument {
  content: string;
  document: CopilotDocument;
  chunks: CopilotChunk[];
}

/** A Markdown text as the product reads and cuts it. */
export function documentOf(
  content: string,
  { id, title, version = 1 }: { id: number; title: string; version?: number },
): ReadDocument {
  const document_id = documentIdSchema.parse(idOf(1, id));
  const document: CopilotDocument = {
    document_id,
    version_id: idOf(2, id),
    version,
    is_current: true,
    title,
    kind: "file",
    set: null,
    created_at: "2026-01-01T00:00:00Z",
  };
  const passages = [...passagesOf(extract(content, "markdown").blocks, title)];
  const chunks = passages.map((passage, ordinal) => ({
    chunk_id: chunkIdSchema.parse(idOf(3 + ordinal, id)),
    document_id,
    version_id: document.version_id,
    title,
    url: null,
    ...passage,
    ordinal,
    similarity: null,
  }));
  return { content, document, chunks };
}

/** A file of the sets for development, which are no part of the project; null where it is not there. */
export function dataFile(folder: string, ...path: string[]): string | null {
  const file = join(folder, ...path);
  return folder !== "" && existsSync(file) ? readFileSync(file, "utf8") : null;
}

function idOf(kind: number, id: number): string {
  return `${id.toString(16).padStart(8, "0")}-0000-4000-8000-${kind.toString(16).padStart(12, "0")}`;
}
