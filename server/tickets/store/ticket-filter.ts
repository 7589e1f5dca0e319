import { type RawBuilder, sql } from "kysely";
import type { TicketStatus } from "../../../protocol/messages.ts";
import { priorityNumbers, type TicketPriority } from "../../../protocol/triage.ts";
import type { SearchQuery, TicketState } from "../../assistant/store/search-query.ts";
import { foldWord, searchTokens } from "../../core/text/search-words.ts";
import { anyOf } from "../../database/query.ts";
import { isSnoozed, type TicketView, viewConditions } from "./ticket-view.ts";

/** Conditions on a ticket `t`. */
export interface WhereClause {
  /** The condition of an index. */
  view: RawBuilder<boolean>;
  /** The conditions to check on each row. */
  rest: RawBuilder<boolean>;
}

/** The tickets to list; a missing field restricts nothing. */
export interface TicketFilter {
  view?: TicketView | undefined;
  status?: TicketStatus | undefined;
  /** A person's id, or `none`. */
  assignee?: string | undefined;
  priority?: readonly TicketPriority[] | undefined;
  /** Lists of label ids: a ticket has at least one label of each list. */
  labels?: readonly (readonly string[])[] | undefined;
  ids?: readonly string[] | undefined;
  /** The text of the search. */
  query?: SearchQuery | undefined;
}

/** The condition of each state that `is:` names. */
function stateConditions(personId: string): Record<TicketState, RawBuilder<boolean>> {
  return {
    open: sql`t.status not in ('resolved', 'closed')`,
    waiting: sql`t.waiting_since is not null`,
    mine: sql`t.assignee ->> 'id' = ${personId}`,
    unassigned: sql`t.assignee is null and t.status not in ('resolved', 'closed')`,
    assigned: sql`t.assignee is not null and t.status not in ('resolved', 'closed')`,
    resolved: sql`t.status in ('resolved', 'closed')`,
    overdue: sql`t.due_at is not null and t.due_at <= now()`,
    snoozed: isSnoozed,
    assistant: sql`t.owner = 'assistant' and t.status = 'open'`,
  };
}

/** The conditions of a filter. */
export function conditionOf(filter: TicketFilter, personId: string): WhereClause {
  const rest: RawBuilder<boolean>[] = [];
  if (filter.status) rest.push(sql`t.status = ${filter.status}`);
  if (filter.assignee === "none") rest.push(sql`t.assignee is null`);
  else if (filter.assignee) rest.push(sql`t.assignee ->> 'id' = ${filter.assignee}`);
  if (filter.ids) rest.push(sql`t.id = ${anyOf(filter.ids)}`);
  for (const priorities of [filter.priority, filter.query?.priorities])
    if (priorities && priorities.length > 0)
      rest.push(sql`t.priority = any(${priorities.map((each) => priorityNumbers[each])}::smallint[])`);
  for (const ids of filter.labels ?? [])
    rest.push(
      sql`exists (select 1 from ticket_labels l where l.tenant_id = t.tenant_id and l.ticket_id = t.id and l.label_id = ${anyOf(ids)} offset 0)`,
    );
  if (filter.query) rest.push(...queryConditions(filter.query, personId));
  return {
    view: viewConditions(personId)[filter.view ?? "all"],
    rest: rest.length > 0 ? sql`${sql.join(rest, sql` and `)}` : sql`true`,
  };
}

function queryConditions(query: SearchQuery, personId: string): RawBuilder<boolean>[] {
  const states = stateConditions(personId);
  const where = query.is.map((state) => sql<boolean>`(${states[state]})`);
  if (query.before) where.push(sql`t.updated_at < ${query.before}::timestamp at time zone 'UTC'`);
  if (query.after) where.push(sql`t.updated_at >= ${query.after}::timestamp at time zone 'UTC'`);
  if (query.hasFile)
    where.push(
      sql`exists (select 1 from attachments a where a.tenant_id = t.tenant_id and a.ticket_id = t.id and a.message_id is not null offset 0)`,
    );
  for (const word of query.from.flatMap((name) => searchTokens(name.normalize("NFKC"))))
    where.push(
      sql`t.visitor_id = any(array(select visitor_id from visitor_terms where ${beginsWith(foldWord(word.token))}))`,
    );
  for (const phrase of query.phrases) where.push(containsPhrase(phrase));
  return where;
}

/** A condition on `term` that an index serves. */
export function beginsWith(beginning: string): RawBuilder<boolean> {
  return sql`term >= ${beginning} and term < ${beginning}::text || chr(1114111)`;
}

/** Searches the texts themselves, of tickets that contain the words. */
function containsPhrase(phrase: string): RawBuilder<boolean> {
  const pattern = `%${phrase.replace(/[\\%_]/g, "\\$&")}%`;
  return sql`(t.subject ilike ${pattern} or t.title ilike ${pattern} or t.question ilike ${pattern}
    or exists (select 1 from visitors v where v.tenant_id = t.tenant_id and v.id = t.visitor_id and (v.name ilike ${pattern} or v.email ilike ${pattern}) offset 0)
    or exists (select 1 from messages m where m.tenant_id = t.tenant_id and m.ticket_id = t.id and m.content ilike ${pattern} offset 0)
    or exists (select 1 from attachments a where a.tenant_id = t.tenant_id and a.ticket_id = t.id and a.message_id is not null and a.name ilike ${pattern} offset 0))`;
}
