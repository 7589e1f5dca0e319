import { describe, expect, it, vi } from "vitest";
import type { DocumentView } from "../../../../protocol/admin-documents.ts";
import { documentRoutes } from "../../../../protocol/routes/documents.ts";
import { fakeCall } from "../../../test/fake-call.ts";
import { seedDocuments } from "../../../test/mock-library.ts";
import { createLibraryStore, type LibraryStore } from "./library-store.ts";

function makeLibrary(listDocuments: () => Promise<{ items: DocumentView[]; next_cursor: null }>): LibraryStore {
  return createLibraryStore({
    call: fakeCall(documentRoutes, { listDocuments, deleteDocument: () => Promise.resolve({ ok: true }) }),
  });
}

describe("the library", () => {
  it("looks for progress while something is processed, then rests", async () => {
    vi.useFakeTimers();
    let looks = 0;
    const library = makeLibrary(() => {
      looks += 1;
      const items = seedDocuments().map((document) =>
        looks > 3
          ? { ...document, status: "ready" as const, embedded: document.chunks }
          : { ...document, embedded: looks, progress: looks / 100 },
      );
      return Promise.resolve({ items, next_cursor: null });
    });
    const stop = library.watch();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(looks).toBe(4);
    expect(library.working.value).toBe(0);
    stop();
    vi.useRealTimers();
  });

  it("does not bring back a deleted document from an answer that was under way", async () => {
    const library = makeLibrary(() => Promise.resolve({ items: seedDocuments(), next_cursor: null }));
    await library.load();
    const gone = library.documents.value[0]?.id ?? "";
    expect(await library.remove(gone)).toBeNull();
    await library.load();
    expect(library.documents.value.some((document) => document.id === gone)).toBe(false);
  });
});
