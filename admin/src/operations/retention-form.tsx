import { type Signal, useSignal } from "@preact/signals";
import type { Retention, RetentionKind, RetentionPatch, RetentionPreview } from "../../../protocol/admin-data.ts";
import { retentionRoutes } from "../../../protocol/routes/privacy.ts";
import { useWorkspace } from "../app-context.ts";
import { ConfirmDialog } from "../ui/confirm-dialog.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { useDoing } from "../ui/loaded-part.tsx";
import { Spinner } from "../ui/states.tsx";
import { countsText, kindOrder, kindWords } from "./retention-kinds.ts";

/** Chosen periods: days as digits, or empty for no limit. */
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
        toasts.show("Saved the retention. Older data will be deleted within a minute");
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
        if (event.currentTarget.reportValidity() && patch) void ask();
      }}
    >
      <ul class="kept-kinds">
        {kindOrder.map((kind) => (
          <KindRow key={kind} kind={kind} retention={retention} written={written} />
        ))}
      </ul>
      {isDirty ? (
        <div class="kept-actions">
          <button type="submit" class="btn primary" aria-disabled={busy.value}>
            {busy.value && asked.value === null ? <Spinner /> : null} Save
          </button>
          <button type="button" class="btn ghost" onClick={() => (written.value = {})}>
            Discard
          </button>
        </div>
      ) : null}
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

/** Periods to choose from, in days. Any other number is entered under "Custom". */
const usualDays = [30, 90, 365] as const;

function KindRow({ kind, retention, written }: RowProps) {
  const { least, most } = retention.limits[kind];
  const { name, what } = kindWords[kind];
  const text = written.value[kind] ?? textOf(retention, kind);
  const mustEnd = kind === "webhook_deliveries";
  const presets = usualDays.filter((days) => days >= least && days <= most).map(String);
  const isCustom = useSignal(false);
  // A stored period that is none of the presets.
  const isOther = text !== "" && !presets.includes(text);
  const shown = isCustom.value || isOther ? "custom" : text;
  const isWrong = daysOf(text, { least, most, mustEnd }) === undefined || (shown === "custom" && text === "");
  const note = isWrong ? `Enter ${least} to ${most} days.` : what;
  const write = (value: string) => {
    const { [kind]: _before, ...others } = written.value;
    written.value = value === textOf(retention, kind) ? others : { ...others, [kind]: value };
  };
  const choose = (choice: string) => {
    isCustom.value = choice === "custom";
    if (choice !== "custom") write(choice);
  };
  return (
    <li class="kept-kind">
      <label for={`kept-${kind}`}>{name}</label>
      <small id={`kept-${kind}-note`} class={isWrong ? "field-problem" : "muted"}>
        {note}
      </small>
      <span class="kept-days">
        {shown === "custom" ? (
          <CustomDays
            label={`${name}: days`}
            note={`kept-${kind}-note`}
            text={text}
            problem={isWrong ? note : ""}
            onInput={write}
          />
        ) : null}
        <select
          id={`kept-${kind}`}
          class="input"
          value={shown}
          aria-describedby={`kept-${kind}-note`}
          onChange={(event) => choose(event.currentTarget.value)}
        >
          {mustEnd ? null : <option value="">Forever</option>}
          {presets.map((days) => (
            <option key={days} value={days}>
              {days} days
            </option>
          ))}
          <option value="custom">Custom (days)</option>
        </select>
      </span>
    </li>
  );
}

interface CustomDaysProps {
  label: string;
  /** Id of the text that describes the field. */
  note: string;
  text: string;
  problem: string;
  onInput: (text: string) => void;
}

function CustomDays({ label, note, text, problem, onInput }: CustomDaysProps) {
  return (
    <input
      class="input"
      inputMode="numeric"
      autocomplete="off"
      aria-label={label}
      value={text}
      aria-invalid={problem !== ""}
      aria-describedby={note}
      ref={(input) => input?.setCustomValidity(problem)}
      onInput={(event) => onInput(event.currentTarget.value.trim())}
    />
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
      title={isHarmless ? "Save the retention times?" : "Delete older data?"}
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
