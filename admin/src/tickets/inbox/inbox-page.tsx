import { useEffect, useRef } from "preact/hooks";
import { useLocation, useRoute } from "preact-iso";
import { useWorkspace } from "../../app-context.ts";
import { Keys } from "../../ui/chips.tsx";
import { Notice } from "../../ui/states.tsx";
import { useInboxKeys } from "./inbox-keys.ts";
import { placeFrom, placeText } from "./list-filter.ts";
import { Picker } from "./picker.tsx";
import { ThreadPart } from "./thread-part.tsx";
import { TicketList } from "./ticket-list.tsx";
import { useNextTicket } from "./use-next-ticket.ts";
import { ViewDialog } from "./view-dialog.tsx";

/** Switching tabs for a moment is no reason to let go of the feed. */
const hiddenPauseMs = 30_000;

/** List and thread side by side; one after the other on phones. */
export function InboxPage() {
  const { inbox, ticket, triage } = useWorkspace();
  const { params, query } = useRoute();
  const { route } = useLocation();
  const place = placeFrom(query);
  const address = placeText(place);
  const openId = params["id"] ?? null;
  const listPath = `/console/inbox?${address}`;
  const reveal = useRef((_index: number) => {});

  useEffect(() => {
    void inbox.show(place);
    triage.marked.clear();
  }, [address]);
  useEffect(() => {
    if (openId) void ticket.open(openId);
    else ticket.close();
  }, [openId]);
  useEffect(() => () => ticket.close(), []);
  usePauseWhileHidden();
  useInboxKeys({ openId, route, reveal: (index) => reveal.current(index) });
  useNextTicket({ openId, route });

  return (
    <div class={`inbox ${openId ? "inbox-open" : ""}`}>
      <TicketList
        openId={openId}
        onReveal={(next) => {
          reveal.current = next;
        }}
      />
      {openId ? (
        <ThreadPart id={openId} listPath={listPath} />
      ) : (
        <section class="thread thread-none" aria-label="Ticket">
          <Notice title="No ticket selected" text="Choose a ticket from the list, or use the keyboard.">
            <span class="hint-keys">
              <Keys keys="j k" /> move <Keys keys="Enter" /> open <Keys keys="?" /> all shortcuts
            </span>
          </Notice>
        </section>
      )}
      <Picker openId={openId} />
      <ViewDialog />
    </div>
  );
}

function usePauseWhileHidden(): void {
  const { ticket } = useWorkspace();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const onChange = () => {
      clearTimeout(timer);
      if (document.visibilityState === "hidden") timer = setTimeout(ticket.pause, hiddenPauseMs);
      else void ticket.resume();
    };
    document.addEventListener("visibilitychange", onChange);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", onChange);
    };
  }, [ticket]);
}
