import "./calls.css";
import { useSignal } from "@preact/signals";
import type { SettleCallRequest, ToolCall, ToolCallStatus } from "../../../protocol/admin-tool-calls.ts";
import { toolCallRoutes } from "../../../protocol/routes/tool-calls.ts";
import { visibleText } from "../../../protocol/visible-text.ts";
import { useWorkspace } from "../app-context.ts";
import { useDoing } from "../ui/loaded-part.tsx";
import { callStatuses } from "./tool-words.ts";

interface CallOutcomeProps {
  outcome: { content: string; shown: string; error: string | null };
  /** Title above the result for the model: a recorded call was given to the model, a test call would be. */
  modelTitle: string;
}

/** Result of a call: error, the part that people see, and the part that the model gets. */
export function CallOutcome({ outcome: { content, shown, error }, modelTitle }: CallOutcomeProps) {
  return (
    <>
      {error ? (
        <p class="form-error" dir="auto">
          {error}
        </p>
      ) : null}
      {shown ? (
        <>
          <h3>Summary</h3>
          <p class="shown" dir="auto">
            {shown}
          </p>
        </>
      ) : null}
      {content ? (
        <>
          <h3>{modelTitle}</h3>
          <Json value={content} name={modelTitle} />
        </>
      ) : null}
    </>
  );
}

/** Status of a call, in one word. */
export function CallStatus({ status }: { status: ToolCallStatus }) {
  return <span class={`chip chip-call-${status}`}>{callStatuses[status] ?? status}</span>;
}

interface SettleProps {
  call: Pick<ToolCall, "id" | "title" | "connection">;
  onCall: (call: ToolCall) => void;
}

/** Asks whether an interrupted call had its effect, which only a person can find out. */
export function SettleCall({ call, onCall }: SettleProps) {
  const { api, toasts } = useWorkspace();
  const note = useSignal("");
  const { busy, run } = useDoing();
  const settle = (status: SettleCallRequest["status"]) =>
    run(
      () => api.call(toolCallRoutes.settleToolCall, { id: call.id, body: { status, note: note.value.trim() } }),
      (settled) => {
        toasts.show(status === "completed" ? "Marked the call as done" : "Marked the call as not done");
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

/** A formatted JSON value; invisible characters are shown as codes. */
export function Json({ value, name }: { value: unknown; name: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what can be scrolled has to be reached by keyboard.
    <pre class="json" tabIndex={0} role="region" aria-label={name} dir="ltr">
      {visibleText(typeof value === "string" ? value : (JSON.stringify(value, null, 2) ?? ""))}
    </pre>
  );
}
