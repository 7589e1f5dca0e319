import { type Signal, signal } from "@preact/signals";
import type { ReleaseResults, ReleaseRunView, Verdict, VoidedAnswers } from "../../../../protocol/release-runs.ts";
import type { ReleaseChange, ReleaseListResponse, ReleaseState, ReleaseView } from "../../../../protocol/releases.ts";
import { releaseRoutes } from "../../../../protocol/routes/releases.ts";
import type { Api } from "../../api.ts";
import { errorSentence } from "../../ui/api-call.ts";
import { createLoaded, type LoadedState } from "../../ui/loaded.ts";
import { onePerSession } from "../../ui/one-per-session.ts";

const pageSize = 50;

/** The releases store of this session; created on the first visit of one of its pages. */
export const releasesStoreOf = onePerSession(createReleasesStore);

function createReleasesStore(api: Pick<Api, "call">) {
  const page = createLoaded<ReleaseListResponse>();
  const results = createLoaded<ReleaseResults>();
  const voided = createLoaded<VoidedAnswers>();
  const busy = signal(false);
  let wanted: Verdict | undefined;

  const list = (state: ReleaseState | undefined, cursor?: string, signal?: AbortSignal) =>
    api.call(releaseRoutes.listReleases, { query: { state, cursor, limit: pageSize } }, { signal });
  const listResults = (cursor?: number, signal?: AbortSignal) => {
    const query = { verdict: wanted, limit: pageSize, cursor };
    return api.call(releaseRoutes.listRunResults, { id: followed.id(), query }, { signal });
  };
  const readVoided = () =>
    voided.load((signal) => api.call(releaseRoutes.listVoidedAnswers, { id: followed.id() }, { signal }));
  const readResults = () => results.load((stop) => listResults(undefined, stop));
  const followed = createReleaseFollower(api, () => void readResults());
  const change = (work: (id: string) => Promise<unknown>) => changing(busy, () => work(followed.id()), followed.look);

  return {
    page,
    release: followed.release,
    run: followed.run,
    results,
    voided,
    busy,
    show: (state: ReleaseState | undefined) => page.load((stop) => list(state, undefined, stop)),
    /** Adds the next page of releases; returns an error message on failure. */
    async more(state: ReleaseState | undefined): Promise<string | null> {
      const before = page.state.peek();
      if (before.type !== "ready" || before.value.next_cursor === null) return null;
      try {
        const next = await list(state, before.value.next_cursor);
        if (page.state.peek() === before) page.set({ ...next, items: [...before.value.items, ...next.items] });
        return null;
      } catch (cause) {
        return errorSentence(cause);
      }
    },
    /** Opens a release and polls it; returns a function that stops. */
    open(id: string): () => void {
      if (id !== followed.id()) for (const each of [results, voided]) each.reset();
      wanted = undefined;
      const stop = followed.open(id);
      void readVoided();
      return stop;
    },
    look: followed.look,
    heard: followed.heard,
    readVoided,
    /** Only results with this verdict; undefined: all. */
    filter(verdict: Verdict | undefined): void {
      wanted = verdict;
      results.reset();
      void readResults();
    },
    readResults,
    async moreResults(): Promise<string | null> {
      const before = results.state.peek();
      if (before.type !== "ready" || before.value.next_cursor === null) return null;
      try {
        const next = await listResults(Number(before.value.next_cursor));
        if (results.state.peek() === before) results.set({ ...next, items: [...before.value.items, ...next.items] });
        return null;
      } catch (cause) {
        return errorSentence(cause);
      }
    },
    async begin(name: string): Promise<{ id: string } | { problem: string }> {
      try {
        return { id: (await api.call(releaseRoutes.beginRelease, { body: { name } })).id };
      } catch (cause) {
        return { problem: errorSentence(cause) };
      }
    },
    change: (body: ReleaseChange) => change((id) => api.call(releaseRoutes.changeRelease, { id, body })),
    leaveOut: (document: string) => change((id) => api.call(releaseRoutes.leaveOutOfRelease, { id, document })),
    publish: (revision: number, untried: boolean) =>
      change((id) =>
        api.call(releaseRoutes.publishRelease, { id, body: untried ? { revision, untried } : { revision } }),
      ),
    discard: () => change((id) => api.call(releaseRoutes.discardRelease, { id })),
    rollBack: () => change((id) => api.call(releaseRoutes.rollBackRelease, { id })),
    tryIt: (questions: number) => change((id) => api.call(releaseRoutes.tryRelease, { id, body: { questions } })),
    stopTrying: () => change((id) => api.call(releaseRoutes.cancelRun, { id })),
  };
}

/** Runs one action on the open release at a time; returns an error message on failure. */
async function changing(
  busy: Signal<boolean>,
  work: () => Promise<unknown>,
  look: () => Promise<void>,
): Promise<string | null> {
  if (busy.value) return null;
  busy.value = true;
  try {
    await work();
    await look();
    return null;
  } catch (cause) {
    return errorSentence(cause);
  } finally {
    busy.value = false;
  }
}

/** Poll interval in ms while documents are processed: the event feed reports completion, not progress. */
const readingMs = 2_000;
/** Poll interval in ms during a run, in case an event is lost. */
const runningMs = 5_000;

/**
 * Keeps a release and its run current: by the console's event feed, which reports progress of the run, and by polling during work, while a
 * page shows it.
 * @param onRun called each time a run has loaded.
 */
function createReleaseFollower({ call }: Pick<Api, "call">, onRun: () => void) {
  const release = createLoaded<ReleaseView>();
  /** Null: not tested yet. */
  const run = createLoaded<ReleaseRunView | null>();
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
        release.load((signal) => call(releaseRoutes.readRelease, { id }, { signal })),
        run.load(async (signal) => (await call(releaseRoutes.readRun, { id }, { signal })).run),
      ]);
    }
    pollLater();
    const tried = run.state.peek();
    if (tried.type === "ready" && tried.value) onRun();
  }

  /** Loads both. Calls during a load lead to one more load. */
  function look(): Promise<void> {
    isStale = true;
    looking ??= readAll().finally(() => {
      looking = undefined;
    });
    return looking;
  }

  function pollLater(): void {
    clearTimeout(timer);
    const afterMs = isOpen ? waitOf(release.state.peek(), run.state.peek()) : null;
    if (afterMs !== null) timer = setTimeout(() => void (document.hidden ? pollLater() : look()), afterMs);
  }

  return {
    release,
    run,
    look,
    id: () => shown,
    /** Opens a release; returns a function that stops. */
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
    /** An event reported a changed release; null: the server does not say which. */
    heard(id: string | null): void {
      if (isOpen && (id === null || id === shown)) void look();
    },
  };
}

/** Milliseconds until the next poll; null: no work in progress. */
function waitOf(release: LoadedState<ReleaseView>, run: LoadedState<ReleaseRunView | null>): number | null {
  const { state, documents } = release.type === "ready" ? release.value : { state: "open", documents: [] };
  if (state === "open" && documents.some((each) => each.state === "reading")) return readingMs;
  const tried = run.type === "ready" ? run.value?.state : undefined;
  return tried === "queued" || tried === "running" ? runningMs : null;
}
