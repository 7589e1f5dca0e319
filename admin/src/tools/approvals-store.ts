import { type ReadonlySignal, signal } from "@preact/signals";
import type { AdminConfirmation } from "../../../protocol/admin-confirmations.ts";
import { confirmationRoutes } from "../../../protocol/routes/confirmations.ts";
import type { Api } from "../api.ts";
import { errorSentence } from "../ui/api-call.ts";
import { createLatest } from "../ui/latest.ts";

/** In ms; a busy tenant sends several change events per second. */
const settleMs = 1_000;

export interface ApprovalsStore {
  /** Null until loaded. */
  readonly items: ReadonlySignal<readonly AdminConfirmation[] | null>;
  /** Why loading failed. */
  readonly error: ReadonlySignal<string>;
  /** The list may have changed: reload soon. */
  changed(): void;
  read(): Promise<void>;
  close(): void;
}

/** Changes of all tickets that wait for an agent's approval. */
export function createApprovalsStore({ call }: Pick<Api, "call">): ApprovalsStore {
  const items = signal<readonly AdminConfirmation[] | null>(null);
  const error = signal("");
  const latest = createLatest();
  let timer: ReturnType<typeof setTimeout> | undefined;

  function read(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    return latest.run(
      (stop) => call(confirmationRoutes.listConfirmations, {}, { signal: stop }),
      (answer) => {
        items.value = answer.items;
        error.value = "";
      },
      (cause) => (error.value = errorSentence(cause)),
    );
  }

  return {
    items,
    error,
    read,
    changed() {
      timer ??= setTimeout(() => void read(), settleMs);
    },
    close() {
      clearTimeout(timer);
      latest.cancel();
    },
  };
}
