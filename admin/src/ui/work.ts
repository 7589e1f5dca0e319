import { useSignal } from "@preact/signals";
import { useWorkspace } from "../app-context.ts";

/** The work of a form or dialog, one at a time. It returns a sentence when it was refused, which `error` holds until the next try. */
export function useWork() {
  const busy = useSignal(false);
  const error = useSignal("");
  /** @returns whether it was done. */
  const run = async (work: () => Promise<string | null>): Promise<boolean> => {
    if (busy.peek()) return false;
    busy.value = true;
    error.value = (await work()) ?? "";
    busy.value = false;
    return error.peek() === "";
  };
  return { busy, error, run };
}

/** The work of a button, one at a time. It returns a sentence when it was refused; a toast shows it. */
export function useButtonWork() {
  const { toasts } = useWorkspace();
  const { busy, error, run } = useWork();
  return {
    busy,
    /** @param done the toast when it was done. @returns whether it was done. */
    run: async (work: () => Promise<string | null>, done = ""): Promise<boolean> => {
      if (busy.peek()) return false;
      const isDone = await run(work);
      if (!isDone) toasts.fail(error.peek());
      else if (done) toasts.show(done);
      return isDone;
    },
  };
}

/** The work of a dialog, one at a time: `error` holds a refusal; what was done is said in a toast and closes the dialog. */
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
