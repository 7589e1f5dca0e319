import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { Person } from "../../../protocol/admin-people.ts";
import { useWorkspace } from "../app-context.ts";
import { Spinner } from "../components/states.tsx";

/** The question before somebody is removed, with what becomes of what they work on. */
export function RemovePerson({ person, onClose }: { person: Person; onClose: () => void }) {
  const { people, toasts, inbox } = useWorkspace();
  const held = useSignal<number | null>(null);
  const busy = useSignal(false);
  const error = useSignal("");
  useEffect(() => {
    // Without the number the question can be answered all the same.
    people.ticketsOf(person.id).then(
      (tickets) => (held.value = tickets),
      () => {},
    );
  }, [person.id]);
  const remove = async () => {
    if (busy.value) return;
    busy.value = true;
    const result = await people.remove(person.id);
    busy.value = false;
    error.value = "problem" in result ? result.problem : "";
    if ("problem" in result) return;
    inbox.changed();
    toasts.show(`${person.name} removed. ${waiting(result.tickets)}`.trim());
    onClose();
  };
  return (
    <>
      <div class="dialog-head">
        <h2>Remove {person.name}?</h2>
      </div>
      <div class="dialog-body">
        <p>
          <strong>{person.email}</strong> is signed out everywhere here at once and cannot come back without a new
          invitation. What they wrote stays. {held.value === null ? "" : heldText(held.value)}
        </p>
        <p class="form-error" role="alert">
          {error.value}
        </p>
        <div class="dialog-foot">
          <button type="button" class="btn" autofocus onClick={onClose}>
            Keep
          </button>
          <button type="button" class="btn danger" aria-disabled={busy.value} onClick={() => void remove()}>
            {busy.value ? <Spinner /> : null} Remove
          </button>
        </div>
      </div>
    </>
  );
}

function heldText(tickets: number): string {
  if (tickets === 0) return "They work on no ticket now.";
  return tickets === 1
    ? "They work on 1 ticket: it will wait for a person again."
    : `They work on ${tickets} tickets: these will wait for a person again.`;
}

function waiting(tickets: number): string {
  if (tickets === 0) return "";
  return tickets === 1 ? "1 ticket waits for a person again." : `${tickets} tickets wait for a person again.`;
}
