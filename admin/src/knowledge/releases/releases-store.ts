import { type Signal, signal } from "@preact/signals";
import type { GateResults, GateRunView, Verdict, VoidedAnswers } from "../../../../protocol/gate.ts";
import type { ReleaseListResponse, ReleaseState, ReleaseView } from "../../../../protocol/releases.ts";
import type { Api } from "../../api.ts";
import { errorSentence } from "../../ui/api-call.ts";
import { createLoaded, type LoadedState } from "../../ui/loaded.ts";
import { onePerSession } from "../../ui/one-per-session.ts";
import { gateCalls } from "./release-calls.ts";

const pageSize = 50;

/** The releases of this session; made when one of their pages is gone to for the first time. */
export const releasesStoreOf = onePerSession(createReleasesStore);

function createReleasesStore(api: Pick<Api, "admin">) {
  const calls = gateCalls(api.admin);
  const page = createLoaded<ReleaseListResponse>();
  const results = createLoaded<GateResults>();
  const voided = createLoaded<VoidedAnswers>();
  const busy = signal(false);
  let wanted: Verdict | undefined;

  const readResults = () =>
    results.load((stop) => calls.results(followed.id(), { verdict: wanted, limit: pageSize }, stop));
  const followed = createReleaseFollower(calls, () => void readResults());
  const change = (work: (id: string) => Promise<unknown>) => changing(busy, () => work(followed.id()), followed.look);

  return {
    page,
    release: followed.release,
    run: followed.run,
    results,
    voided,
    busy,
    show: (state: ReleaseState | undefined) => page.load((stop) => calls.list({ state, limit: pageSize }, stop)),
    /** Adds the next page of releases; a sentence when it could not be had. */
    async more(state: ReleaseState | undefined): Promise<string | null> {
      const before = page.state.peek();
      if (before.type !== "ready" || before.value.next_cursor === null) return null;
      try {
        const next = await calls.list({ state, limit: pageSize, cursor: before.value.next_cursor });
        if (page.state.peek() === before) page.set({ ...next, items: [...before.value.items, ...next.items] });
        return null;
      } catch (cause) {
        return errorSentence(cause);
      }
    },
    /** Shows one release and follows it; returns how to stop. */
    open(id: string): () => void {
      if (id !== followed.id()) for (const each of [results, voided]) each.reset();
      wanted = undefined;
      const stop = followed.open(id);
      void voided.load((abort) => calls.voided(id, abort));
      return stop;
    },
    look: followed.look,
    heard: followed.heard,
    readVoided: () => voided.load((stop) => calls.voided(followed.id(), stop)),
    /** Only what came to this verdict; undefined: everything. */
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
        const query = { verdict: wanted, limit: pageSize, cursor: Number(before.value.next_cursor) };
        const next = await calls.results(followed.id(), query);
        if (results.state.peek() === before) results.set({ ...next, items: [...before.value.items, ...next.items] });
        return null;
      } catch (cause) {
        return errorSentence(cause);
      }
    },
    async begin(name: string): Promise<{ id: string } | { problem: string }> {
      try {
        return { id: (await calls.begin({ name })).id };
      } catch (cause) {
        return { problem: errorSentence(cause) };
      }
    },
    change: (what: Parameters<typeof calls.change>[1]) => change((id) => calls.change(id, what)),
    leaveOut: (document: string) => change((id) => calls.leaveOut(id, document)),
    publish: (revision: number, untried: boolean) =>
      change((id) => calls.publish(id, untried ? { revision, untried } : { revision })),
    discard: () => change(calls.discard),
    rollBack: () => change(calls.rollBack),
    tryIt: (questions: number) => change((id) => calls.beginRun(id, questions)),
    stopTrying: () => change(calls.cancelRun),
  };
}

/** Does something with the release that is shown, one thing at a time; a sentence when it was refused. */
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

/** Between two looks at documents that are read: the feed tells when one is, not how far it is. */
const readingMs = 2_000;
/** Between two looks at a run, in case a word of the feed is lost. */
const runningMs = 5_000;

/**
 * One release and its run, followed: by the desk's feed, which tells how far a run is, and by looking again while something is at work,
 * as long as somebody sees it.
 * @param onRun told each time that there is a run to be shown.
 */
function createReleaseFollower(calls: ReturnType<typeof gateCalls>, onRun: () => void) {
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
