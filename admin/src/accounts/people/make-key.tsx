import { useSignal } from "@preact/signals";
import { useId } from "preact/hooks";
import type { MemberRole } from "../../../../protocol/admin.ts";
import { useWorkspace } from "../../app-context.ts";
import { DialogFoot } from "../../ui/confirm-dialog.tsx";
import { CopyField } from "../../ui/copy-field.tsx";
import { TextField } from "../../ui/fields.tsx";
import { keysStoreOf } from "./keys-store.ts";
import { RoleChoice } from "./role-choice.tsx";

/** Asks for the purpose of a key, creates it and shows it once. */
export function MakeKey({ onClose }: { onClose: () => void }) {
  const keys = keysStoreOf(useWorkspace().api);
  const name = useSignal("");
  const speaksAs = useSignal("");
  const role = useSignal<MemberRole>("agent");
  const days = useSignal(0);
  const busy = useSignal(false);
  const error = useSignal("");
  const made = useSignal<string | null>(null);
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (busy.value) return;
    if (name.value.trim() === "") {
      error.value = "Enter a name.";
      return;
    }
    busy.value = true;
    const speaker = speaksAs.value.trim();
    const result = await keys.create({
      name: name.value.trim(),
      role: role.value,
      ...(speaker ? { speaks_as: speaker } : {}),
      ...(days.value > 0 ? { expires_in_days: days.value } : {}),
    });
    busy.value = false;
    if ("problem" in result) error.value = result.problem;
    else made.value = result.key;
  };
  if (made.value) return <MadeKey value={made.value} onClose={onClose} />;
  return (
    <form onSubmit={submit} noValidate>
      <div class="dialog-head">
        <h2>New API key</h2>
      </div>
      <div class="dialog-body">
        <TextField label="Name" value={name.value} max={100} onChange={(next) => (name.value = next)} />
        <RoleChoice legend="Role" value={role.value} onChange={(next) => (role.value = next)} />
        <TextField
          label="Display name"
          value={speaksAs.value}
          max={100}
          hint="Shown to visitors. Leave empty for your team's name."
          onChange={(next) => (speaksAs.value = next)}
        />
        <KeyEnd days={days.value} onChange={(next) => (days.value = next)} />
        <p class="form-error" role="alert">
          {error.value}
        </p>
        <DialogFoot verb="Create key" busy={busy.value} onClose={onClose} />
      </div>
    </form>
  );
}

function MadeKey({ value, onClose }: { value: string; onClose: () => void }) {
  return (
    <>
      <div class="dialog-head">
        <h2>Copy the key now</h2>
      </div>
      <div class="dialog-body">
        <CopyField label="Key" value={value} hint="It is shown only once." />
        <div class="dialog-foot">
          <button type="button" class="btn primary" onClick={onClose}>
            Done
          </button>
        </div>
      </div>
    </>
  );
}

const ends = [
  { days: 0, label: "Never" },
  { days: 7, label: "In 7 days" },
  { days: 30, label: "In 30 days" },
  { days: 90, label: "In 90 days" },
  { days: 365, label: "In a year" },
] as const;

/** An expiry date, so that a key for a test or an external party is not forgotten while it still works. */
function KeyEnd({ days, onChange }: { days: number; onChange: (days: number) => void }) {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>Expires</label>
      <select id={id} class="input" value={days} onChange={(event) => onChange(Number(event.currentTarget.value))}>
        {ends.map((end) => (
          <option key={end.days} value={end.days}>
            {end.label}
          </option>
        ))}
      </select>
    </div>
  );
}
