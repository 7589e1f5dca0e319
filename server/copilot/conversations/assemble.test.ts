import { expect, it } from "vitest";
import type { CopilotDocument } from "../../../protocol/copilot.ts";
import { documentIdSchema } from "../../../protocol/ids.ts";
import { newId } from "../../core/ids.ts";
import type { CopilotChunk } from "../ports.ts";
import { recordOfRead } from "./assemble.ts";

const document = (version: number, current: boolean) =>
  ({
    document_id: documentIdSchema.parse(newId()),
    version_id: newId(),
    version,
    is_current: current,
  }) as CopilotDocument;
const chunks = (count: number) =>
  Array.from({ length: count }, () => ({ chunk_id: newId(), text: "Parcels leave within two days." }) as CopilotChunk);

it("tells how much of each document went in, and what of it did not", () => {
  const all = chunks(10);
  const [whole, part, none] = [document(2, true), document(1, false), document(1, true)];
  const record = recordOfRead(
    [
      { document: whole, all: all.slice(0, 3), chunks: all.slice(0, 3) },
      { document: part, all, chunks: all.slice(0, 4) },
      { document: none, all: all.slice(0, 2), chunks: [] },
    ],
    12,
  );
  expect(record.taken.map(({ version_id: id, reason }) => [id, reason])).toEqual([
    [whole.version_id, "read in full: 3 passages"],
    [part.version_id, "version 1, 4 of 10 passages, chosen for the question"],
  ]);
  expect(record.left_out.map(({ version_id: id, tokens }) => [id, tokens > 0])).toEqual([
    [part.version_id, true],
    [none.version_id, true],
  ]);
  expect(record.budget).toEqual({ tokens: 0, used: record.taken.reduce((sum, { tokens }) => sum + tokens, 0) });
});
