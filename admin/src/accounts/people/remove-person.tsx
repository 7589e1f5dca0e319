import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { Person } from "../../../../protocol/admin-people.ts";
import { useWorkspace } from "../../app-context.ts";
import { AskFirst } from "../../ui/ask-first.tsx";

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
    <AskFirst
      title={`Remove ${person.name}?`}
      verb="Remove"
      busy={busy.value}
      error={error.value}
      onYes={remove}
      onClose={onClose}
    >
      <p>
        <strong>{person.email}</strong> will be signed out and needs a new invitation to come back. Their messages are
        kept. {held.value === null ? "" : heldText(held.value)}
      </p>
    </AskFirst>
  );
}

function heldText(tickets: number): string {
  if (tickets === 0) return "They have no open tickets.";
  return tickets === 1
    ? "They have 1 open ticket. It will be unassigned."
    : `They have ${tickets} open tickets. These will be unassigned.`;
}

function waiting(tickets: number): string {
  if (tickets === 0) return "";
  return tickets === 1 ? "1 ticket unassigned." : `${tickets} tickets unassigned.`;
}
