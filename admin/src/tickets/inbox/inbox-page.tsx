import { signal, useSignalEffect } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { useLocation, useRoute } from "preact-iso";
import { useWorkspace } from "../../app-context.ts";
import { Keys } from "../../ui/chips.tsx";
import { Notice, Skeleton } from "../../ui/states.tsx";
import type { Thread } from "../thread/thread.tsx";
import { useInboxKeys } from "./inbox-keys.ts";
import { Picker } from "./picker.tsx";
import { TicketList } from "./ticket-list.tsx";
import { ViewDialog } from "./view-dialog.tsx";
import { placeFrom, placeText } from "./views.ts";

/** In ms; a short change of tabs keeps the event feed open. */
const hiddenPauseMs = 30_000;

/** List and thread side by side; on phones one at a time. */
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
  const focusTicket = useInboxKeys({ openId, route, reveal: (index) => reveal.current(index) });
  useNextTicket({ openId, route, focusTicket });

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

/** The thread with its editor and Markdown renderer has its own script, loaded in parallel with the first list. */
const part = signal<{ Thread: typeof Thread } | { failure: unknown } | null>(null);

function fetchPart(): void {
  import("../thread/thread.tsx").then(
    (found) => {
      part.value = found;
    },
    (failure: unknown) => {
      part.value = { failure };
    },
  );
}
fetchPart();

/** The open ticket. @throws the error that prevented its script from loading; a retry loads it again. */
function ThreadPart({ id, listPath }: { id: string; listPath: string }) {
  const found = part.value;
  if (found && "failure" in found) {
    part.value = null;
    fetchPart();
    throw found.failure;
  }
  if (found) return <found.Thread key={id} id={id} listPath={listPath} />;
  return (
    <section class="thread" aria-label="Ticket">
      <Skeleton rows={4} kind="message" label="Loading the ticket" />
    </section>
  );
}

interface NextTicket {
  openId: string | null;
  route: (path: string) => void;
  focusTicket: (id: string) => void;
}

/**
 * Opens the next ticket after the open one is resolved and focuses its title; after the last one, opens the list. Selects a ticket that
 * came back because that was undone.
 */
function useNextTicket({ openId, route, focusTicket }: NextTicket): void {
  const { inbox, ticket, done, comeBack } = useWorkspace();
  const here = useRef({ openId, route, focusTicket });
  here.current = { openId, route, focusTicket };
  /** Index of the open ticket when the list last had it. */
  const place = useRef(0);
  const keepPlace = () => {
    const at = inbox.items.value.findIndex(({ id }) => id === here.current.openId);
    if (at >= 0) place.current = at;
  };
  useSignalEffect(keepPlace);
  useEffect(keepPlace, [openId]);
  const wanted = useRef<string | null>(null);
  useSignalEffect(() => {
    const { openId: open, route: go } = here.current;
    const address = inbox.address.peek();
    if (done.value === null || done.value !== open) return;
    done.value = null;
    const items = inbox.items.peek();
    const at = items.findIndex(({ id }) => id === open);
    const next = at < 0 ? (items[place.current] ?? items.at(-1)) : (items[at + 1] ?? items[at - 1]);
    wanted.current = next?.id ?? null;
    go(next ? `/console/inbox/${next.id}?${address}` : `/console/inbox?${address}`);
  });
  useSignalEffect(() => {
    if (comeBack.value === null) return;
    const { id, isOpened } = comeBack.value;
    comeBack.value = null;
    if (id === here.current.openId) return;
    if (isOpened) here.current.route(`/console/inbox/${id}?${inbox.address.peek()}`);
    else here.current.focusTicket(id);
  });
  useSignalEffect(() => {
    const state = ticket.state.value;
    if (state.type !== "ready" || state.id !== wanted.current) return;
    wanted.current = null;
    requestAnimationFrame(() => document.querySelector<HTMLElement>(".thread-title h1")?.focus());
  });
}
