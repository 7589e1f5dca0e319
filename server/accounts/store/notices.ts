import { type RawBuilder, sql } from "kysely";
import {
  type ChangeNoticeRulesRequest,
  changeNoticeRulesRequestSchema,
  type NoticeKind,
} from "../../../protocol/notices.ts";
import { json } from "../../database/column-types.ts";
import { anyOf, now, query } from "../../database/query.ts";
import type { TenantTransaction, Transaction } from "../../database/transaction.ts";
import { isDue } from "../../knowledge/store/snippets.ts";

const storedRulesSchema = changeNoticeRulesRequestSchema.omit({ digest: true });

export type NoticeRulesRow = Awaited<ReturnType<typeof listNoticeRules>>[number];

const noticeRules = query.selectFrom("notice_rules").select(["person_id", "rules", "digest_at", "emailed_at"]);

/** A person's chosen rules; undefined without a choice. */
export async function findNoticeRules(tx: TenantTransaction, personId: string): Promise<NoticeRulesRow | undefined> {
  const row = await tx.first(noticeRules.where("person_id", "=", personId));
  return row && { ...row, rules: storedRulesSchema.parse(row.rules) };
}

/** Rules of all persons of the tenant who made a choice or got an e-mail. */
export async function listNoticeRules(tx: TenantTransaction) {
  return (await tx.all(noticeRules)).map((row) => ({ ...row, rules: storedRulesSchema.parse(row.rules) }));
}

export async function upsertNoticeRules(
  tx: TenantTransaction,
  personId: string,
  { rules, digestAt }: { rules: Omit<ChangeNoticeRulesRequest, "digest">; digestAt: Date | null },
): Promise<void> {
  const values = { rules: json(rules), digest_at: digestAt };
  await tx.run(
    query
      .insertInto("notice_rules")
      .values({ tenant_id: tx.tenantId, person_id: personId, ...values })
      .onConflict((conflict) => conflict.columns(["tenant_id", "person_id"]).doUpdateSet(values)),
  );
}

export async function updateDigestAt(tx: TenantTransaction, personId: string, at: Date | null): Promise<void> {
  await tx.run(query.updateTable("notice_rules").set({ digest_at: at }).where("person_id", "=", personId));
}

export async function updateNoticesMailed(tx: TenantTransaction, personId: string): Promise<void> {
  await tx.run(
    query
      .insertInto("notice_rules")
      .values({ tenant_id: tx.tenantId, person_id: personId, emailed_at: now })
      .onConflict((conflict) => conflict.columns(["tenant_id", "person_id"]).doUpdateSet({ emailed_at: now })),
  );
}

/** Tenants with due notifications. For the platform role. */
export async function listTenantsWithNotices(tx: Transaction): Promise<string[]> {
  const digests = query.selectFrom("notice_rules").select("tenant_id").where("digest_at", "<=", now);
  const emails = query.selectFrom("notices").select("tenant_id").where("due_at", "<=", now);
  const pushes = query.selectFrom("notices").select("tenant_id").where("push_at", "<=", now);
  return (await tx.all(emails.union(pushes).union(digests))).map(({ tenant_id }) => tenant_id);
}

export interface Notice {
  kind: NoticeKind;
  ticketId: string;
  /** Null: everybody with a rule for it. */
  personId: string | null;
}

/** Stores a notification that is due now; an existing one stays unchanged. */
export async function insertNotice(tx: TenantTransaction, notice: Notice): Promise<void> {
  await tx.run(insertDue(tx, notice, { due_at: now, push_at: now }));
}

/**
 * Takes the notifications that are due by e-mail and keeps those that still apply: a ticket that was assigned no longer waits, and a mention
 * that was seen needs no e-mail.
 */
export function takeDueNotices(tx: TenantTransaction, limit: number): Promise<Notice[]> {
  return tx.all(sql<Notice>`
    with due as (
      delete from notices where id = any(array(
        select id from notices where due_at <= now() order by due_at limit ${limit} for update skip locked))
      returning kind, ticket_id, person_id
    )
    ${stillApplies}`);
}

