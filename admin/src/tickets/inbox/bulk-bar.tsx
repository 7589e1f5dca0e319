import { useWorkspace } from "../../app-context.ts";
import { Keys } from "../../ui/chips.tsx";
import type { PickerKind } from "./triage-store.ts";

const pickers: ReadonlyArray<{ kind: PickerKind; label: string; key: string }> = [
  { kind: "label", label: "Label", key: "l" },
  { kind: "priority", label: "Priority", key: "p" },
  { kind: "assignee", label: "Assign", key: "i" },
  { kind: "snooze", label: "Snooze", key: "z" },
];

/** What can be done to all tickets that are marked. */
export function BulkBar() {
  const { triage } = useWorkspace();
  const tickets = triage.marked.tickets.value;
  if (tickets.length === 0 && !triage.marked.byTap.value) return null;
  const end = (change: { resolve: true } | { spam: true }) => {
    void triage.change(tickets, change);
    triage.marked.clear();
  };
  return (
    <section class="bulk-bar" aria-label="Selected tickets">
      <p role="status">
        {tickets.length === 0 ? "Tap tickets to select them" : `${tickets.length} selected`}
        <button type="button" class="link-btn" onClick={triage.marked.all}>
          Select all
        </button>
        <button type="button" class="link-btn" onClick={triage.marked.clear}>
          {triage.marked.byTap.value ? "Done" : "Clear"}
        </button>
      </p>
      {tickets.length === 0 ? null : (
        <div class="button-row">
          {pickers.map(({ kind, label, key }) => (
            <button
              key={kind}
              type="button"
              class="btn small"
              onClick={() => {
                triage.picking.value = { kind, tickets, by: null };
              }}
            >
              {label} <Keys keys={key} />
            </button>
          ))}
          <button type="button" class="btn small" onClick={() => end({ resolve: true })}>
            Resolve
          </button>
          <button type="button" class="btn small" onClick={() => end({ spam: true })}>
            Spam
          </button>
        </div>
      )}
    </section>
  );
}
