import { readFile } from "node:fs/promises";
import { z } from "zod";
import { type DocumentView, type UploadFields, uploadFieldsSchema } from "../../../protocol/admin-documents.ts";
import { refreshEverySchema } from "../../../protocol/refresh.ts";
import type { RefreshEvery } from "../../../protocol/refresh-every.ts";
import { AppError } from "../../../server/core/errors.ts";
import { addFile as addToLibrary } from "../../../server/knowledge/documents/add-file.ts";
import { waitForDocuments, waitForVectors } from "../../../server/knowledge/documents/wait-for-documents.ts";
import type { AppContext } from "../../../server/wiring/context.ts";
import { addAddress, isAddress, isSitemap } from "../add-addresses.ts";
import { collectFiles, type FoundFile } from "../collect-files.ts";
import { defineTenantCommand, type Out } from "../command.ts";

/** Interval of the progress notes, in ms. */
const noteMs = 2_000;

/** Metadata of the documents, in the API's format. */
const metadataOptions = {
  set: z.string().optional(),
  kind: z.string().optional(),
  locale: z.string().optional(),
  audience: z.string().optional(),
  validFrom: z.string().optional(),
  validUntil: z.string().optional(),
  title: z.string().optional(),
  replace: z.string().optional(),
};

const args = z.strictObject({
  path: z.string().min(1),
  tenant: z.string(),
  ...metadataOptions,
  /** Interval at which a page is fetched again. */
  refresh: refreshEverySchema.optional(),
  /** `searchable`: search finds the words. `ready`: the vectors exist too. `soon`: waits for `ready` up to a time limit. */
  wait: z.enum(["no", "soon", "searchable", "ready"]),
  cwd: z.string(),
});

/** The fields of an added document that a script needs. */
export interface AddedDocument {
  id: string;
  title: string;
  source: string;
  status: DocumentView["status"];
  pages: number;
  chunks: number;
  coverage: number;
  error?: string;
}

export const knowledgeAdd = defineTenantCommand({
  name: "knowledge add",
  needsWorkers: true,
  args,
  run: async (ctx, { path, tenantId, wait, cwd, validFrom, validUntil, refresh, ...options }, out) => {
    const metadata = metadataOf({ ...options, valid_from: validFrom, valid_until: validUntil });
    if (refresh && !isAddress(path))
      throw new AppError("invalid_request", "--refresh works only with web pages and sitemaps.");
    const taken = isAddress(path)
      ? await addAddresses(ctx, tenantId, { path, metadata, refresh, out })
      : await addFiles(ctx, tenantId, { path, metadata, cwd, out });
    out.info(`${counted(taken.length, "document")} added`);
    const documents = wait === "no" ? taken : await waitFor(ctx, tenantId, { taken, wait, out });
    return { documents: documents.map(toAdded) };
  },
  render: ({ documents }) => {
    const lines = documents.map(
      (document) =>
        `${document.status.padEnd(10)}  ${document.source}${document.error ? `\n            ${document.error}` : ""}`,
    );
    const chunks = documents.reduce((sum, document) => sum + document.chunks, 0);
    return `${lines.join("\n")}\n\n${counted(documents.length, "document")}, ${counted(chunks, "passage")}`;
  },
  isFailure: ({ documents }) => documents.some((document) => document.status === "failed"),
});

async function addAddresses(
  ctx: AppContext,
  tenantId: string,
  { path, metadata, refresh, out }: { path: string; metadata: UploadFields; refresh?: RefreshEvery; out: Out },
): Promise<(DocumentView | AddedDocument)[]> {
  if (isSitemap(path)) refuseForSeveral(metadata);
  const taken: (DocumentView | AddedDocument)[] = [];
  for await (const added of addAddress(ctx, tenantId, { address: path, metadata, refresh, out })) {
    taken.push("error" in added && !("id" in added) ? notTaken(added.source, added.error) : added);
  }
  return taken;
}

async function addFiles(
  ctx: AppContext,
  tenantId: string,
  { path, metadata, cwd, out }: { path: string; metadata: UploadFields; cwd: string; out: Out },
): Promise<(DocumentView | AddedDocument)[]> {
  const { files, skipped } = await collectFiles(path, cwd);
  for (const source of skipped) out.info(`skipped, unsupported file type: ${source}`);
  if (files.length > 1) refuseForSeveral(metadata);
  const taken: (DocumentView | AddedDocument)[] = [];
  for (const file of files) taken.push(await addFile(ctx, tenantId, { file, metadata }));
  return taken;
}

/** Reads the options in the API's format. @throws AppError `invalid_request`. */
function metadataOf(options: object): UploadFields {
  const parsed = uploadFieldsSchema.safeParse(options);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const option = issue?.path.join(".").replace("_", "-") ?? "";
  throw new AppError("invalid_request", `--${option}: ${issue?.message ?? "is invalid"}`);
}

function refuseForSeveral({ title, replace }: UploadFields): void {
  if ((title ?? replace) === undefined) return;
  throw new AppError("invalid_request", "--title and --replace work only with a single document.");
}

/** A file that fails does not stop the others. */
async function addFile(
  ctx: AppContext,
  tenantId: string,
  { file, metadata }: { file: FoundFile; metadata: UploadFields },
): Promise<DocumentView | AddedDocument> {
  try {
    return await addToLibrary(ctx.knowledge, tenantId, {
      ...metadata,
      source: file.source,
      bytes: await readFile(file.path),
    });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return notTaken(file.source, error.message);
  }
}

/** Waits for the added documents. Files that failed keep their position in the list. */
async function waitFor(
  ctx: AppContext,
  tenantId: string,
  { taken, wait, out }: { taken: (DocumentView | AddedDocument)[]; wait: "soon" | "searchable" | "ready"; out: Out },
): Promise<(DocumentView | AddedDocument)[]> {
  const ids = taken.filter((document) => document.id !== "").map((document) => document.id);
  const latest = new Map<string, DocumentView>();
  const noting = (until: "searchable" | "ready") => {
    const onProgress = progress(out, ids.length, until);
    const note = (document: DocumentView) => {
      latest.set(document.id, document);
      onProgress(document);
    };
    return { ids, onProgress: note };
  };
  await waitForDocuments(ctx.knowledge, tenantId, { ...noting("searchable"), until: "searchable" });
  if (wait === "ready") await waitForDocuments(ctx.knowledge, tenantId, noting("ready"));
  if (wait === "soon" && !(await waitForVectors(ctx.knowledge, tenantId, noting("ready"))))
    out.info(
      "The documents are searchable by words. Vectors are still being computed; check with: parley knowledge status",
    );
  return taken.map((document) => latest.get(document.id) ?? document);
}

function progress(out: Out, total: number, until: "searchable" | "ready"): (document: DocumentView) => void {
  const over = new Set<string>();
  let notedAt = Date.now();
  return ({ id, status }) => {
    if (status === until || status === "ready" || status === "failed") over.add(id);
    if (Date.now() - notedAt < noteMs) return;
    notedAt = Date.now();
    out.info(`${over.size} of ${total} ${until}`);
  };
}

function notTaken(source: string, error: string): AddedDocument {
  return { id: "", title: source, source, status: "failed", pages: 0, chunks: 0, coverage: 0, error };
}

function toAdded({
  id,
  title,
  source,
  status,
  pages,
  chunks,
  coverage,
  error,
}: DocumentView | AddedDocument): AddedDocument {
  return { id, title, source, status, pages, chunks, coverage, ...(error ? { error } : {}) };
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? "" : "s"}`;
}