/** Takes the notifications that devices have not got yet, and keeps those that still apply. Their e-mails stay due. */
export function takeDuePushes(tx: TenantTransaction, limit: number): Promise<Notice[]> {
  return tx.all(sql<Notice>`
    with due as (
      update notices set push_at = null where id = any(array(
        select id from notices where push_at <= now() order by push_at limit ${limit} for update skip locked))
      returning kind, ticket_id, person_id
    )
    ${stillApplies}`);
}

const stillApplies = sql`
  select d.kind, d.ticket_id as "ticketId",
         case when d.kind = 'overdue' then coalesce(d.person_id::text, t.assignee ->> 'id') else d.person_id::text end as "personId"
    from due d join tickets t on t.id = d.ticket_id
   where t.ended_as is null and t.status not in ('resolved', 'closed')
     and case d.kind
       when 'waiting' then t.status = 'pending_human' and t.assignee is null and t.waiting_since is not null
                           and coalesce(t.snoozed_until, now()) <= now()
       when 'mine' then t.waiting_since is not null and t.assignee ->> 'id' = d.person_id::text
       when 'mention' then exists (
         select 1 from note_mentions m join ticket_notes n on n.tenant_id = m.tenant_id and n.id = m.note_id
          where n.ticket_id = t.id and m.person_id = d.person_id and m.read_at is null)
       else true end`;

/** Postpones an e-mail to one person until `at`. */
export async function postponeNotice(tx: TenantTransaction, notice: Notice, at: Date): Promise<void> {
  await tx.run(insertDue(tx, notice, { due_at: at, push_at: null }));
}

function insertDue(
  tx: TenantTransaction,
  { kind, ticketId, personId }: Notice,
  due: { due_at: Date | RawBuilder<Date>; push_at: RawBuilder<Date> | null },
) {
  const row = { tenant_id: tx.tenantId, kind, ticket_id: ticketId, person_id: personId, ...due };
  return query
    .insertInto("notices")
    .values({ id: sql<string>`gen_random_uuid()`, ...row })
    .onConflict((conflict) => conflict.doNothing());
}

export type NoticedTicket = Awaited<ReturnType<typeof listNoticedTickets>>[number];

/** Ticket data in a notification. */
export function listNoticedTickets(tx: TenantTransaction, ids: string[]) {
  return tx.all(
    query
      .selectFrom("tickets as t")
      .innerJoin("visitors as v", (join) =>
        join.onRef("v.tenant_id", "=", "t.tenant_id").onRef("v.id", "=", "t.visitor_id"),
      )
      .select(["t.id", "t.number", sql<string>`coalesce(t.title, nullif(t.subject, ''), t.question, '')`.as("subject")])
      .select(sql<string | null>`coalesce(nullif(trim(v.name), ''), v.email)`.as("visitor"))
      .where("t.id", "=", anyOf(ids)),
  );
}

/** Numbers of the daily digest: waiting tickets now, and the previous day's results. */
export interface DigestFigures {
  waiting: number;
  /** Start of the longest wait. */
  oldest: Date | null;
  /** The person's own tickets whose visitor waits. */
  mine: number;
  asked: number;
  resolved: number;
  /** The person's own snippets that are due for review. */
  review: number;
}

export async function countForDigest(tx: TenantTransaction, personId: string): Promise<DigestFigures> {
  const counted = await tx.first(sql<DigestFigures>`
    select (select count(*)::int from tickets where status = 'pending_human' and message_count > 0) as waiting,
           (select min(waiting_since) from tickets where status in ('pending_human', 'in_progress') and message_count > 0) as oldest,
           (select count(*)::int from tickets
             where status in ('pending_human', 'in_progress') and assignee ->> 'id' = ${personId} and waiting_since is not null) as mine,
           (select count(*)::int from tickets where created_at > now() - interval '1 day' and message_count > 0) as asked,
           (select count(*)::int from tickets t where resolved_at > now() - interval '1 day' and ended_as is distinct from 'merged'
               and (select e.payload ? 'inactive' from ticket_events e where e.ticket_id = t.id and e.type = 'owner' order by e.sequence desc limit 1)
                   is not true) as resolved,
           (select count(*)::int from snippets s where s.created_by = ${personId} and ${sql.raw(isDue)}) as review`);
  return counted ?? { waiting: 0, oldest: null, mine: 0, asked: 0, resolved: 0, review: 0 };
}
