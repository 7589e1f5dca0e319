import type { ContextEntry, ContextRecord } from "../../protocol/context-record.ts";
import { baseWeights } from "../assembly/weigh.ts";
import type { CopilotChunk, CopilotPorts } from "../copilot/ports.ts";
import { estimateTokens } from "../text/estimate-tokens.ts";

type Read = Parameters<NonNullable<CopilotPorts["noteRead"]>>[0];

/**
 * What went in of documents that were named and read, an entry a document; what of them did not stands among what was left out. There is no budget:
 * the action says how many passages it reads.
 */
export function recordOfRead(read: Read, tookMs: number): ContextRecord {
  const taken = read.map((each) => entryOf(each, each.taken, reasonTaken(each)));
  const cut = read.filter(({ all, taken: some }) => some.length < all.length);
  const left = cut.map((each) => {
    const inside = new Set(each.taken.map(({ chunk_id: id }) => id));
    const rest = each.all.filter(({ chunk_id: id }) => !inside.has(id));
    return entryOf(each, rest, `${rest.length} of ${each.all.length} passages were not read`);
  });
  return {
    taken: taken.filter(({ tokens }) => tokens > 0),
    left_out: left,
    more_left_out: 0,
    budget: { tokens: 0, used: taken.reduce((sum, { tokens }) => sum + tokens, 0) },
    sources: [{ source: "mentioned", state: "answered", ms: tookMs, found: read.length }],
    has_drifted: false,
    took_ms: tookMs,
  };
}

function reasonTaken({ document, all, taken }: Read[number]): string {
  return document.is_current ? shareOf({ all, taken }) : `version ${document.version}, ${shareOf({ all, taken })}`;
}

function shareOf({ all, taken }: Pick<Read[number], "all" | "taken">): string {
  if (taken.length < all.length) return `${taken.length} of ${all.length} passages, chosen for the question`;
  return all.length === 1 ? "read in full: 1 passage" : `read in full: ${all.length} passages`;
}

function entryOf({ document }: Read[number], chunks: readonly CopilotChunk[], reason: string): ContextEntry {
  return {
    source: "mentioned",
    kind: "document",
    id: document.version_id,
    document_id: document.document_id,
    version_id: document.version_id,
    weight: baseWeights.mentioned,
    base: baseWeights.mentioned,
    modifiers: [],
    tokens: chunks.reduce((sum, { text }) => sum + estimateTokens(text), 0),
    similarity: null,
    reason,
  };
}
