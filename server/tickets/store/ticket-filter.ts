import type { TicketStatus } from "../../../protocol/messages.ts";
import { priorityNumbers, type TicketPriority } from "../../../protocol/triage.ts";
import type { SearchQuery, TicketState } from "../../assistant/store/search-query.ts";
import { foldWord, searchTokens } from "../../core/text/search-words.ts";
import { isSnoozed, type TicketView, viewConditions } from "./ticket-view.ts";

/** The tickets in question, as a condition on `t` with its parameters from `$1` on. */
export interface WhereClause {
  where: string;
  /** The two parts of `where`: what an index is made for, and what is asked of each row. */
  view: string;
  rest: string;
  params: unknown[];
}

/** Which tickets are listed; what is left out restricts nothing. */
export interface TicketFilter {
  view?: TicketView | undefined;
  status?: TicketStatus | undefined;
  /** A person's id, or `none`. */
  assignee?: string | undefined;
  priority?: readonly TicketPriority[] | undefined;
  /** Ids of labels: a ticket has one of them. Several lists: one of each. */
  labels?: readonly (readonly string[])[] | undefined;
  ids?: readonly string[] | undefined;
  /** What was typed into the search. */
  query?: SearchQuery | undefined;
}

/** Each state that `is:` names; `$1` is the person. */
const stateConditions: Record<TicketState, string> = {
  open: "t.status not in ('resolved', 'closed')",
  waiting: "t.waiting_since is not null",
  mine: "t.assignee ->> 'id' = $1",
  unassigned: "t.assignee is null and t.status not in ('resolved', 'closed')",
  assigned: "t.assignee is not null and t.status not in ('resolved', 'closed')",
  resolved: "t.status in ('resolved', 'closed')",
  overdue: "t.due_at is not null and t.due_at <= now()",
  snoozed: isSnoozed,
  assistant: "t.owner = 'assistant' and t.status = 'open'",
};

/** The condition of a filter. Every piece of SQL in it stands in this file or the views'; what people typed is a parameter. */
export function conditionOf(filter: TicketFilter, personId: string): WhereClause {
  const params: unknown[] = [personId];
  const param = (value: unknown) => `$${params.push(value)}`;
  // The person is compared once, before any row is read.
  const where = ["$1::text is not null"];
  if (filter.status) where.push(`t.status = ${param(filter.status)}`);
  if (filter.assignee === "none") where.push("t.assignee is null");
  else if (filter.assignee) where.push(`t.assignee ->> 'id' = ${param(filter.assignee)}`);
  if (filter.ids) where.push(`t.id = any(${param(filter.ids)}::uuid[])`);
  for (const priorities of [filter.priority, filter.query?.priorities])
    if (priorities && priorities.length > 0)
      where.push(`t.priority = any(${param(priorities.map((each) => priorityNumbers[each]))}::smallint[])`);
  for (const ids of filter.labels ?? [])
    where.push(
      `exists (select 1 from ticket_labels l where l.tenant_id = t.tenant_id and l.ticket_id = t.id and l.label_id = any(${param(ids)}::uuid[]) offset 0)`,
    );
  if (filter.query) where.push(...queryConditions(filter.query, param));
  const view = viewConditions[filter.view ?? "all"];
  const rest = where.join(" and ");
  return { where: `${view} and ${rest}`, view, rest, params };
}

function queryConditions(query: SearchQuery, param: (value: unknown) => string): string[] {
  const where = query.is.map((state) => `(${stateConditions[state]})`);
  if (query.before) where.push(`t.updated_at < ${param(query.before)}::timestamp at time zone 'UTC'`);
  if (query.after) where.push(`t.updated_at >= ${param(query.after)}::timestamp at time zone 'UTC'`);
  if (query.hasFile)
    where.push(
      "exists (select 1 from attachments a where a.tenant_id = t.tenant_id and a.ticket_id = t.id and a.message_id is not null offset 0)",
    );
  for (const word of query.from.flatMap((name) => searchTokens(name.normalize("NFKC")))) {
    const beginning = param(foldWord(word.token));
    where.push(
      `t.visitor_id = any(array(select visitor_id from visitor_terms where term >= ${beginning} and term < ${beginning} || chr(1114111)))`,
    );
  }
  for (const phrase of query.phrases) where.push(holdsPhrase(param(`%${phrase.replace(/[\\%_]/g, "\\$&")}%`)));
  return where;
}

/** Looked for in the texts themselves, of tickets that have its words. */
function holdsPhrase(pattern: string): string {
  return `(t.subject ilike ${pattern} or t.question ilike ${pattern}
    or exists (select 1 from visitors v where v.tenant_id = t.tenant_id and v.id = t.visitor_id and (v.name ilike ${pattern} or v.email ilike ${pattern}) offset 0)
    or exists (select 1 from messages m where m.tenant_id = t.tenant_id and m.ticket_id = t.id and m.content ilike ${pattern} offset 0)
    or exists (select 1 from attachments a where a.tenant_id = t.tenant_id and a.ticket_id = t.id and a.message_id is not null and a.name ilike ${pattern} offset 0))`;
}
