import { computed, type ReadonlySignal, signal } from "@preact/signals";
import type { AddDocumentRequest, DocumentView } from "../../../../protocol/admin-documents.ts";
import type { ChangeSetRequest, DocumentSet } from "../../../../protocol/admin-sets.ts";
import type { DocumentKind } from "../../../../protocol/document-kinds.ts";
import { documentRoutes } from "../../../../protocol/routes/documents.ts";
import { setRoutes } from "../../../../protocol/routes/sets.ts";
import type { LabelColor } from "../../../../protocol/triage.ts";
import type { Api } from "../../api.ts";
import { errorSentence } from "../../ui/api-call.ts";

/** Enough for a document of five million characters on a slow connection, in ms. */
const uploadTimeoutMs = 120_000;
const firstPollMs = 1_000;
const longestPollMs = 10_000;
/** Polls without progress before polling stops: the documents wait for something else. */
const idlePollsLimit = 60;

export interface LibraryStore {
  readonly documents: ReadonlySignal<readonly DocumentView[]>;
  readonly phase: ReadonlySignal<"loading" | "ready" | "failed">;
  readonly error: ReadonlySignal<string>;
  readonly working: ReadonlySignal<number>;
  load(): Promise<void>;
  /** Adds one document; returns an error message on failure. */
  add(document: AddDocumentRequest): Promise<string | null>;
  /** Uploads one file; returns the document's id or an error message. */
  upload(file: File, kind?: DocumentKind): Promise<{ id: string } | { reason: string }>;
  /** Retries a failed document; returns an error message on failure. */
  retry(id: string): Promise<string | null>;
  remove(id: string): Promise<string | null>;
  /** Polls for progress during processing; returns a function that stops it. */
  watch(): () => void;
}

/** The tenant's documents and their processing state. */
export function createLibraryStore({ call }: Pick<Api, "call">): LibraryStore {
  const documents = signal<readonly DocumentView[]>([]);
  const phase = signal<"loading" | "ready" | "failed">("loading");
  const error = signal("");
  const working = computed(() => documents.value.filter(isWorking).length);
  const removed = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let watching = false;
  let idlePolls = 0;
  /** The server reads a sitemap: more documents will appear. */
  let expectsPages = false;

  async function readAll(): Promise<DocumentView[]> {
    const all: DocumentView[] = [];
    let cursor: string | undefined;
    do {
      const page = await call(documentRoutes.listDocuments, { query: { cursor, limit: 100 } });
      all.push(...page.items);
      cursor = page.next_cursor ?? undefined;
    } while (cursor);
    // Snippets have their own list.
    return all.filter(({ id, source }) => !removed.has(id) && !source.startsWith("snippet:"));
  }

  async function sendFile(file: File, kind?: DocumentKind): Promise<DocumentView> {
    const form = new FormData();
    if (kind) form.append("kind", kind);
    form.append("file", file, file.name);
    const { document } = await call(documentRoutes.addDocuments, {}, { form, timeoutMs: uploadTimeoutMs });
    return document as DocumentView; // only a sitemap has none yet
  }

  async function load(): Promise<void> {
    if (phase.value === "failed") phase.value = "loading";
    try {
      const next = await readAll();
      idlePolls = progressOf(next) === progressOf(documents.value) ? idlePolls + 1 : 0;
      documents.value = next;
      phase.value = "ready";
    } catch (cause) {
      error.value = errorSentence(cause);
      if (phase.value === "loading") phase.value = "failed";
    }
  }

  function schedule(): void {
    clearTimeout(timer);
    if (working.value > 0) expectsPages = false;
    if (!watching || (working.value === 0 && !expectsPages) || idlePolls > idlePollsLimit) return;
    const delay = Math.min(longestPollMs, firstPollMs * 1.3 ** idlePolls);
    timer = setTimeout(() => void load().then(schedule), delay);
  }

  /** Puts the returned document first and polls for its progress. */
  function take(document: DocumentView): void {
    documents.value = [document, ...documents.value.filter((known) => known.id !== document.id)];
    removed.delete(document.id);
    idlePolls = 0;
    schedule();
  }

  return {
    documents,
    phase,
    error,
    working,
    load,
    async add(document) {
      try {
        const { document: added } = await call(
          documentRoutes.addDocuments,
          { body: document },
          { timeoutMs: uploadTimeoutMs },
        );
        // The server reads a sitemap first; later polls return its pages.
        if (added) take(added);
        else {
          expectsPages = true;
          idlePolls = 0;
          schedule();
        }
        return null;
      } catch (cause) {
        return errorSentence(cause);
      }
    },
    async upload(file, kind) {
      try {
        const document = await sendFile(file, kind);
        take(document);
        return { id: document.id };
      } catch (cause) {
        return { reason: errorSentence(cause) };
      }
    },
    async retry(id) {
      try {
        take((await call(documentRoutes.reindexDocument, { id })).document);
        return null;
      } catch (cause) {
        return errorSentence(cause);
      }
    },
    async remove(id) {
      try {
        await call(documentRoutes.deleteDocument, { id });
        removed.add(id);
        documents.value = documents.value.filter((document) => document.id !== id);
        return null;
      } catch (cause) {
        return errorSentence(cause);
      }
    },
    watch() {
      watching = true;
      idlePolls = 0;
      void load().then(schedule);
      return () => {
        watching = false;
        clearTimeout(timer);
      };
    },
  };
}

/** The page, text or embeddings are not ready yet. */
export function isWorking(document: DocumentView): boolean {
  if (document.refresh?.is_fetching) return true;
  return document.status === "queued" || document.status === "processing" || document.status === "searchable";
}

function progressOf(documents: readonly DocumentView[]): string {
  return documents
    .map((document) => `${document.id}:${document.status}:${document.progress}:${document.chunks}`)
    .join();
}

export interface SetsStore {
  readonly items: ReadonlySignal<readonly DocumentSet[]>;
  /** Suggestions for the field: without them the user can still type any name. */
  load(): Promise<void>;
  colorOf(name: string): LabelColor;
  /** These return an error message on failure. */
  add(set: { name: string; color: LabelColor }): Promise<string | null>;
  change(name: string, change: ChangeSetRequest): Promise<string | null>;
  remove(name: string): Promise<string | null>;
}

/** The tenant's document sets. */
export function createSetsStore({ call }: Pick<Api, "call">): SetsStore {
  const items = signal<readonly DocumentSet[]>([]);
  async function load(): Promise<void> {
    const found = await call(setRoutes.listSets).catch(() => null);
    if (found) items.value = found.items;
  }
  async function work(run: () => Promise<unknown>): Promise<string | null> {
    try {
      await run();
      await load();
      return null;
    } catch (cause) {
      return errorSentence(cause);
    }
  }
  return {
    items,
    load,
    colorOf: (name) => items.value.find((set) => set.name === name)?.color ?? "grey",
    add: (set) => work(() => call(setRoutes.createSet, { body: set })),
    change: (name, change) => work(() => call(setRoutes.changeSet, { name, body: change })),
    remove: (name) => work(() => call(setRoutes.deleteSet, { name })),
  };
}
