import type { CachedAnswer, CachePort } from "../ports.ts";
import type { CacheLook, Looked, TrialInput, TrialResult } from "./ports.ts";
import type { StepBook } from "./step-book.ts";

interface CacheOfTrial extends Pick<TrialInput, "cache"> {
  look(): CacheLook;
  /** Documents that the draft changes: what was answered from them before is not the draft's. */
  changed: ReadonlySet<string>;
  result: TrialResult;
  book: StepBook;
}

const noCache: CachePort = { lookup: async () => null, lookupByPassages: async () => null, store: async () => {} };

/** The cache as the graph of a trial has it: it is looked at, or it is not there; nothing is ever kept. */
export function cacheOfTrial({ cache, look, changed, result, book }: CacheOfTrial): CachePort {
  if (cache === "off") return noCache;
  const looking = look();
  const note = ({ hit, ...told }: Looked): CachedAnswer | null => {
    const isChanged = hit?.citations.some(({ document_id: id }) => id !== undefined && changed.has(id)) ?? false;
    const taken = isChanged ? null : hit;
    result.cache = { hit: taken !== null, ...told, ...(isChanged ? { reason: "changed_document" } : {}) };
    book.looked(result.cache);
    return taken;
  };
  return {
    lookup: async (question) => note(await looking.lookup(question)),
    async lookupByPassages(question, passages) {
      const found = await looking.lookupByPassages(question, passages);
      return found && note(found);
    },
    store: async () => {},
  };
}
