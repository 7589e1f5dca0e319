import type { ChangeDocumentRequest, DocumentPages, DocumentView } from "../../../../protocol/admin-documents.ts";
import type { DocumentChunks, DocumentCitations } from "../../../../protocol/document-uses.ts";
import type { ComparedVersions, DocumentVersionView } from "../../../../protocol/document-versions.ts";
import type { Api } from "../../api.ts";
import { errorSentence } from "../../ui/api-call.ts";
import { createLoaded, type Loaded } from "../../ui/loaded.ts";

export interface DocumentStore {
  readonly document: Loaded<DocumentView>;
  readonly pages: Loaded<DocumentPages>;
  readonly chunks: Loaded<DocumentChunks>;
  readonly versions: Loaded<DocumentVersionView[]>;
  readonly citations: Loaded<DocumentCitations>;
  readonly comparison: Loaded<ComparedVersions>;
  open(id: string): Promise<void>;
  readPages(version?: number): Promise<void>;
  readChunks(): Promise<void>;
  moreChunks(): Promise<void>;
  readVersions(): Promise<void>;
  readCitations(): Promise<void>;
  compare(version: number, other: number): Promise<void>;
  /** These return a sentence when they were refused. */
  change(change: ChangeDocumentRequest): Promise<string | null>;
  restore(version: number): Promise<string | null>;
  /** Names a version. @returns what went wrong */
  label(version: number, label: string | null): Promise<string | null>;
  reindex(): Promise<string | null>;
  /** Of a page: has it fetched once more. */
  fetchNow(): Promise<string | null>;
}

type DocumentApi = Pick<
  Api,
  | "document"
  | "documentPages"
  | "documentChunks"
  | "documentVersions"
  | "documentCitations"
  | "compareVersions"
  | "changeDocument"
  | "restoreVersion"
  | "labelVersion"
  | "reindexDocument"
  | "fetchDocument"
>;

/** One document of the library, looked at closely. */
export function createDocumentStore(api: DocumentApi): DocumentStore {
  const document = createLoaded<DocumentView>();
  const pages = createLoaded<DocumentPages>();
  const chunks = createLoaded<DocumentChunks>();
  const versions = createLoaded<DocumentVersionView[]>();
  const citations = createLoaded<DocumentCitations>();
  const comparison = createLoaded<ComparedVersions>();
  let open = "";

  /** Does something to the document and shows it as it is now. */
  async function work(run: () => Promise<DocumentView>): Promise<string | null> {
    try {
      document.set(await run());
      return null;
    } catch (cause) {
      return errorSentence(cause);
    }
  }
  const readVersions = () => versions.load(async (stop) => (await api.documentVersions(open, stop)).items);

  return {
    document,
    pages,
    chunks,
    versions,
    citations,
    comparison,
    async open(id) {
      if (id !== open) for (const part of [document, pages, chunks, versions, citations, comparison]) part.reset();
      open = id;
      await document.load((stop) => api.document(id, stop));
    },
    readPages: (version) => pages.load((stop) => api.documentPages(open, version, stop)),
    readChunks: () => chunks.load((stop) => api.documentChunks(open, 0, stop)),
    async moreChunks() {
      const shown = chunks.state.value;
      if (shown.type !== "ready" || shown.value.next_from === null) return;
      const from = shown.value.next_from;
      await chunks.load(async (stop) => {
        const next = await api.documentChunks(open, from, stop);
        return { ...next, items: [...shown.value.items, ...next.items] };
      });
    },
    readVersions,
    readCitations: () => citations.load((stop) => api.documentCitations(open, stop)),
    compare: (version, other) => comparison.load((stop) => api.compareVersions(open, { version, other }, stop)),
    change: (change) => work(() => api.changeDocument(open, change)),
    async restore(version) {
      const problem = await work(async () => (await api.restoreVersion(open, version)).document);
      if (!problem) {
        pages.reset();
        chunks.reset();
        await readVersions();
      }
      return problem;
    },
    async label(version, label) {
      const problem = await work(async () => {
        await api.labelVersion(open, version, label);
        return api.document(open);
      });
      if (!problem) await readVersions();
      return problem;
    },
    fetchNow: () => work(async () => (await api.fetchDocument(open)).document),
    reindex: () => work(async () => (await api.reindexDocument(open)).document),
  };
}
