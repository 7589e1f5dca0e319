import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { AnalyticsMeasure, AnalyticsTicket } from "../../../protocol/admin-analytics.ts";
import type { EndedAs, TicketStatus } from "../../../protocol/messages.ts";
import type { PageCursor } from "../../database/list-place.ts";
import type { TenantTransaction } from "../../database/transaction.ts";
import { shownTitle } from "../../tickets/store/shown-title.ts";
import { type AnalyticsSource, analyticsSources, type Span } from "./analytics-sources.ts";

export interface AnalyticsTicketsInput extends Span {
  measure: AnalyticsMeasure;
  /** Id of the agent, label or document set. */
  of?: string | undefined;
  /** Score of a rating, or tenth of a grade. */
  bin?: number | undefined;
  limit: number;
  before?: PageCursor | undefined;
}

type Condition = RawBuilder<SqlBool>;
type Choice = Pick<AnalyticsTicketsInput, "of" | "bin">;
interface Measure {
  source: AnalyticsSource;
  /** Condition over the source's rows. */
  where?(choice: Choice): Condition;
  isSum?: true;
}

const isTopic = ({ of = "" }: Choice): Condition => sql`topic = ${of}`;

/** The rows that a number counts. */
const measures: Record<AnalyticsMeasure, Measure> = {
  tickets: { source: "tickets" },
  proven: { source: "outcomes", where: () => sql`outcome = 'proven'` },
  silent: { source: "outcomes", where: () => sql`outcome = 'silent'` },
  returned: { source: "outcomes", where: () => sql`outcome = 'returned'` },
  handed_over: { source: "outcomes", where: () => sql`outcome = 'handed_over'` },
  held_out: { source: "hold_outs", where: () => sql`held_out` },
  assisted: { source: "hold_outs", where: () => sql`not held_out` },
  answers: { source: "answers" },
  escalated: { source: "escalated" },
  ended: { source: "ended" },
  resolved: { source: "ended", where: () => sql`for_good` },
  first_answer: { source: "first_answer" },
  resolution: { source: "resolution" },
  sla_met: { source: "sla_met" },
  sla_missed: { source: "sla_missed" },
  cached: { source: "answers", where: () => sql`cached` },
  wrong_hits: { source: "answers", where: () => sql`cached and rating = 'down'` },
  corrections: { source: "answers", where: () => sql`corrected` },
  liked: { source: "answers", where: () => sql`rating = 'up'` },
  disliked: { source: "answers", where: () => sql`rating = 'down'` },
  rated: { source: "rated", where: ({ bin }) => (bin === undefined ? sql`true` : sql`amount = ${bin}`) },
  cost: { source: "cost", where: () => sql`amount > 0`, isSum: true },
  // Tenths are counted in the same way by server/operations/analytics/judged-grades.ts.
  grade: {
    source: "answers",
    where: ({ bin = null }) =>
      sql`amount is not null and greatest(0, least(9, floor(amount * 10 + 1e-4)))::int = ${bin}`,
  },
  label: { source: "labels", where: isTopic },
  set: { source: "sets", where: isTopic },
  agent: { source: "agents", where: ({ of = "" }) => sql`agent_id = ${of}` },
};

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

/** The tickets behind a number, each once, the last event first. */
export async function listAnalyticsTickets(
  tx: TenantTransaction,
  { measure, of, bin, since, until, limit, before }: AnalyticsTicketsInput,
): Promise<{ tickets: AnalyticsTicket[]; last: PageCursor | undefined }> {
  const { source, where = () => sql`true`, isSum } = measures[measure];
  const isOlder = before
    ? sql`(max(at), ticket_id) < (${before.updatedAt}::timestamptz, ${before.id}::uuid)`
    : sql`true`;
  const rows = await tx.all(sql<Row>`
    select t.id, t.number, coalesce(t.title, t.subject) as subject, t.status, t.ended_as, v.name as visitor_name, hit.at, hit.at::text as at_text, hit.times, hit.amount
      from (
        select ticket_id, max(at) as at, count(*)::int as times, ${sql.raw(isSum ? "sum" : "max")}(amount) as amount
          from (${analyticsSources[source]({ since, until })}) s
         where ticket_id is not null and ${where({ of, bin })}
         group by ticket_id
        having ${isOlder}
         order by max(at) desc, ticket_id desc limit ${limit}
      ) hit
      cross join lateral (select id, number, title, subject, status, ended_as, visitor_id from tickets where id = hit.ticket_id offset 0) t
      cross join lateral (select name from visitors where id = t.visitor_id offset 0) v
     order by hit.at desc, t.id desc`);
  const last = rows.length === limit ? rows.at(-1) : undefined;
  return {
    tickets: rows.map(({ at, at_text: _text, ...row }) => ({
      ...row,
      subject: shownTitle(row.subject),
      at: at.toISOString(),
    })),
    last: last && { updatedAt: last.at_text, id: last.id },
  };
}
