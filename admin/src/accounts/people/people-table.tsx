import type { Person } from "../../../../protocol/admin-people.ts";
import { useWorkspace } from "../../app-context.ts";
import { awayWords } from "../../ui/away-words.ts";
import { Icon } from "../../ui/icon.tsx";
import { now } from "../../ui/now.ts";
import { fullTime, shortAge } from "../../ui/time.ts";
import { PersonAvatar } from "../avatar.tsx";
import { roleLabel } from "./role-choice.tsx";

interface PeopleTableProps {
  people: readonly Person[];
  /** Null for those who may only look. */
  onOpen: ((person: Person) => void) | null;
}

/** Everybody who works here. */
export function PeopleTable({ people, onOpen }: PeopleTableProps) {
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
      {shortAge(at, now.value)}
    </time>
  );
}
