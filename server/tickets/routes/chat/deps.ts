import type { HistoryResponse } from "../../../../protocol/requests.ts";
import type { Followed } from "../../../core/live/follow.ts";
import type { OpenStreams } from "../../../http/open-streams.ts";
import type { TicketLogStart } from "../../turns/read-ticket.ts";
import type { TurnRunner } from "../../turns/runner.ts";

/** Dependencies of the chat routes that read and write a ticket's log. */
export interface TicketLogDeps {
  turns: TurnRunner;
  /** The event streams of this process. */
  streams: OpenStreams;
  openLog(
    ticket: { tenantId: string; ticketId: string },
    from: TicketLogStart,
  ): Promise<AsyncGenerator<Followed, void, undefined>>;
  readHistory(ticket: { tenantId: string; ticketId: string }, before?: string): Promise<HistoryResponse>;
}
