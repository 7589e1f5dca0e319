import { createHash } from "node:crypto";
import { AppError } from "../../core/errors.ts";
import { type FetchedPage, fetchIfChanged } from "../../core/fetch/fetch-page.ts";
import { siteOf } from "../../core/fetch/page-key.ts";
import { PageCheck } from "../../core/fetch/page-problem.ts";
import { readRobots, refusedByRobots } from "../../core/fetch/robots.ts";
import { toUrl } from "../../core/text/parse-url.ts";
import { insertAudit } from "../../database/audit-log.ts";
import { withTenant } from "../../database/transaction.ts";
import { type JobRow, stepJob, updateJob } from "../../operations/store/jobs.ts";
import { findRefresh, queueDocumentWebhooks, type RefreshRow, storeFetch } from "../store/document-refreshes.ts";
import { findPages } from "../store/document-versions.ts";
import { type DocumentRow, findDocument, lockDocument } from "../store/documents.ts";
import type { KnowledgeDeps } from "./deps.ts";
import { validatorsOf } from "./page-origin.ts";
import { prepareVersion, rejectionReason } from "./prepare-version.ts";
import { type ReadVersion, readVersion } from "./read-version.ts";
import { scheduler, storeRefetchFailure } from "./refetch-failure.ts";
import { DocumentFault, Interrupted, reasonOf } from "./run-job.ts";
import { storeVersion } from "./store-version.ts";

interface Refetch {
  job: JobRow;
  /** An agent requested this page, so robots.txt is not checked, as when the page was added. */
  asked: boolean;
  signal: AbortSignal;
}

/** A changed page with its parsed text. */
interface Found {
  page: FetchedPage;
  read: ReadVersion;
  textHash: string;
}

/**
 * Fetches a document's page again. Unchanged text creates no version, purges no answers and calls no webhooks. Changed text becomes the
 * next version. A failure is stored and retried later; the document does not change.
 */
export async function refetchPage(deps: KnowledgeDeps, tenantId: string, refetch: Refetch): Promise<void> {
  const { job, signal } = refetch;
  const known = await withTenant(deps.db, tenantId, async (tx) => {
    await stepJob(tx, job.id, { step: "fetching", progress: 0 });
    const document = await findDocument(tx, job.target_id);
    const refresh = await findRefresh(tx, job.target_id);
    return document && refresh ? { document, refresh } : null;
  });
  const done = { status: "done", progress: 1 } as const;
  // The document was deleted in the meantime, or replaced by a file.
  if (!known) return withTenant(deps.db, tenantId, (tx) => updateJob(tx, job.id, done));
  try {
    const page = await fetchAgain(deps, known.refresh, refetch);
    const found = page && (await readPage(deps, { tenantId, page, known, signal }));
    await take(deps, tenantId, { job, found, page });
  } catch (error) {
    if (signal.aborted) throw new Interrupted();
    if (!(error instanceof AppError || error instanceof DocumentFault)) throw error;
    await withTenant(deps.db, tenantId, async (tx) => {
      await storeRefetchFailure(tx, job.target_id, reasonOf(error));
      await updateJob(tx, job.id, done);
    });
  }
}

/** Returns null when the page's server answers that the page is unchanged. */
async function fetchAgain(
  { fetching }: Pick<KnowledgeDeps, "fetching">,
  refresh: RefreshRow,
  { asked, signal }: Refetch,
): Promise<FetchedPage | null> {
  const options = { ...fetching, signal };
  const { url, site_id: siteId } = refresh;
  if (!asked || siteId !== null) {
    const robots = await readRobots(toUrl(url), options);
    if (!robots.mayFetch(url)) throw new DocumentFault(refusedByRobots);
  }
  const validators = { etag: refresh.etag, lastModified: refresh.last_modified, url: refresh.validated_url };
  const page = await fetchIfChanged(url, validators, options);
  if (page && siteId !== null && siteOf(toUrl(page.url)) !== siteOf(toUrl(url)))
    throw new DocumentFault("The page redirects to another host.");
  const problem = page && (await new PageCheck(options).problemOf(page));
  if (problem) throw new DocumentFault(problem);
  return page;
}

interface Reading {
  tenantId: string;
  page: FetchedPage;
  known: { document: DocumentRow; refresh: RefreshRow };
  signal: AbortSignal;
}

/** Parses a page. Returns null when its bytes are unchanged. */
async function readPage(
  deps: KnowledgeDeps,
  { tenantId, page, known: { document, refresh }, signal }: Reading,
): Promise<Found | null> {
  if (validatorsOf(page).contentHash === refresh.content_hash) return null;
  const { source } = document;
  const file = { name: source, declaredType: page.declaredType, bytes: page.bytes };
  const version = { id: document.id, given_title: document.given_title, source, format: "file" as const, raw_text: "" };
  const read = await readVersion(deps.parser, { version, file, group: tenantId, signal });
  // An empty page must not replace a document.
  const refusal = rejectionReason(await prepareVersion(version, read));
  if (refusal !== null) throw new DocumentFault(refusal);
  return { page, read, textHash: hashOf(read.pages, read.extraction.title) };
}

function hashOf(pages: { text: string }[], title: string | null | undefined): string {
  const words = [title ?? "", ...pages.map(({ text }) => text)];
  return createHash("sha256").update(JSON.stringify(words)).digest("hex");
}

/** Stores the fetch, and the new version if there is one, in one transaction. */
async function take(
  deps: KnowledgeDeps,
  tenantId: string,
  { job, page, found }: { job: JobRow; page: FetchedPage | null; found: Found | null },
): Promise<void> {
  const id = job.target_id;
  const stored = await withTenant(deps.db, tenantId, async (tx) => {
    await updateJob(tx, job.id, { status: "done", progress: 1 });
    const document = (await lockDocument(tx, id)) && (await findDocument(tx, id));
    const refresh = await findRefresh(tx, id);
    if (!document || !refresh) return null;
    const marks = page && { ...validatorsOf(page), ...(found ? { textHash: found.textHash } : {}) };
    // Compares with the last fetched text, not with the current version: a restored version stays until the page changes.
    const pages =
      found && refresh.text_hash === null && document.version_id ? await findPages(tx, document.version_id) : [];
    const isSame = !found || (refresh.text_hash ?? hashOf(pages, found.read.extraction.title)) === found.textHash;
    if (isSame) {
      await storeFetch(tx, id, { marks, isChanged: false });
      return null;
    }
    const { bytes, declaredType } = found.page;
    const outcome = await storeVersion(
      tx,
      { source: document.source, replace: id, bytes, declaredType },
      { isFetched: true },
    );
    const isChanged = outcome.isNewVersion && document.version_id !== null;
    await storeFetch(tx, id, { marks, isChanged });
    if (isChanged) {
      const { version } = outcome.document;
      const target = { kind: "document", id };
      await insertAudit(tx, { actor: scheduler, action: "document.refresh", target, detail: { version } });
      await queueDocumentWebhooks(tx, id, { type: "document.changed", said: { version } });
    }
    return outcome;
  });
  if (stored?.job) await deps.queues.wake(tenantId, stored.job);
  if (stored?.isChanged) await deps.purgeCache(tenantId);
}
