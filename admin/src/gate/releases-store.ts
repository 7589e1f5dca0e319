import { signal } from "@preact/signals";
import type { GateResults, GateRunView, Verdict, VoidedAnswers } from "../../../protocol/gate.ts";
import type { ReleaseListResponse, ReleaseState, ReleaseView } from "../../../protocol/releases.ts";
import type { Api } from "../api.ts";
import { ApiError, errorSentence } from "../api-error.ts";
import { createLoaded } from "../stores/loaded.ts";
import { gateCalls } from "./gate-calls.ts";

const pageSize = 50;
/** Between two looks at what is at work. */
const lookMs = 1_000;

/** Null: it was never tried. */
type MaybeRun = GateRunView | null;

export type ReleasesStore = ReturnType<typeof createReleasesStore>;

const stores = new WeakMap<Api, ReleasesStore>();

/** The releases of this session; made when one of their pages is gone to for the first time. */
export function releasesStoreOf(api: Api): ReleasesStore {
  const known = stores.get(api);
  if (known) return known;
  const made = createReleasesStore(api);
  stores.set(api, made);
  return made;
}

function createReleasesStore(api: Pick<Api, "admin">) {
  const calls = gateCalls(api.admin);
  const page = createLoaded<ReleaseListResponse>();
  const release = createLoaded<ReleaseView>();
  const run = createLoaded<MaybeRun>();
  const results = createLoaded<GateResults>();
  const voided = createLoaded<VoidedAnswers>();
  const busy = signal(false);
  let shown = "";
  let wanted: Verdict | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const readRun = (id: string, stop?: AbortSignal): Promise<MaybeRun> =>
    calls.run(id, stop).catch((cause: unknown) => {
      if (cause instanceof ApiError && cause.code === "not_found") return null;
      throw cause;
    });
  const readResults = () => results.load((stop) => calls.results(shown, { verdict: wanted, limit: pageSize }, stop));

  /** Looks again while a document is read or a run is under way. */
  async function look(): Promise<void> {
    clearTimeout(timer);
    const id = shown;
    await Promise.all([release.load((stop) => calls.read(id, stop)), run.load((stop) => readRun(id, stop))]);
    if (id !== shown) return;
    if (isAtWork(release.state.peek(), run.state.peek())) timer = setTimeout(() => void look(), lookMs);
    if (run.state.peek().type === "ready") void readResults();
  }

  /** Does something with the release that is shown; a sentence when it was refused. */
  async function work(change: () => Promise<unknown>): Promise<string | null> {
    if (busy.value) return null;
    busy.value = true;
    try {
      await change();
      await look();
      return null;
    } catch (cause) {
      return errorSentence(cause);
    } finally {
      busy.value = false;
    }
  }

  return {
    page,
    release,
    run,
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
      if (id !== shown) for (const each of [release, run, results, voided]) each.reset();
      shown = id;
      wanted = undefined;
      void look();
      void voided.load((stop) => calls.voided(id, stop));
      return () => clearTimeout(timer);
    },
    look,
    readVoided: () => voided.load((stop) => calls.voided(shown, stop)),
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
        const next = await calls.results(shown, query);
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
    change: (change: Parameters<typeof calls.change>[1]) => work(() => calls.change(shown, change)),
    leaveOut: (document: string) => work(() => calls.leaveOut(shown, document)),
    publish: (revision: number, untried: boolean) =>
      work(() => calls.publish(shown, untried ? { revision, untried } : { revision })),
    discard: () => work(() => calls.discard(shown)),
    rollBack: () => work(() => calls.rollBack(shown)),
    tryIt: (questions: number) => work(() => calls.beginRun(shown, questions)),
    stopTrying: () => work(() => calls.cancelRun(shown)),
  };
}

function isAtWork(release: { type: string; value?: ReleaseView }, run: { type: string; value?: MaybeRun }): boolean {
  const isReading = release.value?.state === "open" && release.value.documents.some(({ state }) => state === "reading");
  return isReading || run.value?.state === "queued" || run.value?.state === "running";
}
