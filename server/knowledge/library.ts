import type {
  AddDocumentRequest,
  AddDocumentResponse,
  ChangeDocumentRequest,
  ComparedVersions,
  DocumentPages,
  DocumentVersionView,
  DocumentView,
  JobView,
} from "../../protocol/admin-documents.ts";
import { AppError } from "../errors.ts";
import { deleteDocument, findDocument, listDocuments, lockDocument } from "../store/documents.ts";
import { findJob, type JobStatus, listJobs } from "../store/jobs.ts";
import { withTenant } from "../store/transaction.ts";
import { addDocument, addFile } from "./add-document.ts";
import { addPage } from "./add-page.ts";
import { addSite } from "./add-site.ts";
import { changeDocument } from "./change-document.ts";
import type { IngestDeps } from "./deps.ts";
import { toView } from "./document-view.ts";
import { toJobView } from "./job-view.ts";
import type { NewFile } from "./new-document.ts";
import { reindexDocument } from "./reindex.ts";
import { compareVersions, documentNotFound, listDocumentVersions, readPages, restoreVersion } from "./versions.ts";

/** The documents of every tenant and what can be done to them; the work itself is done by jobs. */
export class Library {
  protected readonly deps: IngestDeps;

  constructor(deps: IngestDeps) {
    this.deps = deps;
  }

  /**
   * Takes in a text, or the address of a page or a sitemap, which a job fetches.
   * @throws AppError with a plain reason when it cannot be taken.
   */
  async add(tenantId: string, request: AddDocumentRequest): Promise<AddDocumentResponse> {
    const { content, sitemap, format, source, ...metadata } = request;
    if (sitemap !== undefined) {
      return { documents: [], job: await addSite(this.deps, tenantId, { ...metadata, address: sitemap }) };
    }
    const { url } = metadata;
    if (content === undefined && url !== undefined) {
      const document = await addPage(this.deps, tenantId, { ...metadata, source, url });
      return { document, documents: [document] };
    }
    if (content === undefined || source === undefined) {
      throw new AppError("invalid_request", "Give source and content, or url, or sitemap.");
    }
    const document = await addDocument(this.deps, tenantId, { ...metadata, source, content, format });
    return { document, documents: [document] };
  }

  /**
   * Takes in a file of any kind: PDF, DOCX, HTML, Markdown, text, CSV. A file that cannot be read becomes a failed
   * document that says why.
   */
  addFile(tenantId: string, file: NewFile): Promise<DocumentView> {
    return addFile(this.deps, tenantId, file);
  }

  /** A person's answer becomes a document of its own, found by its question. */
  async addSnippet(tenantId: string, snippet: { id: string; question: string; answer: string }): Promise<void> {
    await this.add(tenantId, {
      source: `snippet:${snippet.id}`,
      title: snippet.question.slice(0, 300),
      kind: "snippet",
      format: "markdown",
      content: snippet.answer,
    });
  }

  async listDocuments(
    tenantId: string,
    page: { cursor?: string; limit: number },
  ): Promise<{ items: DocumentView[]; next_cursor: string | null }> {
    const before = page.cursor === undefined ? null : readCursor(page.cursor);
    const rows = await withTenant(this.deps.db, tenantId, (tx) => listDocuments(tx, { before, limit: page.limit + 1 }));
    const items = rows.slice(0, page.limit).map(toView);
    return { items, next_cursor: rows.length > page.limit ? (items.at(-1)?.id ?? null) : null };
  }

  /** @throws AppError `not_found`. */
  async findDocument(tenantId: string, documentId: string): Promise<DocumentView> {
    const row = await withTenant(this.deps.db, tenantId, (tx) => findDocument(tx, documentId));
    if (!row) throw documentNotFound();
    return toView(row);
  }

  /** Versions, comparisons, pages and what is done to one document. */
  listVersions(tenantId: string, documentId: string): Promise<DocumentVersionView[]> {
    return listDocumentVersions(this.deps, tenantId, documentId);
  }

  readPages(tenantId: string, documentId: string, version?: number): Promise<DocumentPages> {
    return readPages(this.deps, tenantId, { documentId, version });
  }

  compareVersions(
    tenantId: string,
    compared: { documentId: string; version: number; other?: number },
  ): Promise<ComparedVersions> {
    return compareVersions(this.deps, tenantId, compared);
  }

  /** @throws AppError `not_found`, or `conflict` for a version that could never be read. */
  async restoreVersion(tenantId: string, documentId: string, version: number): Promise<DocumentView> {
    await restoreVersion(this.deps, tenantId, { documentId, version });
    return this.findDocument(tenantId, documentId);
  }

  /** Changes title, set, kind and the like. @throws AppError `not_found`. */
  async changeDocument(tenantId: string, documentId: string, change: ChangeDocumentRequest): Promise<DocumentView> {
    await changeDocument(this.deps, tenantId, { documentId, change });
    return this.findDocument(tenantId, documentId);
  }

  /** Tries what failed once more, or reads what is there anew. @throws AppError `not_found`. */
  async reindexDocument(tenantId: string, documentId: string): Promise<DocumentView> {
    await reindexDocument(this.deps, tenantId, documentId);
    return this.findDocument(tenantId, documentId);
  }

  async listJobs(
    tenantId: string,
    page: { status?: JobStatus; cursor?: string; limit: number },
  ): Promise<{ items: JobView[]; next_cursor: string | null }> {
    const before = page.cursor === undefined ? null : readCursor(page.cursor);
    const rows = await withTenant(this.deps.db, tenantId, (tx) =>
      listJobs(tx, { status: page.status ?? null, before, limit: page.limit + 1 }),
    );
    const items = rows.slice(0, page.limit).map(toJobView);
    return { items, next_cursor: rows.length > page.limit ? (items.at(-1)?.id ?? null) : null };
  }

  /** @throws AppError `not_found`. */
  async findJob(tenantId: string, jobId: string): Promise<JobView> {
    const row = await withTenant(this.deps.db, tenantId, (tx) => findJob(tx, jobId));
    if (!row) throw new AppError("not_found", "There is no such job.");
    return toJobView(row);
  }

  /** Removes a document with its versions, files, chunks, terms, vectors and jobs. @throws AppError `not_found`. */
  async deleteDocument(tenantId: string, documentId: string): Promise<void> {
    const { db, onDocumentChanged } = this.deps;
    const oldVersionId = await withTenant(db, tenantId, async (tx) => {
      const document = await lockDocument(tx, documentId);
      if (!document) throw documentNotFound();
      await deleteDocument(tx, documentId);
      return document.current_version_id;
    });
    await onDocumentChanged(tenantId, documentId, oldVersionId);
  }
}

const uuidPattern = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

function readCursor(cursor: string): string {
  if (!uuidPattern.test(cursor)) throw new AppError("invalid_request", "The cursor is not one of ours.");
  return cursor;
}
