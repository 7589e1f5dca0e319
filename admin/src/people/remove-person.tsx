import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { Person } from "../../../protocol/admin-people.ts";
import { useWorkspace } from "../app-context.ts";
import { AskFirst } from "../components/ask-first.tsx";

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
      no="Keep"
      busy={busy.value}
      error={error.value}
      onYes={remove}
      onClose={onClose}
    >
      <p>
        <strong>{person.email}</strong> is signed out everywhere here at once and cannot come back without a new
        invitation. What they wrote stays. {held.value === null ? "" : heldText(held.value)}
      </p>
    </AskFirst>
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
