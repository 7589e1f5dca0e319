import { z } from "zod";
import type { DocumentView } from "../../../protocol/admin-documents.ts";
import type { ComparedVersions, DocumentVersionView } from "../../../protocol/document-versions.ts";
import { deleteDocument } from "../../../server/knowledge/documents/documents.ts";
import { reindexDocument } from "../../../server/knowledge/documents/reindex.ts";
import { compareVersions, listDocumentVersions, restoreVersion } from "../../../server/knowledge/documents/versions.ts";
import { waitForDocuments } from "../../../server/knowledge/documents/wait-for-documents.ts";
import { defineTenantCommand } from "../command.ts";
import { allDocuments } from "./knowledge.ts";

const document = z.uuid();
const version = z.number().int().min(1);

export const knowledgeVersions = defineTenantCommand({
  name: "knowledge versions",
  args: z.strictObject({ tenant: z.string(), document, compare: version.optional(), other: version.optional() }),
  run: async (
    ctx,
    { tenantId, document: documentId, compare, other },
  ): Promise<{ versions: DocumentVersionView[]; compared?: ComparedVersions }> => {
    const versions = await listDocumentVersions(ctx.knowledge, tenantId, documentId);
    if (compare === undefined) return { versions };
    const compared = await compareVersions(ctx.knowledge, tenantId, { documentId, version: compare, other });
    return { versions, compared };
  },
  render: ({ versions, compared }) =>
    compared
      ? renderComparison(compared)
      : versions
          .map(
            (each) =>
              `${each.is_current ? "*" : " "} ${String(each.version).padStart(3)}  ${each.created_at}  ${each.format ?? "unread"}  ${each.chunks} passages  ${each.title ?? ""}`,
          )
          .join("\n"),
});

export const knowledgeRestore = defineTenantCommand({
  name: "knowledge restore",
  args: z.strictObject({ tenant: z.string(), document, version }),
  run: async (ctx, { tenantId, document: documentId, version: number }) => ({
    document: await restoreVersion(ctx.knowledge, tenantId, {
      documentId,
      version: number,
    }),
  }),
  render: ({ document: { title, version: number } }) => `Version ${number} of "${title}" is current again.`,
});

export const knowledgeReindex = defineTenantCommand({
  name: "knowledge reindex",
  needsWorkers: true,
  args: z.strictObject({ tenant: z.string(), document: document.optional(), all: z.boolean() }),
  run: async (ctx, { tenantId, document: documentId, all }) => {
    const ids =
      documentId === undefined
        ? (await allDocuments(ctx, tenantId)).filter(({ status }) => all || status === "failed").map(({ id }) => id)
        : [documentId];
    const queued: DocumentView[] = [];
    for (const id of ids) queued.push(await reindexDocument(ctx.knowledge, tenantId, id));
    return { documents: await waitForDocuments(ctx.knowledge, tenantId, { ids, until: "searchable" }) };
  },
  render: ({ documents }) =>
    documents
      .map(({ status, source, error }) => `${status.padEnd(10)}  ${source}${error ? `\n            ${error}` : ""}`)
      .join("\n") || "Nothing to do.",
  isFailure: ({ documents }) => documents.some(({ status }) => status === "failed"),
});

export const knowledgeDelete = defineTenantCommand({
  name: "knowledge delete",
  args: z.strictObject({ tenant: z.string(), document }),
  run: async (ctx, { tenantId, document: documentId }) => {
    await deleteDocument(ctx.knowledge, tenantId, documentId);
    return { deleted: documentId };
  },
  render: ({ deleted }) => `Deleted ${deleted}.`,
});

const marks = { added: "+", removed: "-", unchanged: " " } as const;

function renderComparison({ older, newer, added, removed, changes }: ComparedVersions): string {
  const lines = changes.filter(({ type }) => type !== "unchanged").map(({ type, text }) => `${marks[type]} ${text}`);
  return [`Version ${older} to version ${newer}: ${added} paragraphs added, ${removed} removed`, ...lines].join("\n");
}
