import { z } from "zod";
import type { DocumentView } from "../../../protocol/admin-documents.ts";
import { shorten } from "../../../server/core/text/shorten.ts";
import { listDocuments } from "../../../server/knowledge/documents/documents.ts";
import type { AppContext } from "../../../server/wiring/context.ts";
import { defineTenantCommand } from "../command.ts";

const pageSize = 100;
const excerptChars = 160;

export const knowledgeList = defineTenantCommand({
  name: "knowledge list",
  args: z.strictObject({ tenant: z.string() }),
  run: async (ctx, { tenantId }) => ({
    documents: await allDocuments(ctx, tenantId),
  }),
  render: ({ documents }) =>
    documents.map((document) => `${document.id}  ${document.status.padEnd(10)}  ${document.source}`).join("\n") ||
    "No documents yet.",
});

export const knowledgeStatus = defineTenantCommand({
  name: "knowledge status",
  args: z.strictObject({ tenant: z.string() }),
  run: async (ctx, { tenantId }) => {
    const documents = await allDocuments(ctx, tenantId);
    const count = (status: DocumentView["status"]) => documents.filter((document) => document.status === status).length;
    const sum = (pick: (document: DocumentView) => number) =>
      documents.reduce((total, document) => total + pick(document), 0);
    return {
      documents: documents.length,
      queued: count("queued"),
      processing: count("processing"),
      searchable: count("searchable"),
      ready: count("ready"),
      failed: count("failed"),
      chunks: sum((document) => document.chunks),
      embedded: sum((document) => document.embedded),
      failures: documents
        .filter((document) => document.status === "failed")
        .map(({ id, source, error }) => ({ id, source, error })),
    };
  },
  render: (status) =>
    [
      `${status.documents} documents: ${status.ready} ready, ${status.searchable} searchable, ${status.processing} processing, ${status.queued} queued, ${status.failed} failed`,
      `${status.chunks} passages, ${status.embedded} with vectors`,
      ...status.failures.map((failure) => `failed: ${failure.source}: ${failure.error}`),
    ].join("\n"),
});

export const knowledgeSearch = defineTenantCommand({
  name: "knowledge search",
  args: z.strictObject({
    tenant: z.string(),
    question: z.string().min(1).max(2_000),
    limit: z.number().int().min(1).max(50),
    explain: z.boolean().default(false),
    audience: z.enum(["public", "internal"]).default("internal"),
    set: z.array(z.string()).optional(),
    locale: z.string().optional(),
  }),
  run: async (ctx, { tenantId, question, explain, ...options }) => {
    const found = await ctx.http.search(tenantId, {
      q: question,
      explain,
      ...options,
    });
    return explain ? { results: found.results, dropped: found.dropped ?? [] } : { results: found.results };
  },
  render: ({ results, dropped = [] }) =>
    [
      ...results.map(
        (result, index) =>
          `${index + 1}. ${heading(result)}\n   ${result.source}\n   ${result.reason ? `kept: ${result.reason}\n   ` : ""}${shorten(result.text, excerptChars)}`,
      ),
      ...dropped.map((result) => `-  ${heading(result)}\n   ${result.source}\n   dropped: ${result.reason}`),
    ].join("\n") || "No passages found.",
});

function heading({ title, score, parts }: { title: string; score: number; parts: Record<string, number> }): string {
  const named = Object.entries(parts).map(([name, value]) => `${name} ${value.toFixed(3)}`);
  return `${title}  ${score.toFixed(3)} (${named.join(", ")})`;
}

/** Every document of a tenant, newest first. */
export async function allDocuments(ctx: AppContext, tenantId: string): Promise<DocumentView[]> {
  const documents: DocumentView[] = [];
  let cursor: string | undefined;
  do {
    const page = await listDocuments(ctx.knowledge, tenantId, { cursor, limit: pageSize });
    documents.push(...page.items);
    cursor = page.next_cursor ?? undefined;
  } while (cursor !== undefined);
  return documents;
}
