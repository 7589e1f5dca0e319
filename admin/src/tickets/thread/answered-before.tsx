import type { FunctionComponent } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { TicketDetail } from "../../../../protocol/admin.ts";

type Part = FunctionComponent<{ ticketId: string }>;
let loaded: Part | null = null;

/** What agents answered to nearly the same, while somebody waits for an answer. Its script comes when it is needed first. */
export function AnsweredBefore({ detail: { ticket } }: { detail: TicketDetail }) {
  const [part, setPart] = useState<{ Similar: Part } | null>(loaded && { Similar: loaded });
  const isAsked = ticket.status === "pending_human" || ticket.status === "in_progress";
  useEffect(() => {
    if (!isAsked || part) return;
    import("../../knowledge/gaps/similar-tickets.tsx").then(
      ({ SimilarTickets }) => {
        loaded = SimilarTickets;
        setPart({ Similar: SimilarTickets });
      },
      // Away for a moment: the next ticket tries again.
      () => {},
    );
  }, [isAsked, part]);
  return isAsked && part ? <part.Similar ticketId={ticket.id} /> : null;
}
