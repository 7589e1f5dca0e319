import { useSignal } from "@preact/signals";
import type { Memory } from "../../../protocol/memories.ts";
import { useWorkspace } from "../app-context.ts";
import { Icon } from "../ui/icon.tsx";
import { useDoing } from "../ui/use-asked.ts";
import { memoryCalls } from "./memory-calls.ts";
import { MemoryForm } from "./memory-form.tsx";
import { memoryFacts, memoryTypes } from "./memory-words.ts";

interface MemoryRowProps {
  memory: Memory;
  onChanged: (memory: Memory) => void;
  onErased: () => void;
}

/** One thing that is remembered, with where it is from; it can be corrected and erased. */
export function MemoryRow({ memory, onChanged, onErased }: MemoryRowProps) {
  const { api, toasts } = useWorkspace();
  const editing = useSignal(false);
  const { busy, run } = useDoing();
  const calls = memoryCalls(api.admin);
  const save = (said: Pick<Memory, "content" | "type">) =>
    run(
      () => calls.change(memory.id, said),
      (changed) => {
        editing.value = false;
        onChanged(changed);
        toasts.show("Corrected");
      },
    );
  const erased = () => {
    onErased();
    toasts.show("Erased");
  };
  if (editing.value)
    return (
      <li>
        <MemoryForm
          memory={memory}
          busy={busy.value}
          onSave={(said) => void save(said)}
          onClose={() => (editing.value = false)}
        />
      </li>
    );
  return (
    <li class="memory">
      <p dir="auto">{memory.content}</p>
      <span class="memory-actions">
        <button
          type="button"
          class="icon-btn small"
          aria-label={`Correct: ${memory.content}`}
          onClick={() => (editing.value = true)}
        >
          <Icon name="edit" />
        </button>
        <button
          type="button"
          class="icon-btn small"
          aria-label={`Erase: ${memory.content}`}
          aria-disabled={busy.value}
          onClick={() => void run(() => calls.erase(memory.id), erased)}
        >
          <Icon name="trash" />
        </button>
      </span>
      <MemoryFacts memory={memory} />
    </li>
  );
}

function MemoryFacts({ memory }: { memory: Memory }) {
  const { ticket } = memory.source;
  return (
    <p class="memory-facts">
      <span class="chip">{memoryTypes[memory.type] ?? memory.type}</span> {memoryFacts(memory)}
      {ticket ? (
        <>
          {" · "}
          <a href={`/console/inbox/${ticket.id}?view=all`}>#{ticket.number}</a>
        </>
      ) : null}
    </p>
  );
}
