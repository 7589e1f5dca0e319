import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { labelRoutes } from "../../../protocol/routes/labels.ts";
import type { Label, LabelColor } from "../../../protocol/triage.ts";
import { useWorkspace } from "../app-context.ts";
import { errorSentence } from "../ui/api-call.ts";
import { ColorNameFields, NewColorName } from "../ui/color-name.tsx";
import { ConfirmDialog } from "../ui/confirm-dialog.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { count } from "../ui/format.ts";
import { Icon } from "../ui/icon.tsx";
import { Notice } from "../ui/states.tsx";
import { useDialogWork } from "../ui/work.ts";
import { SettingsLayout } from "./settings-frame.tsx";

const maxName = 60;

/** The labels of tickets; changes are saved at once. */
export function LabelSettings() {
  const { triage, may } = useWorkspace();
  const removing = useSignal<{ label: Label; tickets: number } | null>(null);
  const close = () => (removing.value = null);
  useEffect(() => {
    void triage.load();
  }, [triage]);
  const labels = triage.labels.value;
  return (
    <SettingsLayout title="Labels" text="Topics of tickets, for filters, views and analytics.">
      <div class="settings">
        {labels.length === 0 ? (
          <Notice title="No labels yet" text="Labels sort tickets by topic, such as billing or delivery." />
        ) : (
          <ul class="manage-sets">
            {labels.map((label) => (
              <LabelRow key={label.id} label={label} onRemove={(asked) => (removing.value = asked)} />
            ))}
          </ul>
        )}
        {may("manager") ? <NewLabel /> : <p class="read-only-note">Only managers can change labels.</p>}
      </div>
      <Dialog open={removing.value !== null} label="Delete label" class="dialog-small" onClose={close}>
        {removing.value ? <RemoveLabel {...removing.value} onClose={close} /> : null}
      </Dialog>
    </SettingsLayout>
  );
}

interface RowProps {
  label: Label;
  onRemove: (asked: { label: Label; tickets: number }) => void;
}

function LabelRow({ label, onRemove }: RowProps) {
  const { api, triage, toasts, may } = useWorkspace();
  const { id, name, color } = label;
  if (!may("manager"))
    return (
      <li>
        <span class={`label-dot label-${color}`} aria-hidden="true" /> <span dir="auto">{name}</span>
      </li>
    );
  const change = async (wanted: { name?: string; color?: LabelColor }) => {
    const problem = await triage.changeLabel(id, wanted);
    if (problem) toasts.fail(`Not saved. ${problem}`);
    return problem === null;
  };
  const ask = async () => {
    try {
      onRemove(await api.call(labelRoutes.readLabel, { id }));
    } catch (error) {
      toasts.fail(errorSentence(error));
    }
  };
  return (
    <li>
      <ColorNameFields name={name} color={color} maxLength={maxName} onChange={change} />
      <button type="button" class="icon-btn" aria-label={`Delete ${name}`} onClick={() => void ask()}>
        <Icon name="trash" />
      </button>
    </li>
  );
}

function NewLabel() {
  const { triage, toasts } = useWorkspace();
  const add = async (wanted: { name: string; color: LabelColor }) => {
    const isAdded = (await triage.createLabel(wanted)) !== null;
    if (isAdded) toasts.show(`Added “${wanted.name}”`);
    return isAdded;
  };
  return <NewColorName what="label" maxLength={maxName} onAdd={add} />;
}

function RemoveLabel({ label, tickets, onClose }: { label: Label; tickets: number; onClose: () => void }) {
  const { triage } = useWorkspace();
  const { busy, error, run } = useDialogWork(onClose);
  return (
    <ConfirmDialog
      title={`Delete “${label.name}”?`}
      verb="Delete"
      busy={busy.value}
      error={error.value}
      onYes={() => run(() => triage.deleteLabel(label.id), `Deleted “${label.name}”`)}
      onClose={onClose}
    >
      <p>
        {tickets === 0
          ? "No ticket has this label."
          : `It is removed from ${count(tickets)} ticket${tickets === 1 ? "" : "s"}. The tickets stay.`}
      </p>
    </ConfirmDialog>
  );
}
