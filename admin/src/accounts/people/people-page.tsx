import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { Person } from "../../../../protocol/admin-people.ts";
import { useWorkspace } from "../../app-context.ts";
import { awayWords } from "../../tickets/inbox/snooze-times.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { Icon } from "../../ui/icon.tsx";
import { ErrorState, Skeleton } from "../../ui/states.tsx";
import { ageWords, fullTime, now } from "../../ui/time.ts";
import { PersonAvatar } from "../avatar.tsx";
import { InvitationList, InviteDialog, LinkShown } from "./invitations.tsx";
import { PeopleTabs } from "./people-tabs.tsx";
import { PersonDialog } from "./person-dialog.tsx";
import { roleLabel } from "./role-choice.tsx";

type Open = { type: "invite" } | { type: "person"; person: Person } | { type: "link"; link: string };

/** Members; admins invite, change and remove them. */
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
      <ErrorState
        title="The list of people could not be loaded"
        text={people.error.value}
        onRetry={() => void people.load()}
      />
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

interface PeopleTableProps {
  people: readonly Person[];
  /** Null for members who may only view. */
  onOpen: ((person: Person) => void) | null;
}

function PeopleTable({ people, onOpen }: PeopleTableProps) {
  return (
    <div class="table-frame">
      <table class="table people">
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">Role</th>
            <th scope="col">Two-factor authentication</th>
            <th scope="col">Last active</th>
            <th scope="col">
              <span class="visually-hidden">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {people.map((person) => (
            <PersonRow key={person.id} person={person} onOpen={onOpen} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function PersonRow({ person, onOpen }: Pick<PeopleTableProps, "onOpen"> & { person: Person }) {
  const { me } = useWorkspace();
  return (
    <tr>
      <th scope="row">
        <span class="person-cell">
          <PersonAvatar person={person} />
          <span class="person-words">
            <span class="person-line" dir="auto">
              {person.name}
              {person.id === me.id ? <span class="muted"> (you)</span> : null}
            </span>
            <span class="document-source">{person.email}</span>
          </span>
        </span>
      </th>
      <td data-label="Role">{roleLabel(person.role)}</td>
      <td data-label="Two-factor authentication">
        {person.two_factor ? <span class="chip chip-doc-ready">On</span> : <span class="muted">Off</span>}
      </td>
      <td data-label="Last active">
        <LastActive person={person} />
      </td>
      <td class="row-actions">
        {onOpen && person.id !== me.id ? (
          <button type="button" class="icon-btn" aria-label={`Change ${person.name}`} onClick={() => onOpen(person)}>
            <Icon name="edit" />
          </button>
        ) : null}
      </td>
    </tr>
  );
}

function LastActive({ person: { here, away, last_seen_at: at } }: { person: Person }) {
  const words = awayWords(away, new Date(now.value));
  if (words || here) return <span>{words || "Here now"}</span>;
  if (at === null) return <span class="muted">Never</span>;
  return (
    <time dateTime={at} title={fullTime(at)}>
      {ageWords(at, now.value)}
    </time>
  );
}
