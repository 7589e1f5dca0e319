import { useSignal } from "@preact/signals";
import type { Webhook, WebhookEvent, WebhookFormat } from "../../../protocol/admin-webhooks.ts";
import { useWorkspace } from "../app-context.ts";
import { DialogFoot } from "../ui/confirm-dialog.tsx";
import { FormError } from "../ui/dialog-head.tsx";
import { RadioOptions } from "../ui/fields.tsx";
import { useWork } from "../ui/work.ts";
import { webhooksStoreOf } from "./webhooks-store.ts";

const formats: ReadonlyArray<{ value: WebhookFormat; label: string; text: string }> = [
  { value: "parley", label: "JSON", text: "Signed, with everything about the event. For your own systems." },
  { value: "slack", label: "Slack", text: "A line of text. Also for Mattermost, Rocket.Chat and Discord." },
];

/** Form for a new or existing webhook. */
export function WebhookForm({ webhook, onClose }: { webhook: Webhook | null; onClose: () => void }) {
  const { toasts, api } = useWorkspace();
  const webhooks = webhooksStoreOf(api);
  const events = useSignal<ReadonlySet<string>>(new Set(webhook?.events ?? usualEvents));
  const format = useSignal<WebhookFormat>(webhook?.format ?? "parley");
  const { busy, error, run } = useWork();

  const submit = async (event: SubmitEvent & { currentTarget: HTMLFormElement }) => {
    event.preventDefault();
    if (busy.value) return;
    const typed = new FormData(event.currentTarget);
    const chosen = eventGroups
      .flatMap((group) => group.events.map(({ name }) => name))
      .filter((name) => events.value.has(name));
    if (chosen.length === 0) {
      error.value = "Choose at least one event.";
      return;
    }
    const wanted = {
      name: String(typed.get("name")),
      url: String(typed.get("url")),
      format: format.value,
      events: chosen,
    };
    if (!(await run(() => (webhook ? webhooks.change(webhook.id, wanted) : webhooks.create(wanted))))) return;
    if (webhook) toasts.show("Changed the webhook");
    onClose();
  };
  const toggle = (name: WebhookEvent) => {
    const next = new Set(events.value);
    if (!next.delete(name)) next.add(name);
    events.value = next;
  };
  return (
    <>
      <div class="dialog-head">
        <h2>{webhook ? "Edit webhook" : "New webhook"}</h2>
      </div>
      <form class="dialog-body stack" onSubmit={submit}>
        <NameAndAddress webhook={webhook} />
        <RadioOptions
          legend="Format"
          name="format"
          choices={formats}
          chosen={format.value}
          onChange={(value) => (format.value = value)}
        />
        <EventBoxes chosen={events.value} onToggle={toggle} />
        <FormError text={error.value} />
        <DialogFoot verb={webhook ? "Save" : "Create"} busy={busy.value} onClose={onClose} />
      </form>
    </>
  );
}

function NameAndAddress({ webhook }: { webhook: Webhook | null }) {
  return (
    <>
      <label class="field">
        <span>Name</span>
        <input
          class="input"
          name="name"
          required
          maxLength={100}
          autofocus
          autocomplete="off"
          defaultValue={webhook?.name}
        />
      </label>
      <label class="field">
        <span>Address</span>
        <input
          class="input"
          name="url"
          type="url"
          required
          maxLength={2048}
          placeholder="https://"
          autocomplete="off"
          defaultValue={webhook?.url}
        />
      </label>
    </>
  );
}

function EventBoxes({ chosen, onToggle }: { chosen: ReadonlySet<string>; onToggle: (name: WebhookEvent) => void }) {
  return (
    <fieldset class="field webhook-events">
      <legend>Events</legend>
      {eventGroups.map((group) => (
        <div key={group.title} role="group" aria-label={group.title}>
          {group.events.map(({ name, label }) => (
            <label class="check" key={name}>
              <input type="checkbox" checked={chosen.has(name)} onChange={() => onToggle(name)} />
              <span>{label}</span>
              <code>{name}</code>
            </label>
          ))}
        </div>
      ))}
    </fieldset>
  );
}

/** Display names of all events, in groups; the server uses the same identifiers. */
const eventGroups: ReadonlyArray<{
  title: string;
  events: ReadonlyArray<{ name: WebhookEvent; label: string }>;
}> = [
  {
    title: "Tickets",
    events: [
      { name: "ticket.created", label: "New ticket" },
      { name: "ticket.escalated", label: "Needs a reply" },
      { name: "ticket.assigned", label: "Assigned to an agent" },
      { name: "ticket.returned", label: "Returned to assistant" },
      { name: "ticket.overdue", label: "Service level missed" },
      { name: "ticket.resolved", label: "Resolved" },
      { name: "ticket.merged", label: "Merged" },
      { name: "ticket.closed", label: "Ended by the visitor" },
      { name: "ticket.rated", label: "Rated by the visitor" },
    ],
  },
  { title: "Messages", events: [{ name: "message.created", label: "New message" }] },
  {
    title: "Documents",
    events: [
      { name: "document.ready", label: "Document ready" },
      { name: "document.failed", label: "Document failed" },
      { name: "document.changed", label: "Page content changed" },
      { name: "document.unreachable", label: "Page unreachable" },
    ],
  },
  {
    title: "Gaps",
    events: [
      { name: "gap.opened", label: "New gap" },
      { name: "gap.closed", label: "Gap answered" },
    ],
  },
];

/** Events that most systems need. */
const usualEvents: readonly WebhookEvent[] = ["ticket.escalated", "ticket.resolved"];

const labels = new Map<string, string>(
  eventGroups.flatMap(({ events }) => events.map(({ name, label }) => [name, label])),
);

/** Display name of an event; an event that only a newer server knows keeps its identifier. */
export function eventLabel(name: string): string {
  return name === "ping" ? "Test" : (labels.get(name) ?? name);
}
