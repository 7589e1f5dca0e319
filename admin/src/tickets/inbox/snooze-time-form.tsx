import { useSignal } from "@preact/signals";
import type { TicketSummary } from "../../../../protocol/admin.ts";
import { useWorkspace } from "../../app-context.ts";
import { fieldTime, snoozeTimes } from "./snooze-times.ts";

/** Asks for a day and a time of one's own. */
export function SnoozeTimeForm({ tickets, onClose }: { tickets: readonly TicketSummary[]; onClose: () => void }) {
  const { triage } = useWorkspace();
  const error = useSignal("");
  const now = new Date();
  const tomorrow = snoozeTimes(now).find(({ id }) => id === "tomorrow")?.at ?? now;
  const text = useSignal(fieldTime(tomorrow));
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const at = new Date(text.value);
    if (Number.isNaN(at.getTime()) || at.getTime() <= Date.now()) {
      error.value = "Choose a time in the future.";
      return;
    }
    void triage.change(tickets, { snooze: at.toISOString() });
    onClose();
  };
  return (
    <form class="dialog-body dialog-body-bare" onSubmit={submit} noValidate>
      <label class="field">
        <span>Snooze until</span>
        <input
          class="input"
          type="datetime-local"
          autofocus
          min={fieldTime(now)}
          value={text.value}
          onInput={(event) => (text.value = event.currentTarget.value)}
        />
      </label>
      <p class="form-error" role="alert">
        {error.value}
      </p>
      <div class="dialog-foot">
        <button type="button" class="btn" onClick={onClose}>
          Cancel
        </button>
        <button type="submit" class="btn primary">
          Snooze
        </button>
      </div>
    </form>
  );
}
