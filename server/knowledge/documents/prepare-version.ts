import { createHash } from "node:crypto";
import { setImmediate as nextTick } from "node:timers/promises";
import type { NewChunk } from "../../assistant/store/chunks.ts";
import { countVisible } from "../reading/extract/blocks.ts";
import { titleOfUntitled } from "../reading/extract/title.ts";
import type { PageText, VersionRow } from "../store/document-versions.ts";
import type { ReadVersion } from "./read-version.ts";
import { passagesOf } from "./split.ts";

/** Everything that the swap writes. */
export interface PreparedVersion {
  title: string;
  isTitleMadeUp: boolean;
  pages: PageText[];
  coverage: number;
  notes: string[];
  readAs: string | null;
  chunks: NewChunk[];
}

const maxTitleChars = 300;
/** Letters and digits without which there is nothing to find. */
const minVisible = 2;
/** Share of the visible text below which a document would only seem to be there. */
const minCoverage = 0.05;
/** Below this share a person is told. */
const poorCoverage = 0.5;
/** Time that cutting holds the event loop in one go. */
const sliceMs = 20;

/** Cuts what was read into passages, a slice at a time: other requests are answered meanwhile. */
export async function prepareVersion(
  version: Pick<VersionRow, "id" | "given_title" | "source">,
  read: ReadVersion,
): Promise<PreparedVersion> {
  const { extraction, pages, readAs } = read;
  const own = version.given_title ?? extraction.title?.trim();
  const { title, isMadeUp } = own
    ? { title: own, isMadeUp: false }
    : titleOfUntitled(version.source, extraction.blocks);
  const shown = title.slice(0, maxTitleChars).toWellFormed();
  const chunks: NewChunk[] = [];
  let since = performance.now();
  for (const passage of passagesOf(extraction.blocks, shown)) {
    chunks.push({ id: chunkIdOf(version.id, chunks.length, passage.text), ordinal: chunks.length, ...passage });
    if (performance.now() - since < sliceMs) continue;
    await nextTick();
    since = performance.now();
  }
  return {
    title: shown,
    isTitleMadeUp: isMadeUp,
    pages,
    coverage: extraction.coverage,
    notes: [...read.notes, ...noteOnCoverage(extraction.coverage)],
    readAs,
    chunks,
  };
}

/** Why a version must not pass for a document, or null: "accepted, nothing in it" cannot happen. */
export function refusalOf({ chunks, coverage, notes }: PreparedVersion): string | null {
  const reasons = notes.join(" ");
  if (chunks.length === 0 || !chunks.some(({ text }) => countVisible(text) >= minVisible)) {
    return `No text was found in this document. ${reasons}`.trim();
  }
  if (coverage < minCoverage) return `Almost no text could be read from this document. ${reasons}`;
  return null;
}

function noteOnCoverage(coverage: number): string[] {
  return coverage < poorCoverage ? [`About ${Math.round(coverage * 100)} % of its text could be read.`] : [];
}

/** The same passage of the same version has the same id however often it is read, so that citations stay good. */
function chunkIdOf(versionId: string, ordinal: number, text: string): string {
  const bytes = createHash("sha256").update(`${versionId}\n${ordinal}\n${text}`).digest();
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6); // UUID version 8: made by a rule of our own
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = bytes.toString("hex", 0, 16);
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}
