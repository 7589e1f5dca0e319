import { useEffect } from "preact/hooks";
import { useLocation, useRoute } from "preact-iso";
import { useWorkspace } from "../app-context.ts";
import { Keys } from "../components/chips.tsx";
import { Notice } from "../components/states.tsx";
import { useInboxKeys } from "../inbox/inbox-keys.ts";
import { TicketList } from "../inbox/ticket-list.tsx";
import { useNextTicket } from "../inbox/use-next-ticket.ts";
import { viewFrom } from "../lib/views.ts";
import { Thread } from "../thread/thread.tsx";

/** Switching tabs for a moment is no reason to let go of the feed. */
const hiddenPauseMs = 30_000;

/** List and thread side by side; one after the other on phones. */
export function InboxPage() {
  const { inbox, ticket } = useWorkspace();
  const { params, query } = useRoute();
  const { route } = useLocation();
  const view = viewFrom(query["view"]);
  const openId = params["id"] ?? null;
  const listPath = `/console/inbox?view=${view}`;

  useEffect(() => {
    void inbox.show(view);
  }, [view]);
  useEffect(() => {
    if (openId) void ticket.open(openId);
    else ticket.close();
  }, [openId]);
  useEffect(() => () => ticket.close(), []);
  usePauseWhileHidden();
  useInboxKeys({ openId, view, route });
  useNextTicket({ openId, view, route });

  return (
    <div class={`inbox ${openId ? "inbox-open" : ""}`}>
      <TicketList view={view} openId={openId} />
      {openId ? (
        <Thread key={openId} id={openId} listPath={listPath} />
      ) : (
        <section class="thread thread-none" aria-label="Ticket">
          <Notice title="No ticket open" text="Choose one from the list, or use the keyboard.">
            <span class="hint-keys">
              <Keys keys="j k" /> move <Keys keys="Enter" /> open <Keys keys="?" /> all shortcuts
            </span>
          </Notice>
        </section>
      )}
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
