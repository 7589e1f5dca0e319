import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { DocumentSet } from "../../../../protocol/admin-sets.ts";
import type { LabelColor } from "../../../../protocol/triage.ts";
import { useWorkspace } from "../../app-context.ts";
import { ColorSelect } from "../../ui/color-select.tsx";
import { count } from "../../ui/format.ts";
import { Icon } from "../../ui/icon.tsx";

/** Create, rename, recolour and delete sets. Each change is saved at once. */
export function ManageSets({ onClose, onChanged }: { onClose: () => void; onChanged: () => void }) {
  const { sets } = useWorkspace();
  const error = useSignal("");
  useEffect(() => void sets.load(), [sets]);
  const run = async (work: () => Promise<string | null>) => {
    error.value = (await work()) ?? "";
    if (!error.value) onChanged();
    return error.value === "";
  };
  return (
    <>
      <div class="dialog-head">
        <h2>Sets</h2>
        <button type="button" class="icon-btn" aria-label="Close" onClick={onClose}>
          <Icon name="close" />
        </button>
      </div>
      <div class="dialog-body">
        {sets.items.value.length === 0 ? (
          <p class="muted">No sets yet. A set groups documents, for example “Help centre” or “Terms”.</p>
        ) : (
          <ul class="manage-sets">
            {sets.items.value.map((set) => (
              <SetRow key={set.name} set={set} run={run} />
            ))}
          </ul>
        )}
        <NewSet run={run} />
        <p class="form-error" role="alert">
          {error.value}
        </p>
      </div>
    </>
  );
}

type Run = (work: () => Promise<string | null>) => Promise<boolean>;

function SetRow({ set, run }: { set: DocumentSet; run: Run }) {
  const { sets } = useWorkspace();
  const { name } = set;
  const asks = useSignal(false);
  const rename = async (field: HTMLInputElement) => {
    const next = field.value.trim();
    if (next === "" || next === name) field.value = name;
    else if (!(await run(() => sets.change(name, { name: next })))) field.value = name;
  };
  if (asks.value)
    return (
      <li>
        <p>
          Delete “{name}”? {documents(set.documents)} will be in no set.
        </p>
        <button type="button" class="btn small" onClick={() => (asks.value = false)}>
          Keep
        </button>
        <button type="button" class="btn small danger" onClick={() => void run(() => sets.remove(name))}>
          Delete
        </button>
      </li>
    );
  return (
    <li>
      <ColorSelect
        label={`Colour of ${name}`}
        value={set.color}
        onChange={(color) => void run(() => sets.change(name, { color }))}
      />
      <input
        class="input"
        aria-label={`Name of ${name}`}
        maxLength={100}
        dir="auto"
        defaultValue={name}
        onBlur={(event) => void rename(event.currentTarget)}
        onKeyDown={(event) => {
          if (event.key === "Enter") event.currentTarget.blur();
        }}
      />
      <span class="muted">{documents(set.documents)}</span>
      <button type="button" class="icon-btn" aria-label={`Delete ${name}`} onClick={() => (asks.value = true)}>
        <Icon name="trash" />
      </button>
    </li>
  );
}

function NewSet({ run }: { run: Run }) {
  const { sets } = useWorkspace();
  const name = useSignal("");
  const color = useSignal<LabelColor>("blue");
  const add = async (event: Event) => {
    event.preventDefault();
    const wanted = name.value.trim();
    if (wanted === "") return;
    if (await run(() => sets.add({ name: wanted, color: color.value }))) name.value = "";
  };
  return (
    <form class="manage-sets-new" onSubmit={add}>
      <ColorSelect label="Colour of the new set" value={color.value} onChange={(next) => (color.value = next)} />
      <input
        class="input"
        aria-label="Name of a new set"
        placeholder="New set"
        maxLength={100}
        value={name.value}
        onInput={(event) => (name.value = event.currentTarget.value)}
      />
      <button type="submit" class="btn">
        Add set
      </button>
    </form>
  );
}

function documents(number: number): string {
  return `${count(number)} document${number === 1 ? "" : "s"}`;
}
