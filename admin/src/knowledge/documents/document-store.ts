import type { ChangeDocumentRequest, DocumentPages, DocumentView } from "../../../../protocol/admin-documents.ts";
import type { DocumentChunks, DocumentCitations } from "../../../../protocol/document-uses.ts";
import type { ComparedVersions, DocumentVersionView } from "../../../../protocol/document-versions.ts";
import { documentVersionRoutes } from "../../../../protocol/routes/document-versions.ts";
import { documentRoutes } from "../../../../protocol/routes/documents.ts";
import type { Api } from "../../api.ts";
import { errorSentence } from "../../ui/api-call.ts";
import { createLoaded, type Loaded } from "../../ui/loaded.ts";
import { onePerSession } from "../../ui/one-per-session.ts";

interface DocumentStore {
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
  /** These return an error message on failure. */
  change(change: ChangeDocumentRequest): Promise<string | null>;
  restore(version: number): Promise<string | null>;
  /** Labels a version. @returns an error message on failure */
  label(version: number, label: string | null): Promise<string | null>;
  reindex(): Promise<string | null>;
  /** Fetches a web page again. */
  fetchNow(): Promise<string | null>;
}

export const documentStoreOf = onePerSession(createDocumentStore);

/** The open document of the library. */
function createDocumentStore({ call }: Pick<Api, "call">): DocumentStore {
  const document = createLoaded<DocumentView>();
  const pages = createLoaded<DocumentPages>();
  const chunks = createLoaded<DocumentChunks>();
  const versions = createLoaded<DocumentVersionView[]>();
  const citations = createLoaded<DocumentCitations>();
  const comparison = createLoaded<ComparedVersions>();
  let open = "";

  /** Runs a change and shows the updated document. */
  async function work(run: () => Promise<DocumentView>): Promise<string | null> {
    try {
      document.set(await run());
      return null;
    } catch (cause) {
      return errorSentence(cause);
    }
  }
  const readFrom = (from: number, stop: AbortSignal) =>
    call(documentRoutes.listChunks, { id: open, query: { from } }, { signal: stop });
  const readVersions = () =>
    versions.load(
      async (stop) => (await call(documentVersionRoutes.listVersions, { id: open }, { signal: stop })).items,
    );

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
      await document.load((stop) => call(documentRoutes.readDocument, { id }, { signal: stop }));
    },
    readPages: (version) =>
      pages.load((stop) => call(documentRoutes.readDocumentPages, { id: open, query: { version } }, { signal: stop })),
    readChunks: () => chunks.load((stop) => readFrom(0, stop)),
    async moreChunks() {
      const shown = chunks.state.value;
      if (shown.type !== "ready" || shown.value.next_from === null) return;
      const from = shown.value.next_from;
      await chunks.load(async (stop) => {
        const next = await readFrom(from, stop);
        return { ...next, items: [...shown.value.items, ...next.items] };
      });
    },
    readVersions,
    readCitations: () => citations.load((stop) => call(documentRoutes.listCitations, { id: open }, { signal: stop })),
    compare: (version, other) =>
      comparison.load((stop) =>
        call(documentVersionRoutes.compareVersions, { id: open, version, query: { with: other } }, { signal: stop }),
      ),
    change: (change) => work(() => call(documentRoutes.changeDocument, { id: open, body: change })),
    async restore(version) {
      const problem = await work(
        async () => (await call(documentVersionRoutes.restoreVersion, { id: open, version })).document,
      );
      if (!problem) {
        pages.reset();
        chunks.reset();
        await readVersions();
      }
      return problem;
    },
    async label(version, label) {
      const problem = await work(async () => {
        await call(documentVersionRoutes.labelVersion, { id: open, version, body: { label } });
        return call(documentRoutes.readDocument, { id: open });
      });
      if (!problem) await readVersions();
      return problem;
    },
    fetchNow: () => work(async () => (await call(documentRoutes.fetchDocument, { id: open })).document),
    reindex: () => work(async () => (await call(documentRoutes.reindexDocument, { id: open })).document),
  };
}
