import { type ReadonlySignal, type Signal, signal } from "@preact/signals";
import type { PeopleStore } from "../accounts/people/people-store.ts";
import type { Api } from "../api.ts";
import type { InboxStore } from "../tickets/inbox/inbox-store.ts";
import type { MentionsStore } from "../tickets/inbox/mentions-store.ts";
import type { TriageStore } from "../tickets/inbox/triage-store.ts";
import type { TicketStore } from "../tickets/thread/ticket-store.ts";
import type { ApprovalsStore } from "../tools/approvals-store.ts";
import { openLiveStream, parseDeskEvent } from "../ui/live-stream.ts";

interface Shown {
  inbox: InboxStore;
  ticket: TicketStore;
  mentions: MentionsStore;
  approvals: ApprovalsStore;
  triage: TriageStore;
  people: PeopleStore;
  copilot: CopilotBell;
  playground: Signal<{ runId: string | null } | null>;
  release: Signal<{ id: string | null } | null>;
}

/** Reloads data that the event feed reports as changed. @param isPushed whether the server notifies this browser by itself. */
export function followDesk(
  api: Api,
  { personId, isPushed }: { personId: string; isPushed: () => boolean },
  shown: Shown,
): ReturnType<typeof openLiveStream> {
  const { inbox, ticket, mentions, approvals, triage, people, copilot, playground, release } = shown;
  const readAgain = () => {
    inbox.changed();
    ticket.changed();
    mentions.changed();
    approvals.changed();
    people.changed();
    copilot.ring({ conversationId: null, statusText: null });
    playground.value = { runId: null };
    release.value = { id: null };
    void triage.load();
  };
  return openLiveStream({
    open: api.deskEvents,
    onEvent(frame) {
      const event = parseDeskEvent(frame.data);
      if (event?.type === "missed") readAgain();
      if (event?.type === "people_changed") people.changed();
      if (event?.type === "copilot_changed" && event.person_id === personId)
        copilot.ring({ conversationId: event.conversation_id ?? null, statusText: event.status_text ?? null });
      if (event?.type === "playground_changed" && event.person_id === personId)
        playground.value = { runId: event.run_id ?? null };
      if (event?.type === "release_changed") release.value = { id: event.release_id ?? null };
      if (event?.type !== "ticket_changed") return;
      inbox.changed(event.ticket_id, event.consoles);
      ticket.changed(event.ticket_id);
      approvals.changed();
      if (event.mentions?.includes(personId)) mentions.changed();
      // Only in a hidden page, and only with permission: the request for permission is made elsewhere.
      if (document.hidden && !isPushed() && "Notification" in window && Notification.permission === "granted")
        void import("../accounts/profile/browser-notices.ts").then(({ showBrowserNotice }) =>
          showBrowserNotice(api, personId, event),
        );
    },
  });
}

/** Event feed news about the user's copilot conversations. */
interface CopilotNews {
  /** Null: after a lost connection, when any may have changed. */
  conversationId: string | null;
  /** Current activity, as text. */
  statusText: string | null;
}

export interface CopilotBell {
  readonly news: ReadonlySignal<CopilotNews | null>;
  ring(news: CopilotNews): void;
}

/** Passes news from the event feed, which is always loaded, to the copilot's page, which is loaded on demand. */
export function createCopilotBell(): CopilotBell {
  const news = signal<CopilotNews | null>(null);
  return { news, ring: (next) => (news.value = next) };
}
