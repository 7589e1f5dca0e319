import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { ApiKey } from "../../../../protocol/admin-people.ts";
import { useWorkspace } from "../../app-context.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { Icon } from "../../ui/icon.tsx";
import { now } from "../../ui/now.ts";
import { ErrorState, Notice, Skeleton } from "../../ui/states.tsx";
import { KeyTable } from "./key-table.tsx";
import { keysStoreOf } from "./keys-store.ts";
import { MakeKey } from "./make-key.tsx";
import { PeopleTabs } from "./people-tabs.tsx";
import { RevokeKey } from "./revoke-key.tsx";

/** The keys by which programs speak for the tenant; for admins. */
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
