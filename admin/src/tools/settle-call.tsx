import { useSignal } from "@preact/signals";
import type { SettleCallRequest, ToolCall } from "../../../protocol/admin-tool-calls.ts";
import { useWorkspace } from "../app-context.ts";
import { useDoing } from "../ui/use-asked.ts";
import { toolsCalls } from "./tools-calls.ts";

interface SettleProps {
  call: Pick<ToolCall, "id" | "title" | "connection">;
  onCall: (call: ToolCall) => void;
}

/** Asks a person what nobody else can know: whether a call that was cut off had its effect. */
export function SettleCall({ call, onCall }: SettleProps) {
  const { api, toasts } = useWorkspace();
  const note = useSignal("");
  const { busy, run } = useDoing();
  const settle = (status: SettleCallRequest["status"]) =>
    run(
      () => toolsCalls(api.admin).settleCall(call.id, { status, note: note.value.trim() }),
      (settled) => {
        toasts.show(status === "completed" ? "Noted: done" : "Noted: not done");
        onCall(settled);
      },
    );
  const button = (label: string, status: SettleCallRequest["status"]) => (
    <button type="button" class="btn small" aria-disabled={busy.value} onClick={() => void settle(status)}>
      {label}
    </button>
  );
  return (
    <div class="settle" role="group" aria-label={`Outcome of ${call.title}`}>
      <p>The outcome is unknown, and it is not retried. Check {call.connection}, then record the outcome.</p>
      <input
        class="input"
        aria-label="Note"
        placeholder="Findings (optional)"
        maxLength={1_000}
        value={note.value}
        onInput={(event) => (note.value = event.currentTarget.value)}
      />
      <span class="settle-buttons">
        {button("Done", "completed")}
        {button("Not done", "failed")}
      </span>
    </div>
  );
}
