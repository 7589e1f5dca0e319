import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { DocumentSet } from "../../../../protocol/admin-sets.ts";
import { useWorkspace } from "../../app-context.ts";
import { ColorNameFields, NewColorName } from "../../ui/color-name.tsx";
import { DialogHead, FormError } from "../../ui/dialog-head.tsx";
import { count } from "../../ui/format.ts";
import { Icon } from "../../ui/icon.tsx";

const maxName = 100;

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
      <DialogHead onClose={onClose}>Sets</DialogHead>
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
        <NewColorName what="set" maxLength={maxName} onAdd={(set) => run(() => sets.add(set))} />
        <FormError text={error.value} />
      </div>
    </>
  );
}

type Run = (work: () => Promise<string | null>) => Promise<boolean>;

function SetRow({ set, run }: { set: DocumentSet; run: Run }) {
  const { sets } = useWorkspace();
  const { name } = set;
  const asks = useSignal(false);
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
      <ColorNameFields
        name={name}
        color={set.color}
        maxLength={maxName}
        onChange={(change) => run(() => sets.change(name, change))}
      />
      <span class="muted">{documents(set.documents)}</span>
      <button type="button" class="icon-btn" aria-label={`Delete ${name}`} onClick={() => (asks.value = true)}>
        <Icon name="trash" />
      </button>
    </li>
  );
}

function documents(number: number): string {
  return `${count(number)} document${number === 1 ? "" : "s"}`;
}
