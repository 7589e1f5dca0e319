import type { AnalyticsMeasure, AnalyticsTicket } from "../../../protocol/admin-analytics.ts";
import type { EndedAs, TicketStatus } from "../../../protocol/messages.ts";
import type { PageCursor } from "../../database/list-place.ts";
import type { TenantTransaction } from "../../database/transaction.ts";
import type { Span } from "./analytics-counts.ts";
import { type AnalyticsSource, analyticsSources } from "./analytics-sources.ts";

/** Which rows of which source a number counts; `$3` is what tells one from others, `$4` a bin. */
const measures: Record<AnalyticsMeasure, { source: AnalyticsSource; where?: string; amount?: "sum" | "none" }> = {
  tickets: { source: "tickets" },
  answers: { source: "answers" },
  escalated: { source: "escalated" },
  ended: { source: "ended" },
  resolved: { source: "ended", where: "for_good" },
  first_answer: { source: "first_answer" },
  resolution: { source: "resolution" },
  sla_met: { source: "sla_met" },
  sla_missed: { source: "sla_missed" },
  cached: { source: "answers", where: "cached" },
  wrong_hits: { source: "answers", where: "cached and rating = 'down'" },
  corrections: { source: "answers", where: "corrected" },
  liked: { source: "answers", where: "rating = 'up'" },
  disliked: { source: "answers", where: "rating = 'down'" },
  rated: { source: "rated", where: "($4::int is null or amount = $4)" },
  cost: { source: "cost", where: "amount > 0", amount: "sum" },
  // As the tenths are counted (server/operations/analytics/judged-grades.ts).
  grade: {
    source: "answers",
    where: "amount is not null and greatest(0, least(9, floor(amount * 10 + 1e-4)))::int = $4",
  },
  label: { source: "labels", where: "topic = $3" },
  set: { source: "sets", where: "topic = $3" },
  agent: { source: "agents", where: "agent_id = $3" },
};

export interface AnalyticsTicketsInput extends Span {
  measure: AnalyticsMeasure;
  of?: string | undefined;
  bin?: number | undefined;
  limit: number;
  before?: PageCursor | undefined;
}

interface Row {
  id: string;
  number: number;
  subject: string;
  status: TicketStatus;
  ended_as: EndedAs;
  visitor_name: string | null;
  at: Date;
  at_text: string;
  times: number;
  amount: number | null;
}

/** Tickets that a number counts, each once, those that counted last first. */
export async function listAnalyticsTickets(
  tx: TenantTransaction,
  { measure, of, bin, since, until, limit, before }: AnalyticsTicketsInput,
): Promise<{ tickets: AnalyticsTicket[]; last: PageCursor | undefined }> {
  const { source, where = "true", amount } = measures[measure];
  const { rows } = await tx.query<Row>(
    `select t.id, t.number, t.subject, t.status, t.ended_as, v.name as visitor_name, hit.at, hit.at::text as at_text, hit.times, hit.amount
       from (
         select ticket_id, max(at) as at, count(*)::int as times, ${amount === "sum" ? "sum" : "max"}(amount) as amount
           from (${analyticsSources[source]}) s
          where ticket_id is not null and ($3::text is null or true) and ($4::int is null or true) and ${where}
          group by ticket_id
         having $5::timestamptz is null or (max(at), ticket_id) < ($5::timestamptz, $6::uuid)
          order by max(at) desc, ticket_id desc limit $7
       ) hit
       cross join lateral (select id, number, subject, status, ended_as, visitor_id from tickets where id = hit.ticket_id offset 0) t
       cross join lateral (select name from visitors where id = t.visitor_id offset 0) v
      order by hit.at desc, t.id desc`,
    [since, until, of ?? null, bin ?? null, before?.updatedAt ?? null, before?.id ?? null, limit],
  );
  const last = rows.length === limit ? rows.at(-1) : undefined;
  return {
    tickets: rows.map(({ at, at_text: _text, ...row }) => ({ ...row, at: at.toISOString() })),
    last: last && { updatedAt: last.at_text, id: last.id },
  };
}
