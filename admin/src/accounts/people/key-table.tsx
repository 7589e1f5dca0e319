import type { ApiKey } from "../../../../protocol/admin-people.ts";
import { Icon } from "../../ui/icon.tsx";
import { now } from "../../ui/now.ts";
import { fullTime, shortAge } from "../../ui/time.ts";
import { roleLabel } from "./role-choice.tsx";

interface KeyTableProps {
  keys: readonly ApiKey[];
  onRevoke: ((key: ApiKey) => void) | null;
}

/** Keys without what would let anybody use them. */
export function KeyTable({ keys, onRevoke }: KeyTableProps) {
  return (
    <div class="table-frame">
      <table class="table people">
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">Role</th>
            <th scope="col">Display name</th>
            <th scope="col">Created</th>
            <th scope="col">Last used</th>
            <th scope="col">Expires</th>
            <th scope="col">
              <span class="visually-hidden">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {keys.map((key) => (
            <KeyRow key={key.id} apiKey={key} onRevoke={onRevoke} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function KeyRow({ apiKey: key, onRevoke }: Pick<KeyTableProps, "onRevoke"> & { apiKey: ApiKey }) {
  return (
    <tr>
      <th scope="row">
        <span class="person-words">
          <span class="person-line" dir="auto">
            {key.name}
          </span>
          <code class="document-source">…{key.prefix}…</code>
        </span>
      </th>
      <td data-label="Role">{roleLabel(key.role)}</td>
      <td data-label="Display name" dir="auto">
        {key.speaks_as ?? <span class="muted">The team</span>}
      </td>
      <td data-label="Created">
        <Age at={key.created_at} />
      </td>
      <td data-label="Last used">
        {key.last_used_at ? <Age at={key.last_used_at} /> : <span class="muted">Never</span>}
      </td>
      <td data-label="Expires">{key.expires_at ? <EndOf at={key.expires_at} /> : <span class="muted">Never</span>}</td>
      <td class="row-actions">
        {onRevoke ? (
          <button type="button" class="icon-btn" aria-label={`Revoke ${key.name}`} onClick={() => onRevoke(key)}>
            <Icon name="trash" />
          </button>
        ) : null}
      </td>
    </tr>
  );
}

/** Soon is a month or less: time to make the next key. */
const soonMs = 30 * 24 * 60 * 60_000;

function EndOf({ at }: { at: string }) {
  const isSoon = Date.parse(at) - now.value < soonMs;
  return (
    <time dateTime={at} title={fullTime(at)} class={isSoon ? "key-ends-soon" : undefined}>
      {new Date(at).toLocaleDateString(undefined, { year: "numeric", month: "short", day: "numeric" })}
    </time>
  );
}

function Age({ at }: { at: string }) {
  return (
    <time dateTime={at} title={fullTime(at)}>
      {shortAge(at, now.value)}
    </time>
  );
}
