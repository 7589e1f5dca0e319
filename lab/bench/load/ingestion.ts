import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { asError } from "../../../server/core/errors.ts";
import { callAdmin } from "../parley.ts";
import type { Samples } from "./samples.ts";

const sections = 12;
const everyMs = 4_000;
const defaultPollMs = 500;
/** A document that is not searchable by then counts as failed. */
const limitMs = 60_000;

const addedSchema = z.object({ documents: z.array(z.object({ id: z.string() })).min(1) });
const documentSchema = z.object({ status: z.string() });

/** Adds documents of a few pages until the signal aborts, each when the one before is searchable. */
export async function ingest(
  input: { api: string; apiKey: string; samples(): Samples },
  signal: AbortSignal,
): Promise<void> {
  for (let nth = 0; !signal.aborted; nth += 1) {
    const samples = input.samples();
    await addDocument(input, nth).then(
      (ms) => samples.add("document", ms),
      (error: unknown) => samples.fail(`document: ${asError(error).message}`),
    );
    await sleep(everyMs, undefined, { signal }).catch(() => {});
  }
}

/** Adds a document and waits until it is searchable. @returns the time in ms. */
export async function addDocument(
  { api, apiKey, pollMs = defaultPollMs }: { api: string; apiKey: string; pollMs?: number },
  nth: number,
): Promise<number> {
  const from = performance.now();
  const body = { title: `Notes ${nth}`, source: `notes-${nth}.md`, content: notes(nth) };
  const added = addedSchema.parse(await callAdmin(api, { apiKey }, { path: "documents", body }));
  const path = `documents/${added.documents[0]?.id}`;
  while (performance.now() - from < limitMs) {
    const { status } = documentSchema.parse(await callAdmin(api, { apiKey }, { path }));
    if (status === "ready") return performance.now() - from;
    if (status === "failed") throw new Error("ingestion failed");
    await sleep(pollMs);
  }
  throw new Error("not ready in time");
}

function notes(nth: number): string {
  const section = (part: number) =>
    `## What is kept on shelf ${part} of store ${nth}?\n\nShelf ${part} of store ${nth} keeps ${part * 7} spools of line, the spare spars of model ${part} and a box of patches. Whoever takes the last one writes it down, so that it is ordered on Friday.\n`;
  return `# Store ${nth}\n\n${Array.from({ length: sections }, (_, part) => section(part)).join("\n")}`;
}
