import { useEffect } from "preact/hooks";
import type { CopilotMessage } from "../../../protocol/copilot-conversations.ts";
import { Spinner } from "../ui/states.tsx";
import { useButtonWork } from "../ui/work.ts";
import type { CopilotStore } from "./copilot-store.ts";
import type { MessageVerbs } from "./message-verbs.ts";

interface StateProps {
  message: CopilotMessage;
  /** Current activity during a run. */
  status: string | null;
  verbs: Pick<MessageVerbs, "cancel" | "retry">;
}

/** Progress of a message, or why it has no result. */
export function StateLine({ message, status, verbs }: StateProps) {
  switch (message.state) {
    case "running":
      return (
        <div class="copilot-running">
          <Spinner />
          <span role="status">{status ?? "Working on it"}…</span>
          <Verb label="Stop" run={verbs.cancel} />
        </div>
      );
    case "failed":
      return (
        <div class="copilot-failed" role="alert">
          <p dir="auto">{message.content || "Something went wrong."}</p>
          <Verb label="Try again" run={verbs.retry} />
        </div>
      );
    case "cancelled":
      return (
        <div class="copilot-cancelled">
          {message.content === "" ? <span class="muted">Stopped</span> : null}
          <Verb label="Try again" run={verbs.retry} />
        </div>
      );
    case "asking":
    case "done":
      return null;
    default:
      return message.state satisfies never;
  }
}

function Verb({ label, run: work }: { label: string; run: () => Promise<string | null> }) {
  const { busy, run } = useButtonWork();
  const press = async () => {
    await run(work);
  };
  return (
    <button type="button" class="btn small" aria-disabled={busy.value} onClick={() => void press()}>
      {label}
    </button>
  );
}

/** Poll interval during a run, in ms, in case an event is lost. */
const pollMs = 4_000;

/** Polls the open conversation while the copilot works on it. */
export function useLook(store: CopilotStore, isRunning: boolean): void {
  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(() => void store.reread(), pollMs);
    return () => clearInterval(timer);
  }, [store, isRunning]);
}
