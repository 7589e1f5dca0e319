import { type Signal, useSignal } from "@preact/signals";
import type { Webhook } from "../../../protocol/admin-webhooks.ts";
import { useWorkspace } from "../app-context.ts";
import { ConfirmDialog } from "../ui/confirm-dialog.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { ageWords, now } from "../ui/time.ts";
import { useButtonWork } from "../ui/work.ts";
import { DeliveryList } from "./delivery-list.tsx";
import { eventLabel } from "./webhook-form.tsx";
import { webhooksStoreOf } from "./webhooks-store.ts";

/** One webhook: URL, status, actions and, on demand, its deliveries. */
export function WebhookCard({ webhook, onEdit }: { webhook: Webhook; onEdit: () => void }) {
  const open = useSignal(false);
  const asking = useSignal<"rotate" | "remove" | null>(null);
  const close = () => (asking.value = null);
  return (
    <article class="webhook" aria-label={webhook.name}>
      <header>
        <div class="webhook-name">
          <h2 dir="auto">{webhook.name}</h2>
          <code dir="ltr">{webhook.url}</code>
        </div>
        <WebhookState webhook={webhook} />
      </header>
      <p class="webhook-told">
        {webhook.format === "slack" ? <span class="chip">Slack</span> : null}
        {webhook.events.map((name) => (
          <span class="chip" key={name} title={name}>
            {eventLabel(name)}
          </span>
        ))}
      </p>
      <Actions webhook={webhook} open={open} onEdit={onEdit} onAsk={(about) => (asking.value = about)} />
      {open.value ? <DeliveryList webhook={webhook} /> : null}
      <Dialog
        open={asking.value !== null}
        label={asking.value === "rotate" ? "New secret" : "Remove webhook"}
        class="dialog-small"
        onClose={close}
      >
        {asking.value ? <Question webhook={webhook} about={asking.value} onClose={close} /> : null}
      </Dialog>
    </article>
  );
}

interface ActionsProps {
  webhook: Webhook;
  /** Whether the deliveries are visible. */
  open: Signal<boolean>;
  onEdit: () => void;
  onAsk: (about: "rotate" | "remove") => void;
}

function Actions({ webhook, open, onEdit, onAsk }: ActionsProps) {
  const webhooks = webhooksStoreOf(useWorkspace().api);
  const { busy, run } = useButtonWork();
  const test = () => {
    open.value = true;
    return run(() => webhooks.test(webhook.id), "Sent the test");
  };
  const turn = () =>
    run(
      () => webhooks.change(webhook.id, { is_active: !webhook.is_active }),
      `Turned ${webhook.is_active ? "off" : "on"} “${webhook.name}”`,
    );
  const button = (label: string, onClick: () => unknown, look = "btn ghost small") => (
    <button type="button" class={look} aria-disabled={busy.value} onClick={() => void onClick()}>
      {label}
    </button>
  );
  return (
    <div class="webhook-actions">
      <button type="button" class="btn small" aria-expanded={open.value} onClick={() => (open.value = !open.value)}>
        Deliveries{webhook.waiting > 0 ? ` (${webhook.waiting} waiting)` : ""}
      </button>
      {webhook.is_active ? button("Send a test", test, "btn small") : null}
      <div class="webhook-rare">
        {button("Change", onEdit)}
        {webhook.format === "parley" ? button("New secret", () => onAsk("rotate")) : null}
        {button(webhook.is_active ? "Turn off" : "Turn on", turn)}
        {button("Remove", () => onAsk("remove"))}
      </div>
    </div>
  );
}

function WebhookState({ webhook }: { webhook: Webhook }) {
  const age = (iso: string) => ageWords(iso, now.value);
  if (!webhook.is_active) {
    const why = {
      failing: "Turned off after five days of failures",
      gone: "Turned off: the receiver no longer exists",
    };
    return <span class="chip">{webhook.ended_by ? why[webhook.ended_by] : "Off"}</span>;
  }
  if (webhook.failing_since)
    return <span class="chip chip-delivery-failed">First failed {age(webhook.failing_since)}</span>;
  return (
    <span class="chip chip-delivery-delivered">
      {webhook.last_delivered_at ? `Delivered ${age(webhook.last_delivered_at)}` : "On"}
    </span>
  );
}

interface QuestionProps {
  webhook: Webhook;
  about: "rotate" | "remove";
  onClose: () => void;
}

function Question({ webhook, about, onClose }: QuestionProps) {
  const webhooks = webhooksStoreOf(useWorkspace().api);
  const { busy, run } = useButtonWork();
  const isRemoval = about === "remove";
  const go = async () => {
    const isDone = isRemoval
      ? await run(() => webhooks.remove(webhook.id), `Removed “${webhook.name}”`)
      : await run(() => webhooks.rotate(webhook.id));
    if (isDone) onClose();
  };
  return (
    <ConfirmDialog
      title={isRemoval ? "Remove this webhook?" : "Create a new secret?"}
      verb={isRemoval ? "Remove" : "Create a new secret"}
      isDanger={isRemoval}
      busy={busy.value}
      onYes={go}
      onClose={onClose}
    >
      {isRemoval ? (
        <p>
          <strong dir="auto">{webhook.name}</strong> will get no more events. Its waiting events and delivery log will
          be deleted.
        </p>
      ) : (
        <p>Both secrets are used for one day so you can switch. Then only the new one is valid.</p>
      )}
    </ConfirmDialog>
  );
}
