import "../tickets/assist/assist.css";
import { useSignal } from "@preact/signals";
import type { TicketDetail } from "../../../protocol/admin.ts";
import type { Memory, MemoryListResponse } from "../../../protocol/memories.ts";
import { memoryRoutes } from "../../../protocol/routes/memories.ts";
import type { Api } from "../api.ts";
import { useWorkspace } from "../app-context.ts";
import { ApiError } from "../ui/api-call.ts";
import { ConfirmDialog } from "../ui/confirm-dialog.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Icon } from "../ui/icon.tsx";
import type { Loaded } from "../ui/loaded.ts";
import { useAsked, useDoing } from "../ui/loaded-part.tsx";
import { Section } from "../ui/section.tsx";
import { MemoryForm, memoryFacts, memoryTypes } from "./memory-form.tsx";

/** Memories of the visitor. Only identified visitors have memories; nothing is requested for others. */
export function MemorySection({ detail: { ticket, visitor } }: { detail: TicketDetail }) {
  const { may } = useWorkspace();
  return visitor.is_identified && may("agent") ? (
    <Memories key={ticket.visitor.id} visitorId={ticket.visitor.id} />
  ) : null;
}

function Memories({ visitorId }: { visitorId: string }) {
  const { api } = useWorkspace();
  const asked = useAsked(visitorId, (signal) => readMemories(api, visitorId, signal));
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

/** Null: the visitor no longer exists. */
function readMemories({ call }: Api, id: string, signal: AbortSignal): Promise<MemoryListResponse | null> {
  return call(memoryRoutes.listMemories, { id }, { signal }).catch((cause: unknown) => {
    if (cause instanceof ApiError && cause.status === 404) return null;
    throw cause;
  });
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
  const { items, is_enabled: isOn } = list;
  const put = (next: readonly Memory[]) => set({ ...list, items: [...next] });
  const add = (wanted: Pick<Memory, "content" | "type">) =>
    run(
      () => api.call(memoryRoutes.addMemory, { id: visitorId, body: wanted }),
      (made) => {
        adding.value = false;
        // Adding the same statement again returns the existing memory.
        put([made, ...items.filter(({ id }) => id !== made.id)]);
        toasts.show("Added the memory");
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

interface MemoryRowProps {
  memory: Memory;
  onChanged: (memory: Memory) => void;
  onErased: () => void;
}

/** One memory with its origin; an agent can correct or delete it. */
function MemoryRow({ memory, onChanged, onErased }: MemoryRowProps) {
  const { api, toasts } = useWorkspace();
  const editing = useSignal(false);
  const { busy, run } = useDoing();
  const save = (said: Pick<Memory, "content" | "type">) =>
    run(
      () => api.call(memoryRoutes.changeMemory, { id: memory.id, body: said }),
      (changed) => {
        editing.value = false;
        onChanged(changed);
        toasts.show("Corrected the memory");
      },
    );
  const erased = () => {
    onErased();
    toasts.show("Deleted the memory");
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
          onClick={() => void run(() => api.call(memoryRoutes.eraseMemory, { id: memory.id }), erased)}
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

/** Deletes all memories of a visitor, after a second confirmation. */
function EraseAll({ visitorId, onErased }: { visitorId: string; onErased: () => void }) {
  const { api, toasts } = useWorkspace();
  const asking = useSignal(false);
  const { busy, run } = useDoing();
  const close = () => (asking.value = false);
  const erase = () =>
    run(
      () => api.call(memoryRoutes.eraseMemories, { id: visitorId }),
      ({ erased }) => {
        close();
        onErased();
        toasts.show(erased === 1 ? "Deleted one memory" : `Deleted ${erased} memories`);
      },
    );
  return (
    <>
      <button type="button" class="btn small ghost" onClick={() => (asking.value = true)}>
        Erase all
      </button>
      <Dialog open={asking.value} label="Delete memories" class="dialog-small" onClose={close}>
        <ConfirmDialog title="Delete all memories?" verb="Erase all" busy={busy.value} onYes={erase} onClose={close}>
          <p>The assistant forgets what it knows about this visitor. Tickets are kept.</p>
        </ConfirmDialog>
      </Dialog>
    </>
  );
}
