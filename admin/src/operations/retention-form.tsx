import { type Signal, useSignal } from "@preact/signals";
import type { Retention, RetentionKind, RetentionPatch, RetentionPreview } from "../../../protocol/admin-data.ts";
import { retentionRoutes } from "../../../protocol/routes/privacy.ts";
import { useWorkspace } from "../app-context.ts";
import { ConfirmDialog } from "../ui/confirm-dialog.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { useDoing } from "../ui/loaded-part.tsx";
import { Spinner } from "../ui/states.tsx";

/** Typed values: digits, or empty for no limit. */
type Written = Partial<Record<RetentionKind, string>>;

/** Retention periods. Before a change is saved, the form shows what it deletes. */
export function RetentionForm({ retention, onChange }: { retention: Retention; onChange: (read: Retention) => void }) {
  const { api, toasts } = useWorkspace();
  const written = useSignal<Written>({});
  const asked = useSignal<RetentionPreview | null>(null);
  const { busy, run } = useDoing();
  const patch = patchOf(retention, written.value);
  const isDirty = Object.keys(written.value).length > 0;
  const save = () =>
    run(
      () => api.call(retentionRoutes.changeRetention, { body: patch ?? {} }),
      (saved) => {
        onChange(saved);
        written.value = {};
        asked.value = null;
        toasts.show("Saved. Older data will be deleted within a minute.");
      },
    );
  const ask = () =>
    run(
      () => api.call(retentionRoutes.previewRetention, { body: patch ?? {} }),
      (preview) => (asked.value = preview),
    );
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (patch && event.currentTarget.reportValidity()) void ask();
      }}
    >
      <ul class="kept-kinds">
        {kindOrder.map((kind) => (
          <KindRow key={kind} kind={kind} retention={retention} written={written} />
        ))}
      </ul>
      <div class="kept-actions">
        <button type="submit" class="btn primary" aria-disabled={!isDirty || patch === null || busy.value}>
          {busy.value && asked.value === null ? <Spinner /> : null} Save
        </button>
        {isDirty ? (
          <button type="button" class="btn ghost" onClick={() => (written.value = {})}>
            Discard
          </button>
        ) : null}
      </div>
      <Dialog
        open={asked.value !== null}
        label="Save retention"
        class="dialog-small"
        onClose={() => (asked.value = null)}
      >
        {asked.value ? (
          <Question preview={asked.value} busy={busy.value} onSave={save} onClose={() => (asked.value = null)} />
        ) : null}
      </Dialog>
    </form>
  );
}

interface RowProps {
  kind: RetentionKind;
  retention: Retention;
  written: Signal<Written>;
}

function KindRow({ kind, retention, written }: RowProps) {
  const { least, most } = retention.limits[kind];
  const { name, what } = kindWords[kind];
  const text = written.value[kind] ?? textOf(retention, kind);
  const mustEnd = kind === "webhook_deliveries";
  const isWrong = daysOf(text, { least, most, mustEnd }) === undefined;
  const note = isWrong ? `Enter ${least} to ${most} days${mustEnd ? "" : ", or leave it empty to keep them"}.` : what;
  const write = (value: string) => {
    const { [kind]: _before, ...others } = written.value;
    written.value = value === textOf(retention, kind) ? others : { ...others, [kind]: value };
  };
  return (
    <li class="kept-kind">
      <label for={`kept-${kind}`}>{name}</label>
      <small id={`kept-${kind}-note`} class={isWrong ? "field-problem" : "muted"}>
        {note}
      </small>
      <span class="kept-days">
        <input
          id={`kept-${kind}`}
          class="input"
          inputMode="numeric"
          autocomplete="off"
          value={text}
          placeholder="Forever"
          aria-invalid={isWrong}
          aria-describedby={`kept-${kind}-note`}
          ref={(input) => input?.setCustomValidity(isWrong ? note : "")}
          onInput={(event) => write(event.currentTarget.value.trim())}
        />
        <span class="muted" aria-hidden="true">
          days
        </span>
      </span>
    </li>
  );
}

