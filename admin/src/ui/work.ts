import { useSignal } from "@preact/signals";
import { useWorkspace } from "../app-context.ts";

/**
 * Runs the action of a form or dialog, one at a time. The action returns an error message on failure, which `error` keeps until the next
 * attempt.
 */
export function useWork() {
  const busy = useSignal(false);
  const error = useSignal("");
  /** @returns whether it succeeded. */
  const run = async (work: () => Promise<string | null>): Promise<boolean> => {
    if (busy.peek()) return false;
    busy.value = true;
    error.value = (await work()) ?? "";
    busy.value = false;
    return error.peek() === "";
  };
  return { busy, error, run };
}

/** Runs a button's action, one at a time. The action returns an error message on failure; a toast shows it. */
export function useButtonWork() {
  const { toasts } = useWorkspace();
  const { busy, error, run } = useWork();
  return {
    busy,
    /** @param done toast text on success. @returns whether it succeeded. */
    run: async (work: () => Promise<string | null>, done = ""): Promise<boolean> => {
      if (busy.peek()) return false;
      const isDone = await run(work);
      if (!isDone) toasts.fail(error.peek());
      else if (done) toasts.show(done);
      return isDone;
    },
  };
}

/** Runs a dialog's action, one at a time: `error` contains the error message; success shows a toast and closes the dialog. */
export function useDialogWork(onClose: () => void) {
  const { toasts } = useWorkspace();
  const { busy, error, run } = useWork();
  return {
    busy,
    error,
    run: async (work: () => Promise<string | null>, said: string): Promise<void> => {
      if (!(await run(work))) return;
      toasts.show(said);
      onClose();
    },
  };
}
