import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { Person } from "../../../../protocol/admin-people.ts";
import { useWorkspace } from "../../app-context.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { Icon } from "../../ui/icon.tsx";
import { ErrorState, Skeleton } from "../../ui/states.tsx";
import { InvitationList } from "./invitation-list.tsx";
import { InviteDialog } from "./invite-dialog.tsx";
import { LinkShown } from "./link-shown.tsx";
import { PeopleTable } from "./people-table.tsx";
import { PeopleTabs } from "./people-tabs.tsx";
import { PersonDialog } from "./person-dialog.tsx";

type Open = { type: "invite" } | { type: "person"; person: Person } | { type: "link"; link: string };

/** Who works here; admins invite, change and remove. */
export function PeoplePage() {
  const { people, may } = useWorkspace();
  const open = useSignal<Open | null>(null);
  useEffect(() => people.show(), [people]);
  const isAdmin = may("admin");
  const count = people.people.value.length;
  const close = () => (open.value = null);
  return (
    <div class="sheet-page">
      <header class="page-head">
        <div>
          <h1>People</h1>
          <p class="muted" role="status">
            {people.phase.value === "ready" ? `${count} ${count === 1 ? "member" : "members"}` : ""}
          </p>
        </div>
        {isAdmin ? (
          <button type="button" class="btn primary" onClick={() => (open.value = { type: "invite" })}>
            <Icon name="plus" /> Invite
          </button>
        ) : null}
      </header>
      <PeopleTabs />
      <PeopleBody onOpen={isAdmin ? (what) => (open.value = what) : null} />
      <Dialog open={open.value !== null} label={labelOf(open.value)} class="dialog-small" onClose={close}>
        {open.value ? <OpenDialog open={open.value} onClose={close} /> : null}
      </Dialog>
    </div>
  );
}

function PeopleBody({ onOpen }: { onOpen: ((what: Open) => void) | null }) {
  const { people } = useWorkspace();
  if (people.phase.value === "loading") return <Skeleton rows={5} label="Loading people" />;
  if (people.phase.value === "failed")
    return (
      <ErrorState title="The people could not be loaded" text={people.error.value} onRetry={() => void people.load()} />
    );
  return (
    <>
      <PeopleTable
        people={people.people.value}
        onOpen={onOpen ? (person) => onOpen({ type: "person", person }) : null}
      />
      {people.invitations.value.length > 0 ? (
        <InvitationList
          invitations={people.invitations.value}
          onLink={onOpen ? (link) => onOpen({ type: "link", link }) : null}
        />
      ) : null}
    </>
  );
}

function OpenDialog({ open, onClose }: { open: Open; onClose: () => void }) {
  if (open.type === "invite") return <InviteDialog onClose={onClose} />;
  if (open.type === "person") return <PersonDialog person={open.person} onClose={onClose} />;
  return <LinkShown title="Share this link" link={open.link} about="invitation" onClose={onClose} />;
}

function labelOf(open: Open | null): string {
  if (open?.type === "person") return open.person.name;
  return open?.type === "link" ? "Invitation link" : "Invite a colleague";
}
