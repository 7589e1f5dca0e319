import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { ApiKey } from "../../../../protocol/admin-people.ts";
import { useWorkspace } from "../../app-context.ts";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Icon } from "../../ui/icon.tsx";
import { ErrorState, Notice, Skeleton } from "../../ui/states.tsx";
import { ageWords, fullTime, now } from "../../ui/time.ts";
import { useDialogWork } from "../../ui/work.ts";
import { keysStoreOf } from "./keys-store.ts";
import { MakeKey } from "./make-key.tsx";
import { PeopleTabs } from "./people-tabs.tsx";
import { roleLabel } from "./role-choice.tsx";

/** API keys of the tenant; for admins. */
export function KeysPage() {
  const { may } = useWorkspace();
  if (!may("admin"))
    return <Notice main title="API keys are available to admins" text="Ask an admin to create a key for you." />;
  return <Keys />;
}

function Keys() {
  const keys = keysStoreOf(useWorkspace().api);
  const making = useSignal(false);
  const revoking = useSignal<ApiKey | null>(null);
  useEffect(() => void keys.load(), [keys]);
  const isGone = (key: ApiKey) =>
    key.revoked_at !== null || (key.expires_at !== null && Date.parse(key.expires_at) <= now.value);
  const live = keys.keys.value.filter((key) => !isGone(key));
  const gone = keys.keys.value.filter(isGone);
  return (
    <div class="sheet-page">
      <header class="page-head">
        <div>
          <h1>API keys</h1>
          <p class="muted">Keys for API access. Each key has a role.</p>
        </div>
        <button type="button" class="btn primary" onClick={() => (making.value = true)}>
          <Icon name="plus" /> New API key
        </button>
      </header>
      <PeopleTabs />
      {keys.phase.value === "loading" ? <Skeleton rows={4} label="Loading keys" /> : null}
      {keys.phase.value === "failed" ? (
        <ErrorState title="The keys could not be loaded" text={keys.error.value} onRetry={() => void keys.load()} />
      ) : null}
      {keys.phase.value === "ready" && live.length === 0 ? (
        <Notice title="No API keys yet" text="Programs need a key to use the API." />
      ) : null}
      {live.length > 0 ? <KeyTable keys={live} onRevoke={(key) => (revoking.value = key)} /> : null}
      {gone.length > 0 ? (
        <details class="revoked">
          <summary>Expired or revoked ({gone.length})</summary>
          <KeyTable keys={gone} onRevoke={null} />
        </details>
      ) : null}
      <Dialog open={making.value} label="New API key" class="dialog-small" onClose={() => (making.value = false)}>
        <MakeKey onClose={() => (making.value = false)} />
      </Dialog>
      <Dialog
        open={revoking.value !== null}
        label="Revoke a key"
        class="dialog-small"
        onClose={() => (revoking.value = null)}
      >
        {revoking.value ? <RevokeKey apiKey={revoking.value} onClose={() => (revoking.value = null)} /> : null}
      </Dialog>
    </div>
  );
}

interface KeyTableProps {
  keys: readonly ApiKey[];
  onRevoke: ((key: ApiKey) => void) | null;
}

/** Keys without their secret part. */
function KeyTable({ keys, onRevoke }: KeyTableProps) {
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

/** A key expires "soon" within 30 days: time to create the next one. */
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
      {ageWords(at, now.value)}
    </time>
  );
}

function RevokeKey({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const { api } = useWorkspace();
  const keys = keysStoreOf(api);
  const { busy, error, run } = useDialogWork(onClose);
  const revoke = async () => {
    await run(() => keys.revoke(apiKey.id), `Revoked “${apiKey.name}”`);
  };
  return (
    <ConfirmDialog
      title="Revoke this key?"
      verb="Revoke"
      busy={busy.value}
      error={error.value}
      onYes={revoke}
      onClose={onClose}
    >
      <p>
        Programs using <strong dir="auto">{apiKey.name}</strong> will be rejected. This can't be undone.
      </p>
    </ConfirmDialog>
  );
}
