import { type ReadonlySignal, signal } from "@preact/signals";
import type { CannedReply, NewCannedReply } from "../../../../protocol/admin-canned.ts";
import type { Api } from "../../ui/api.ts";
import { errorSentence } from "../../ui/api-error.ts";

type CannedApi = Pick<Api, "cannedReplies" | "addCannedReply" | "changeCannedReply" | "removeCannedReply">;

export type CannedState =
  | { type: "loading" }
  | { type: "failed"; message: string }
  | { type: "ready"; items: readonly CannedReply[] };

export interface CannedStore {
  readonly state: ReadonlySignal<CannedState>;
  /** Reads them anew. */
  load(): Promise<void>;
  /** Adds one, or (with an id) changes it; gives a sentence when it failed. */
  save(reply: NewCannedReply, id?: string): Promise<string | null>;
  remove(id: string): Promise<string | null>;
}

/** Texts that are used again: the team's and one's own. */
export function createCannedStore(api: CannedApi): CannedStore {
  const state = signal<CannedState>({ type: "loading" });

  async function load(): Promise<void> {
    try {
      state.value = { type: "ready", items: (await api.cannedReplies()).items };
    } catch (error) {
      // What is known stays usable.
      if (state.value.type !== "ready") state.value = { type: "failed", message: errorSentence(error) };
    }
  }

  async function change(work: Promise<unknown>): Promise<string | null> {
    try {
      await work;
      await load();
      return null;
    } catch (error) {
      return errorSentence(error);
    }
  }

  return {
    state,
    load,
    save: (reply, id) => {
      const { name, content } = reply;
      return change(id === undefined ? api.addCannedReply(reply) : api.changeCannedReply(id, { name, content }));
    },
    remove: (id) => change(api.removeCannedReply(id)),
  };
}
