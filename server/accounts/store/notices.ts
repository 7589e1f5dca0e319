import type { NoticeKind, NoticeRules } from "../../../protocol/notices.ts";
import type { TenantTransaction, Transaction } from "../../database/transaction.ts";
import { isDue } from "../../knowledge/store/snippets.ts";

type StoredRules = Partial<Pick<NoticeRules, "mail" | "browser">>;

export interface NoticeRulesRow {
  person_id: string;
  rules: { mail?: Partial<NoticeRules["mail"]>; browser?: Partial<NoticeRules["browser"]> };
  digest_at: Date | null;
  emailed_at: Date | null;
}

/** A person's chosen rules; undefined without a choice. */
export async function findNoticeRules(tx: TenantTransaction, personId: string): Promise<NoticeRulesRow | undefined> {
  const { rows } = await tx.query<NoticeRulesRow>(
    "select person_id, rules, digest_at, emailed_at from notice_rules where person_id = $1",
    [personId],
  );
  return rows[0];
}

/** Rules of all persons of the tenant who made a choice or got an e-mail. */
export async function listNoticeRules(tx: TenantTransaction): Promise<NoticeRulesRow[]> {
  const { rows } = await tx.query<NoticeRulesRow>("select person_id, rules, digest_at, emailed_at from notice_rules");
  return rows;
}

export async function upsertNoticeRules(
  tx: TenantTransaction,
  personId: string,
  { rules, digestAt }: { rules: StoredRules; digestAt: Date | null },
): Promise<void> {
  await tx.query(
    `insert into notice_rules (tenant_id, person_id, rules, digest_at) values ($1, $2, $3, $4)
     on conflict (tenant_id, person_id) do update set rules = excluded.rules, digest_at = excluded.digest_at`,
    [tx.tenantId, personId, JSON.stringify(rules), digestAt],
  );
}

export async function updateDigestAt(tx: TenantTransaction, personId: string, at: Date | null): Promise<void> {
  await tx.query("update notice_rules set digest_at = $2 where person_id = $1", [personId, at]);
}

export async function updateNoticesMailed(tx: TenantTransaction, personId: string): Promise<void> {
  await tx.query(
    `insert into notice_rules (tenant_id, person_id, emailed_at) values ($1, $2, now())
     on conflict (tenant_id, person_id) do update set emailed_at = now()`,
    [tx.tenantId, personId],
  );
}

/** Tenants with due notifications. For the platform role. */
export async function listTenantsWithNotices(tx: Transaction): Promise<string[]> {
  const { rows } = await tx.query<{ tenant_id: string }>(
    `select tenant_id from notices where due_at <= now() union select tenant_id from notice_rules where digest_at <= now()`,
  );
  return rows.map(({ tenant_id }) => tenant_id);
}

export interface Notice {
  kind: NoticeKind;
  ticketId: string;
  /** Null: everybody with a rule for it. */
  personId: string | null;
}

/** Stores a notification; an existing one stays unchanged. */
export async function insertNotice(tx: TenantTransaction, { kind, ticketId, personId }: Notice): Promise<void> {
  await tx.query(
    `insert into notices (tenant_id, id, kind, ticket_id, person_id, due_at) values ($1, gen_random_uuid(), $2, $3, $4, now())
     on conflict do nothing`,
    [tx.tenantId, kind, ticketId, personId],
  );
}

/**
 * Takes the due notifications and keeps those that still apply: a ticket that was assigned no longer waits, and a mention that was seen
 * needs no e-mail.
 */
export async function takeDueNotices(tx: TenantTransaction, limit: number): Promise<Notice[]> {
  const { rows } = await tx.query<Notice>(
    `with due as (
       delete from notices where id = any(array(
         select id from notices where due_at <= now() order by due_at limit $1 for update skip locked))
       returning kind, ticket_id, person_id
     )
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
          else true end`,
    [limit],
  );
  return rows;
}

/** Postpones a notification for one person until `at`. */
export async function postponeNotice(tx: TenantTransaction, notice: Notice, at: Date): Promise<void> {
  await tx.query(
    `insert into notices (tenant_id, id, kind, ticket_id, person_id, due_at) values ($1, gen_random_uuid(), $2, $3, $4, $5)
     on conflict do nothing`,
    [tx.tenantId, notice.kind, notice.ticketId, notice.personId, at],
  );
}

/** Ticket data in a notification. */
export interface NoticedTicket {
  id: string;
  number: number;
  subject: string;
  visitor: string | null;
}

export async function listNoticedTickets(tx: TenantTransaction, ids: string[]): Promise<NoticedTicket[]> {
  const { rows } = await tx.query<NoticedTicket>(
    `select t.id, t.number, coalesce(nullif(t.question, ''), t.subject) as subject, coalesce(nullif(trim(v.name), ''), v.email) as visitor
       from tickets t join visitors v on v.tenant_id = t.tenant_id and v.id = t.visitor_id where t.id = any($1::uuid[])`,
    [ids],
  );
  return rows;
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
  const { rows } = await tx.query<DigestFigures>(
    `select (select count(*)::int from tickets where status = 'pending_human' and message_count > 0) as waiting,
            (select min(waiting_since) from tickets where status in ('pending_human', 'in_progress') and message_count > 0) as oldest,
            (select count(*)::int from tickets
              where status in ('pending_human', 'in_progress') and assignee ->> 'id' = $1 and waiting_since is not null) as mine,
            (select count(*)::int from tickets where created_at > now() - interval '1 day' and message_count > 0) as asked,
            (select count(*)::int from tickets t where resolved_at > now() - interval '1 day' and ended_as is distinct from 'merged'
                and (select e.payload ? 'inactive' from ticket_events e where e.ticket_id = t.id and e.type = 'owner' order by e.sequence desc limit 1)
                    is not true) as resolved,
            (select count(*)::int from snippets s where s.created_by = $1 and ${isDue}) as review`,
    [personId],
  );
  return rows[0] ?? { waiting: 0, oldest: null, mine: 0, asked: 0, resolved: 0, review: 0 };
}
