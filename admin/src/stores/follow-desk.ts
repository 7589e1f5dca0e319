import type { Signal } from "@preact/signals";
import type { Api } from "../api.ts";
import type { ApprovalsStore } from "../approvals/approvals-store.ts";
import { openLiveStream } from "../lib/live-stream.ts";
import { parseDeskEvent } from "../lib/stream-event.ts";
import type { PeopleStore } from "../people/people-store.ts";
import type { CopilotBell } from "./copilot-bell.ts";
import type { InboxStore } from "./inbox-store.ts";
import type { MentionsStore } from "./mentions-store.ts";
import type { TicketStore } from "./ticket-store.ts";
import type { TriageStore } from "./triage-store.ts";

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

/** Reads again what the desk's feed says has changed. */
export function followDesk(api: Api, personId: string, shown: Shown): ReturnType<typeof openLiveStream> {
  const { inbox, ticket, mentions, approvals, triage, people, copilot, playground, release } = shown;
  const readAll = () => {
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
    open: (_lastEventId, stop) => api.deskEvents(stop),
    onOpen(again) {
      // The desk feed does not replay: after a drop everything shown is read again.
      if (again) readAll();
    },
    onEvent(frame) {
      const event = parseDeskEvent(frame.data);
      if (event?.type === "resync") readAll();
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
      // Who looks at the console sees it; who never allowed it is not asked.
      if (document.hidden && "Notification" in window && Notification.permission === "granted")
        void import("../notices/browser-notices.ts").then(({ tellByBrowser }) => tellByBrowser(api, personId, event));
    },
  });
}