interface QuestionProps {
  preview: RetentionPreview;
  busy: boolean;
  onSave: () => unknown;
  onClose: () => void;
}

function Question({ preview, busy, onSave, onClose }: QuestionProps) {
  const removed = countsText(preview.counts);
  const isHarmless = removed === "nothing";
  return (
    <ConfirmDialog
      title={isHarmless ? "Save?" : "Delete older data?"}
      verb={isHarmless ? "Save" : "Save and delete"}
      isDanger={!isHarmless}
      busy={busy}
      onYes={onSave}
      onClose={onClose}
    >
      {isHarmless ? (
        <p>Nothing is that old yet. Data will be deleted when it reaches this age.</p>
      ) : (
        <p>
          This will permanently delete <strong>{removed}</strong>. Only a backup can bring it back.
        </p>
      )}
    </ConfirmDialog>
  );
}

function textOf({ rules }: Retention, kind: RetentionKind): string {
  return rules[kind]?.toString() ?? "";
}

/** Null: no limit. Undefined: invalid. */
function daysOf(
  text: string,
  { least, most, mustEnd }: { least: number; most: number; mustEnd: boolean },
): number | null | undefined {
  if (text === "") return mustEnd ? undefined : null;
  const days = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  return days >= least && days <= most ? days : undefined;
}

/** The changed periods; null when a field is invalid. */
function patchOf({ limits }: Retention, written: Written): RetentionPatch | null {
  const changed = kindOrder.flatMap((kind) => {
    const text = written[kind];
    return text === undefined
      ? []
      : [[kind, daysOf(text, { ...limits[kind], mustEnd: kind === "webhook_deliveries" })] as const];
  });
  return changed.some(([, days]) => days === undefined) ? null : Object.fromEntries(changed);
}

/** Name and content of each kind, most familiar first. */
const kindWords: Record<RetentionKind, { name: string; what: string; unit: string }> = {
  tickets: {
    name: "Tickets",
    what: "Tickets with no activity, including all their messages. Tickets waiting for a reply are kept.",
    unit: "tickets",
  },
  files: { name: "Files", what: "Attachments of inactive tickets. File names are kept.", unit: "files" },
  events: { name: "Ticket activity", what: "The event history of inactive tickets. Messages are kept.", unit: "steps" },
  visitors: { name: "Visitors", what: "Visitors without tickets who have not returned.", unit: "visitors" },
  memories: {
    name: "Memories",
    what: "Facts about visitors that have not been used.",
    unit: "memories",
  },
  playground: { name: "Playground", what: "Inactive playground runs.", unit: "runs" },
  copilot: {
    name: "Copilot",
    what: "Inactive copilot conversations and the preferences learned from them.",
    unit: "conversations",
  },
  mails: { name: "E-mails", what: "Log of sent and received e-mails.", unit: "e-mails" },
  audit: { name: "Audit log", what: "All recorded changes.", unit: "entries" },
  model_calls: { name: "Model calls", what: "Details of each model call. Daily totals are kept.", unit: "calls" },
  empty_tickets: { name: "Empty chats", what: "Chats opened without a message.", unit: "chats" },
  checkpoints: { name: "Saved states", what: "Saved assistant states of inactive tickets.", unit: "states" },
  webhook_deliveries: { name: "Webhook deliveries", what: "Webhook delivery log.", unit: "deliveries" },
  jobs: { name: "Background jobs", what: "Completed jobs.", unit: "jobs" },
};

const kindOrder = Object.keys(kindWords) as RetentionKind[]; // the keys of the record above

/** "12 tickets, 3 files"; omits zero counts. */
export function countsText(counts: Record<string, number>): string {
  const parts = kindOrder
    .filter((kind) => (counts[kind] ?? 0) > 0)
    .map((kind) => `${(counts[kind] ?? 0).toLocaleString("en")} ${kindWords[kind].unit}`);
  return parts.length === 0 ? "nothing" : parts.join(", ");
}
