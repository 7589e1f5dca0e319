import "./memories.css";
import { useSignal } from "@preact/signals";
import type { TicketDetail } from "../../../protocol/admin.ts";
import type { Memory, MemoryListResponse } from "../../../protocol/memories.ts";
import { useWorkspace } from "../app-context.ts";
import { Icon } from "../ui/icon.tsx";
import type { Loaded } from "../ui/loaded.ts";
import { Section } from "../ui/section.tsx";
import { useAsked, useDoing } from "../ui/use-asked.ts";
import { EraseAll } from "./erase-all.tsx";
import { memoryCalls } from "./memory-calls.ts";
import { MemoryForm } from "./memory-form.tsx";
import { MemoryRow } from "./memory-row.tsx";

/** What is remembered of the visitor; of those whom the site has not vouched for nothing is, so nothing is asked. */
export function MemorySection({ detail: { ticket, visitor } }: { detail: TicketDetail }) {
  const { may } = useWorkspace();
  return visitor.is_identified && may("agent") ? (
    <Memories key={ticket.visitor.id} visitorId={ticket.visitor.id} />
  ) : null;
}

function Memories({ visitorId }: { visitorId: string }) {
  const { api } = useWorkspace();
  const asked = useAsked(visitorId, (signal) => memoryCalls(api.admin).read(visitorId, signal));
  const state = asked.state.value;
  if (state.type === "loading") return null;
  if (state.type === "failed")
    return (
      <Section title="Memories">
        <p class="muted">Could not be loaded. {state.message}</p>
        <button type="button" class="btn small" onClick={() => void asked.again()}>
          Try again
        </button>
      </Section>
    );
  if (state.value === null) return null;
  const { is_enabled: isOn, items } = state.value;
  if (!isOn && items.length === 0) return null;
  return (
    <Section title={`Memories (${items.length})`}>
      {isOn ? null : <p class="muted">Memory is off. None of this is used.</p>}
      {isOn && items.length === 0 ? <p class="muted">Nothing yet.</p> : null}
      <List list={state.value} visitorId={visitorId} set={asked.set} />
    </Section>
  );
}

interface ListProps {
  list: MemoryListResponse;
  visitorId: string;
  set: Loaded<MemoryListResponse | null>["set"];
}

function List({ list, visitorId, set }: ListProps) {
  const { api, toasts } = useWorkspace();
  const adding = useSignal(false);
  const { busy, run } = useDoing();
  const calls = memoryCalls(api.admin);
  const { items, is_enabled: isOn } = list;
  const put = (next: readonly Memory[]) => set({ ...list, items: [...next] });
  const add = (wanted: Pick<Memory, "content" | "type">) =>
    run(
      () => calls.add(visitorId, wanted),
      (made) => {
        adding.value = false;
        // The same statement again is the same memory.
        put([made, ...items.filter(({ id }) => id !== made.id)]);
        toasts.show("Memory added");
      },
    );
  return (
    <>
      <ul class="memories">
        {items.map((memory) => (
          <MemoryRow
            key={memory.id}
            memory={memory}
            onChanged={(changed) => put(items.map((each) => (each.id === memory.id ? changed : each)))}
            onErased={() => put(items.filter(({ id }) => id !== memory.id))}
          />
        ))}
      </ul>
      {adding.value ? (
        <MemoryForm
          memory={null}
          busy={busy.value}
          onSave={(said) => void add(said)}
          onClose={() => (adding.value = false)}
        />
      ) : (
        <span class="memory-buttons">
          {isOn ? (
            <button type="button" class="btn small" onClick={() => (adding.value = true)}>
              <Icon name="plus" /> Add
            </button>
          ) : null}
          {items.length > 0 ? <EraseAll visitorId={visitorId} onErased={() => put([])} /> : null}
        </span>
      )}
    </>
  );
}
