import { useSignal } from "@preact/signals";
import type { Memory, MemoryType } from "../../../protocol/memories.ts";
import { percent } from "../ui/format.ts";
import { mustHave } from "../ui/must-have.ts";
import { onEscape } from "../ui/shortcuts.tsx";
import { Spinner } from "../ui/states.tsx";
import { fullTime } from "../ui/time.ts";

/** Same limit as on the server. */
const maxChars = 300;

interface MemoryFormProps {
  /** Null: a new memory. */
  memory: Memory | null;
  busy: boolean;
  onSave: (memory: { content: string; type: MemoryType }) => void;
  onClose: () => void;
}

/** One statement about the visitor. Enter saves it, Escape discards changes. */
export function MemoryForm({ memory, busy, onSave, onClose }: MemoryFormProps) {
  const content = useSignal(memory?.content ?? "");
  const type = useSignal<MemoryType>(memory?.type ?? "fact");
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const text = content.value.trim();
    if (text !== "" && !busy) onSave({ content: text, type: type.value });
  };
  return (
    <form class="memory-form" onSubmit={submit} onKeyDown={onEscape(onClose)}>
      <input
        class="input"
        aria-label="Memory"
        placeholder="Has two warehouses"
        maxLength={maxChars}
        ref={mustHave("Enter what to remember.")}
        autofocus
        autocomplete="off"
        dir="auto"
        value={content.value}
        onInput={(event) => (content.value = event.currentTarget.value)}
      />
      <select
        class="input"
        aria-label="Type"
        value={type.value}
        // The value is one of the options below.
        onChange={(event) => (type.value = event.currentTarget.value as MemoryType)}
      >
        {Object.entries(memoryTypes).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
      <span class="memory-buttons">
        <button type="submit" class="btn small primary" aria-disabled={busy}>
          {busy ? <Spinner /> : null} {memory ? "Save" : "Remember"}
        </button>
        <button type="button" class="btn small" onClick={onClose}>
          Cancel
        </button>
      </span>
    </form>
  );
}

export const memoryTypes: Record<MemoryType, string> = {
  fact: "Fact",
  preference: "Preference",
  entity: "Their products",
  procedure: "How they work",
};

const origins: Record<Memory["origin"], string> = {
  extracted: "From a ticket",
  agent: "Added by an agent",
  visitor: "Added by the visitor",
};

/** Origin, confidence, validity and number of uses. */
export function memoryFacts(memory: Memory): string {
  const { origin, confidence, valid_until: until, expires_at: forgotten, access_count: used } = memory;
  return [
    origins[origin] ?? origin,
    origin === "extracted" ? `confidence ${percent(confidence)}` : "",
    used === 0 ? "not used yet" : used === 1 ? "used once" : `used ${used} times`,
    until ? `valid until ${fullTime(until)}` : "",
    forgotten ? `deleted on ${fullTime(forgotten)} unless it is used` : "",
  ]
    .filter(Boolean)
    .join(" · ");
}
