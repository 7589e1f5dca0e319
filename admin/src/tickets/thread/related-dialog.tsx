import { useSignal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import { useLocation } from "preact-iso";
import type { TicketDetail } from "../../../../protocol/admin.ts";
import type { TicketRef } from "../../../../protocol/related.ts";
import { ticketChangeRoutes } from "../../../../protocol/routes/ticket-changes.ts";
import { ticketRoutes } from "../../../../protocol/routes/tickets.ts";
import { useWorkspace } from "../../app-context.ts";
import { errorSentence } from "../../ui/api-call.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { FinderInput, useListKeys } from "../../ui/finder-input.tsx";
import { ticketTitle, visitorName } from "../../ui/format.ts";
import { createLatest } from "../../ui/latest.ts";
import { StatusChip } from "../inbox/ticket-chips.tsx";
import { saidBy } from "./ticket-changer.ts";

/** Search results shown. */
const maxFound = 8;

export type RelateWish = "link" | "merge";

interface RelatedDialogProps {
  detail: TicketDetail;
  wish: RelateWish | null;
  onClose: () => void;
}

const typingPauseMs = 200;
const titles: Record<RelateWish, string> = { link: "Link to a ticket", merge: "Merge into another ticket" };

/** Finds another ticket by number or text and links or merges the two. */
export function RelatedDialog({ detail, wish, onClose }: RelatedDialogProps) {
  return (
    <Dialog open={wish !== null} label={wish ? titles[wish] : ""} class="palette" onClose={onClose}>
      {wish ? <Finder detail={detail} wish={wish} onClose={onClose} /> : null}
    </Dialog>
  );
}

/** A ticket found by the search; `why` says why it cannot be chosen. */
interface Choice extends TicketRef {
  visitor: string;
  why: string;
}

function Finder({ detail, wish, onClose }: RelatedDialogProps & { wish: RelateWish }) {
  const { choices, query, busy, error, type } = useChoices(detail, wish);
  const put = usePutTogether(detail, { wish, onClose, onFailed: (words) => (error.value = words) });
  const choose = (choice: Choice | undefined) => {
    if (choice && choice.why === "") void put(choice);
  };
  const keys = useListKeys("related", choices.length, (place) => choose(choices[place]));
  return (
    <>
      <FinderInput
        list="related"
        keys={keys}
        label={titles[wish]}
        placeholder={`${titles[wish]}: number or words`}
        value={query.value}
        busy={busy.value}
        onType={type}
      />
      <Choices choices={choices} current={keys.current} onChoose={choose} />
      <p class="palette-empty" role={error.value ? "alert" : "status"} hidden={choices.length > 0 && !error.value}>
        {error.value ||
          (busy.value ? "Searching…" : query.value ? "No matches." : "Type a ticket number or search words.")}
      </p>
    </>
  );
}

function Choices(props: { choices: readonly Choice[]; current: number; onChoose: (choice: Choice) => void }) {
  const { choices, current, onChoose } = props;
  return (
    <div id="related-list" class="palette-list" role="listbox" aria-label="Tickets">
      {choices.map((choice, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are handled by the combobox above, which keeps the focus.
        // biome-ignore lint/a11y/useFocusableInteractive: as above, by aria-activedescendant.
        <div
          key={choice.id}
          id={`related-${index}`}
          class="found"
          role="option"
          aria-selected={index === current}
          aria-disabled={choice.why !== ""}
          onClick={() => (choice.why === "" ? onChoose(choice) : undefined)}
        >
          <span class="found-title" dir="auto">
            <span class="ticket-number">#{choice.number}</span> {ticketTitle(choice)}
          </span>
          <span class="found-text">
            <StatusChip status={choice.status} endedAs={choice.ended_as} /> {choice.visitor}
            {choice.why === "" ? null : <span class="chip">{choice.why}</span>}
          </span>
        </div>
      ))}
    </div>
  );
}

/** The visitor's other tickets, or the search results. */
function useChoices(detail: TicketDetail, wish: RelateWish) {
  const { api } = useWorkspace();
  const { ticket, visitor, related } = detail;
  const query = useSignal("");
  const found = useSignal<readonly Choice[]>([]);
  const busy = useSignal(false);
  const error = useSignal("");
  const search = useMemo(
    () => ({ latest: createLatest(), timer: undefined as ReturnType<typeof setTimeout> | undefined }),
    [],
  );
  useEffect(
    () => () => {
      clearTimeout(search.timer);
      search.latest.cancel();
    },
    [search],
  );
  const own = visitorName(ticket.visitor);
  const whyNot = (isTheirs: boolean, { id, status }: Pick<TicketRef, "id" | "status">) => {
    if (wish === "link") return related.links.some((link) => link.id === id) ? "Already linked" : "";
    if (!isTheirs) return "Different visitor: link it instead";
    return status === "resolved" || status === "closed" ? "Closed" : "";
  };
  const look = (text: string) => {
    const q = /^\d+$/.test(text) ? `#${text}` : text;
    void search.latest.run(
      (stop) => api.call(ticketRoutes.listTickets, { query: { view: "all", q, limit: maxFound } }, { signal: stop }),
      ({ items }) => {
        busy.value = false;
        found.value = items
          .filter(({ id }) => id !== ticket.id)
          .map((item) => ({
            ...item,
            subject: ticketTitle(item),
            visitor: visitorName(item.visitor),
            why: whyNot(item.visitor.id === ticket.visitor.id, item),
          }));
      },
      (cause) => {
        busy.value = false;
        error.value = errorSentence(cause);
      },
    );
  };
  return {
    query,
    busy,
    error,
    choices: query.value.trim()
      ? found.value
      : visitor.tickets.map((each) => ({ ...each, visitor: own, why: whyNot(true, each) })),
    type(text: string) {
      query.value = text;
      error.value = "";
      found.value = [];
      busy.value = text.trim() !== "";
      clearTimeout(search.timer);
      if (busy.value) search.timer = setTimeout(look, typingPauseMs, text.trim());
    },
  };
}

/** Links the tickets, or merges this one into the other and opens that. */
function usePutTogether(
  { ticket }: TicketDetail,
  { wish, onClose, onFailed }: { wish: RelateWish; onClose: () => void; onFailed: (words: string) => void },
): (other: Choice) => Promise<void> {
  const { api, ticket: store, toasts, inbox, decided } = useWorkspace();
  const { route } = useLocation();
  return async (other) => {
    try {
      const detail = await (wish === "link"
        ? api.call(ticketChangeRoutes.linkTickets, { id: ticket.id, body: { ticket_id: other.id } })
        : api.call(ticketChangeRoutes.mergeTicket, { id: ticket.id, body: { into: other.id } }));
      store.take(detail);
      inbox.changed(ticket.id);
      onClose();
      if (wish === "link") return void toasts.show(`Linked #${ticket.number} to #${other.number}`);
      decided(detail, `Merged #${ticket.number} into #${other.number}`);
      route(`/console/inbox/${other.id}?view=all`);
    } catch (cause) {
      onFailed(saidBy(cause));
    }
  };
}
