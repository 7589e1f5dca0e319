import { computed, type ReadonlySignal, signal } from "@preact/signals";
import { ticketRoutes } from "../../../../protocol/routes/tickets.ts";
import type { Api } from "../../api.ts";
import { errorSentence } from "../../ui/api-call.ts";
import { randomId } from "../../ui/ids.ts";

/** A large file over a slow line. */
const uploadTimeoutMs = 120_000;

/** The server's limit for one message. */
const maxFiles = 5;

/** A file that was chosen for an answer. */
export interface ChosenFile {
  id: string;
  file: File;
  state: "waiting" | "sending" | "ready" | "refused";
  /** Why it was refused, as a sentence. */
  reason: string;
}

export interface FilesStore {
  readonly chosen: ReadonlySignal<readonly ChosenFile[]>;
  /** Ids of what the answer may name. */
  readonly ready: ReadonlySignal<string[]>;
  /** True while something is on its way. */
  readonly busy: ReadonlySignal<boolean>;
  add(files: readonly File[]): void;
  remove(id: string): void;
  retry(id: string): void;
  /** The answer with these was taken. */
  sent(ids: readonly string[]): void;
}

/** The files of one ticket's next answer: uploaded one after the other while the answer is written. */
export function createFilesStore(api: Pick<Api, "call">, ticketId: string): FilesStore {
  const chosen = signal<readonly ChosenFile[]>([]);
  let isSending = false;

  const patch = (id: string, change: Partial<ChosenFile>) => {
    chosen.value = chosen.value.map((one) => (one.id === id ? { ...one, ...change } : one));
  };

  async function sendAll(): Promise<void> {
    if (isSending) return;
    isSending = true;
    for (let next = waiting(); next; next = waiting()) {
      const { id, file } = next;
      patch(id, { state: "sending" });
      try {
        const form = new FormData();
        form.append("id", id);
        form.append("file", file, file.name);
        await api.call(ticketRoutes.uploadReplyAttachment, { id: ticketId }, { form, timeoutMs: uploadTimeoutMs });
        patch(id, { state: "ready" });
      } catch (error) {
        patch(id, { state: "refused", reason: errorSentence(error) });
      }
    }
    isSending = false;
  }

  const waiting = () => chosen.value.find(({ state }) => state === "waiting");

  return {
    chosen,
    ready: computed(() => chosen.value.filter(({ state }) => state === "ready").map(({ id }) => id)),
    busy: computed(() => chosen.value.some(({ state }) => state === "waiting" || state === "sending")),
    add(files) {
      const room = maxFiles - chosen.value.filter(({ state }) => state !== "refused").length;
      chosen.value = [
        ...chosen.value,
        ...files.map((file, at): ChosenFile => {
          const fits = at < room;
          const reason = fits ? "" : `At most ${maxFiles} files in one reply.`;
          return { id: randomId(), file, state: fits ? "waiting" : "refused", reason };
        }),
      ];
      void sendAll();
    },
    remove(id) {
      chosen.value = chosen.value.filter((one) => one.id !== id);
    },
    retry(id) {
      patch(id, { state: "waiting", reason: "" });
      void sendAll();
    },
    sent(ids) {
      chosen.value = chosen.value.filter((one) => !ids.includes(one.id));
    },
  };
}
