import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { Person } from "../../../../protocol/admin-people.ts";
import { useWorkspace } from "../../app-context.ts";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { Spinner } from "../../ui/states.tsx";
import { useDialogWork } from "../../ui/work.ts";
import { LinkShown } from "./invitations.tsx";
import { RoleChoice, roleLabel } from "./role-choice.tsx";

/** An admin changes or removes a member. */
export function PersonDialog({ person, onClose }: { person: Person; onClose: () => void }) {
  const { people } = useWorkspace();
  const role = useSignal(person.role);
  const { busy, error, run } = useDialogWork(onClose);
  const step = useSignal<"main" | "remove" | { link: string }>("main");
  const makeLink = async () => {
    const result = await people.makeResetLink(person.id);
    if ("problem" in result) error.value = result.problem;
    else if (result.link) step.value = { link: result.link };
  };
  if (step.value === "remove") return <RemovePerson person={person} onClose={onClose} />;
  if (typeof step.value === "object")
    return (
      <LinkShown title={`A new password for ${person.name}`} link={step.value.link} about="reset" onClose={onClose} />
    );
  return (
    <>
      <div class="dialog-head">
        <h2 dir="auto">{person.name}</h2>
      </div>
      <div class="dialog-body">
        <p class="muted">{person.email}</p>
        <RoleChoice legend="Role" value={role.value} onChange={(next) => (role.value = next)} />
        <GettingIn
          person={person}
          onLink={() => void makeLink()}
          onSwitchOff={() => void run(() => people.resetTwoFactor(person.id), "Turned off two-factor authentication")}
        />
        <p class="form-error" role="alert">
          {error.value}
        </p>
        <Foot
          busy={busy.value}
          onRemove={() => (step.value = "remove")}
          onClose={onClose}
          onSave={() => {
            if (role.value === person.role) return onClose();
            void run(
              () => people.changeRole(person.id, role.value),
              `Changed the role of ${person.name} to ${roleLabel(role.value).toLowerCase()}`,
            );
          }}
        />
      </div>
    </>
  );
}

interface GettingInProps {
  person: Person;
  onLink: () => void;
  onSwitchOff: () => void;
}

function GettingIn({ person, onLink, onSwitchOff }: GettingInProps) {
  return (
    <div class="field">
      <span>Can't sign in?</span>
      <div class="button-row">
        <button type="button" class="btn small" onClick={onLink}>
          Create password link
        </button>
        {person.two_factor ? (
          <button type="button" class="btn small" onClick={onSwitchOff}>
            Turn off two-factor authentication
          </button>
        ) : null}
      </div>
    </div>
  );
}

interface FootProps {
  busy: boolean;
  onRemove: () => void;
  onClose: () => void;
  onSave: () => void;
}

function Foot({ busy, onRemove, onClose, onSave }: FootProps) {
  return (
    <div class="dialog-foot">
      <button type="button" class="btn ghost danger-text push" onClick={onRemove}>
        Remove…
      </button>
      <button type="button" class="btn" onClick={onClose}>
        Cancel
      </button>
      <button type="button" class="btn primary" aria-disabled={busy} onClick={onSave}>
        {busy ? <Spinner /> : null} Save role
      </button>
    </div>
  );
}

/** Confirmation before a member is removed; says what happens to their tickets. */
function RemovePerson({ person, onClose }: { person: Person; onClose: () => void }) {
  const { people, toasts, inbox } = useWorkspace();
  const held = useSignal<number | null>(null);
  const busy = useSignal(false);
  const error = useSignal("");
  useEffect(() => {
    // The admin can confirm without the number, too.
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
    toasts.show(`Removed ${person.name}. ${waiting(result.tickets)}`.trim());
    onClose();
  };
  return (
    <ConfirmDialog
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
    </ConfirmDialog>
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
