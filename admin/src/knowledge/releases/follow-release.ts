import type { GateRunView } from "../../../../protocol/gate.ts";
import type { ReleaseView } from "../../../../protocol/releases.ts";
import { createLoaded, type LoadedState } from "../../ui/loaded.ts";
import type { gateCalls } from "./release-calls.ts";

/** Between two looks at documents that are read: the feed tells when one is, not how far it is. */
const readingMs = 2_000;
/** Between two looks at a run, in case a word of the feed is lost. */
const runningMs = 5_000;

/**
 * One release and its run, followed: by the desk's feed, which tells how far a run is, and by looking again while something is at work,
 * as long as somebody sees it.
 * @param onRun told each time that there is a run to be shown.
 */
export function createReleaseFollower(calls: ReturnType<typeof gateCalls>, onRun: () => void) {
  const release = createLoaded<ReleaseView>();
  /** Null: it was never tried. */
  const run = createLoaded<GateRunView | null>();
  let shown = "";
  let isOpen = false;
  let isStale = false;
  let looking: Promise<void> | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function readAll(): Promise<void> {
    while (isStale) {
      isStale = false;
      const id = shown;
      await Promise.all([
        release.load((stop) => calls.read(id, stop)),
        run.load(async (stop) => (await calls.run(id, stop)).run),
      ]);
    }
    lookLater();
    const tried = run.state.peek();
    if (tried.type === "ready" && tried.value) onRun();
  }

  /** Reads both. Who asks meanwhile is answered by one more reading. */
  function look(): Promise<void> {
    isStale = true;
    looking ??= readAll().finally(() => {
      looking = undefined;
    });
    return looking;
  }

  function lookLater(): void {
    clearTimeout(timer);
    const afterMs = isOpen ? waitOf(release.state.peek(), run.state.peek()) : null;
    if (afterMs !== null) timer = setTimeout(() => void (document.hidden ? lookLater() : look()), afterMs);
  }

  return {
    release,
    run,
    look,
    id: () => shown,
    /** Follows this one; returns how to stop. */
    open(id: string): () => void {
      if (id !== shown) for (const each of [release, run]) each.reset();
      shown = id;
      isOpen = true;
      void look();
      return () => {
        isOpen = false;
        clearTimeout(timer);
      };
    },
    /** The feed says that a release changed; null: any may have. */
    heard(id: string | null): void {
      if (isOpen && (id === null || id === shown)) void look();
    },
  };
}

/** Milliseconds until it is worth another look; null: nothing is at work. */
function waitOf(release: LoadedState<ReleaseView>, run: LoadedState<GateRunView | null>): number | null {
  const { state, documents } = release.type === "ready" ? release.value : { state: "open", documents: [] };
  if (state === "open" && documents.some((each) => each.state === "reading")) return readingMs;
  const tried = run.type === "ready" ? run.value?.state : undefined;
  return tried === "queued" || tried === "running" ? runningMs : null;
}
