import { type Signal, signal } from "@preact/signals";
import type { GateResults, Verdict, VoidedAnswers } from "../../../../protocol/gate.ts";
import type { ReleaseListResponse, ReleaseState } from "../../../../protocol/releases.ts";
import type { Api } from "../../ui/api.ts";
import { errorSentence } from "../../ui/api-error.ts";
import { createLoaded } from "../../ui/loaded.ts";
import { onePerSession } from "../../ui/one-per-session.ts";
import { createReleaseFollower } from "./follow-release.ts";
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
