import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { Webhook } from "../../../protocol/admin-webhooks.ts";
import { useWorkspace } from "../app-context.ts";
import { SettingsLayout } from "../settings/settings-frame.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Icon } from "../ui/icon.tsx";
import { ErrorState, Notice, Skeleton } from "../ui/states.tsx";
import { WebhookCard } from "./webhook-card.tsx";
import { WebhookForm } from "./webhook-form.tsx";
import { webhooksStoreOf } from "./webhooks-store.ts";

/** Webhooks: events sent to the tenant's own systems. */
export function WebhooksPage() {
  const { may, api } = useWorkspace();
  const webhooks = webhooksStoreOf(api);
  const editing = useSignal<Webhook | "new" | null>(null);
  const isAdmin = may("admin");
  useEffect(() => (isAdmin ? webhooks.watch() : undefined), [webhooks, isAdmin]);
  const close = () => (editing.value = null);
  return (
    <SettingsLayout
      title="Webhooks"
      text="Send events to other systems."
      actions={
        isAdmin ? (
          <button type="button" class="btn primary" onClick={() => (editing.value = "new")}>
            <Icon name="plus" /> New webhook
          </button>
        ) : null
      }
    >
      {isAdmin ? (
        <WebhookCards onEdit={(webhook) => (editing.value = webhook)} />
      ) : (
        <Notice title="Only admins can see webhooks" />
      )}
      <Dialog
        open={editing.value !== null}
        label={editing.value === "new" ? "New webhook" : "Edit webhook"}
        onClose={close}
      >
        {editing.value ? (
          <WebhookForm webhook={editing.value === "new" ? null : editing.value} onClose={close} />
        ) : null}
      </Dialog>
      <SecretDialog />
    </SettingsLayout>
  );
}

function WebhookCards({ onEdit }: { onEdit: (webhook: Webhook | "new") => void }) {
  const webhooks = webhooksStoreOf(useWorkspace().api);
  if (webhooks.phase.value === "loading") return <Skeleton rows={3} kind="card" label="Loading webhooks" />;
  if (webhooks.phase.value === "failed")
    return (
      <ErrorState
        title="The webhooks could not be loaded"
        text={webhooks.error.value}
        onRetry={() => void webhooks.load()}
      />
    );
  if (webhooks.webhooks.value.length === 0)
    return (
      <Notice
        title="No webhooks yet"
        text="A webhook sends events to your own server or a Slack channel within seconds."
      >
        <button type="button" class="btn primary" onClick={() => onEdit("new")}>
          New webhook
        </button>
      </Notice>
    );
  return (
    <div class="webhooks">
      {webhooks.webhooks.value.map((webhook) => (
        <WebhookCard key={webhook.id} webhook={webhook} onEdit={() => onEdit(webhook)} />
      ))}
    </div>
  );
}

/** A new secret, shown only once. */
function SecretDialog() {
  const webhooks = webhooksStoreOf(useWorkspace().api);
  const made = webhooks.secret.value;
  return (
    <Dialog open={made !== null} label="The secret of the webhook" class="dialog-small" onClose={webhooks.forgetSecret}>
      {made ? <Secret {...made} /> : null}
    </Dialog>
  );
}

function Secret({ name, secret }: { name: string; secret: string }) {
  const { toasts, api } = useWorkspace();
  const webhooks = webhooksStoreOf(api);
  const copied = useSignal(false);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(secret);
      copied.value = true;
    } catch {
      toasts.fail("Copying is not allowed here. Select the secret and copy it.");
    }
  };
  return (
    <>
      <div class="dialog-head">
        <h2>Copy the secret</h2>
      </div>
      <div class="dialog-body stack">
        <p>
          Every request to <strong dir="auto">{name}</strong> is signed with it. It is shown only once. You can create a
          new one at any time.
        </p>
        <input
          class="input mono"
          readOnly
          aria-label="Secret"
          value={secret}
          onFocus={(event) => event.currentTarget.select()}
        />
      </div>
      <div class="dialog-foot">
        <button type="button" class="btn" onClick={webhooks.forgetSecret}>
          Done
        </button>
        <button type="button" class="btn primary" autofocus onClick={() => void copy()}>
          {copied.value ? "Copied" : "Copy"}
        </button>
      </div>
    </>
  );
}
