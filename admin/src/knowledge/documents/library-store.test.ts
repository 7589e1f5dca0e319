import { describe, expect, it, vi } from "vitest";
import { seedDocuments } from "../../../test/mock-library.ts";
import { createLibraryStore } from "./library-store.ts";

const reject = () => Promise.reject(new Error("unused"));
const unused = { addDocument: reject, uploadDocument: reject, reindexDocument: reject };

describe("the library", () => {
  it("looks for progress while something is processed, then rests", async () => {
    vi.useFakeTimers();
    let looks = 0;
    const library = createLibraryStore({
      listDocuments: () => {
        looks += 1;
        const items = seedDocuments().map((document) =>
          looks > 3
            ? { ...document, status: "ready" as const, embedded: document.chunks }
            : { ...document, embedded: looks, progress: looks / 100 },
        );
        return Promise.resolve({ items, next_cursor: null });
      },
      ...unused,
      deleteDocument: () => Promise.resolve({}),
    });
    const stop = library.watch();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(looks).toBe(4);
    expect(library.working.value).toBe(0);
    stop();
    vi.useRealTimers();
  });

  it("does not bring back a deleted document from an answer that was under way", async () => {
    const library = createLibraryStore({
      listDocuments: () => Promise.resolve({ items: seedDocuments(), next_cursor: null }),
      ...unused,
      deleteDocument: () => Promise.resolve({}),
    });
    await library.load();
    const gone = library.documents.value[0]?.id ?? "";
    expect(await library.remove(gone)).toBeNull();
    await library.load();
    expect(library.documents.value.some((document) => document.id === gone)).toBe(false);
  });
});
