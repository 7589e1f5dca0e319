import { computed, type ReadonlySignal, signal } from "@preact/signals";
import { ticketRoutes } from "../../../../protocol/routes/tickets.ts";
import type { Api } from "../../api.ts";
import { errorSentence } from "../../ui/api-call.ts";
import { randomId } from "../../ui/ids.ts";

/** In ms; for a large file on a slow connection. */
const uploadTimeoutMs = 120_000;

/** Same limit as on the server. */
const maxFiles = 5;

/** A file chosen for a reply. */
export interface ChosenFile {
  id: string;
  file: File;
  state: "waiting" | "sending" | "ready" | "refused";
  /** Error message. */
  reason: string;
}

export interface FilesStore {
  readonly chosen: ReadonlySignal<readonly ChosenFile[]>;
  /** Ids of the files that can be sent. */
  readonly ready: ReadonlySignal<string[]>;
  /** True during an upload. */
  readonly busy: ReadonlySignal<boolean>;
  add(files: readonly File[]): void;
  remove(id: string): void;
  retry(id: string): void;
  /** Removes the files of a reply that waits to be sent. */
  take(ids: readonly string[]): void;
  /** Puts the files of such a reply back. */
  putBack(ids: readonly string[]): void;
  /** The server accepted a reply with these files. */
  forget(ids: readonly string[]): void;
}

/** Files of a ticket's next reply, uploaded one after the other while the agent writes. */
export function createFilesStore(api: Pick<Api, "call">, ticketId: string): FilesStore {
  const chosen = signal<readonly ChosenFile[]>([]);
  /** Files of replies that wait to be sent. */
  let taken: readonly ChosenFile[] = [];
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

  function forget(ids: readonly string[]): void {
    taken = taken.filter(({ id }) => !ids.includes(id));
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
    take(ids) {
      taken = [...taken, ...chosen.value.filter(({ id }) => ids.includes(id))];
      chosen.value = chosen.value.filter(({ id }) => !ids.includes(id));
    },
    putBack(ids) {
      chosen.value = [...taken.filter(({ id }) => ids.includes(id)), ...chosen.value];
      forget(ids);
    },
    forget,
  };
}
