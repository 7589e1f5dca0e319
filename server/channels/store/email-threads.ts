import type { TenantTransaction, Transaction } from "../../database/transaction.ts";

/** How a ticket is told by mail. */
export interface EmailThreadRow {
  ticket_id: string;
  /** Stands in the address that replies go to. */
  token: string;
  sent_sequence: number;
  due_at: Date | null;
  attempts: number;
  sent_at: Date | null;
  problem: string | null;
  last_email_id: string | null;
  by_email: boolean;
}

const columns =
  "ticket_id, token, sent_sequence::float8 as sent_sequence, due_at, attempts, sent_at, problem, last_email_id, by_email";

/** What waits longer than this is not sent any more: mail was not set up at the time, and now it would come out of nowhere. */
const staleAfter = "interval '1 day'";

/** Tickets of all tenants whose visitors may have something to be told: the first of each tenant, then the second of each. For the platform role. */
export async function listDueThreads(
  tx: Transaction,
  limit: number,
): Promise<{ tenant_id: string; ticket_id: string }[]> {
  const { rows } = await tx.query<{ tenant_id: string; ticket_id: string }>(
    `select tenant_id, ticket_id from email_threads where due_at <= now()
      order by row_number() over (partition by tenant_id order by due_at), due_at limit $1`,
    [limit],
  );
  return rows;
}

/** Whose ticket an address names. For the platform role. */
export async function findThreadOwner(
  tx: Transaction,
  token: string,
): Promise<{ tenantId: string; ticketId: string } | undefined> {
  const { rows } = await tx.query<{ tenantId: string; ticketId: string }>(
    `select tenant_id as "tenantId", ticket_id as "ticketId" from email_threads where token = $1`,
    [token],
  );
  return rows[0];
}

/**
 * Takes a thread that is due. Whoever has it notes within `leaseSeconds` what came of it, or it is due again; others pass it over until then.
 * @returns undefined when nothing is due any more
 */
export async function claimThread(
  tx: TenantTransaction,
  ticketId: string,
  leaseSeconds: number,
): Promise<(EmailThreadRow & { is_stale: boolean; lease: string }) | undefined> {
  const { rows } = await tx.query<EmailThreadRow & { is_stale: boolean; lease: string }>(
    `with held as (
       select ticket_id as id, due_at < now() - ${staleAfter} as is_stale from email_threads
        where ticket_id = $1 and due_at <= now() for update
     )
     update email_threads m set due_at = now() + make_interval(secs => $2), attempts = attempts + 1
       from held where m.ticket_id = held.id
     returning ${columns}, held.is_stale, m.due_at::text as lease`,
    [ticketId, leaseSeconds],
  );
  return rows[0];
}

/** What came of looking at a thread. */
export interface ThreadOutcome {
  /** Number of the newest message that was told. */
  toldSequence?: number;
  /** `Message-ID` of the mail that was sent. */
  emailId?: string;
  /** Why nothing was sent; null: nothing had to be. */
  problem?: string | null;
  /** Seconds until the next try; absent: there is none. */
  retryAfter?: number;
  /** Whether the mail server was asked; otherwise this look is none of the tries that are counted. Default true. */
  wasTried?: boolean;
}

/** Gives a claimed thread back. What was said meanwhile has made it due anew, and stays so. */
export async function releaseThread(
  tx: TenantTransaction,
  { ticketId, lease }: { ticketId: string; lease: string },
  { toldSequence, emailId, problem = null, retryAfter, wasTried = true }: ThreadOutcome,
): Promise<void> {
  await tx.query(
    `update email_threads
        set due_at = case when due_at is distinct from $2::timestamptz then due_at else now() + make_interval(secs => $6::float8) end,
            attempts = case when $6::float8 is null then 0 when $7 then attempts else greatest(attempts - 1, 0) end,
            sent_sequence = greatest(sent_sequence, coalesce($3::bigint, 0)),
            last_email_id = coalesce($4, last_email_id), sent_at = case when $4::text is null then sent_at else now() end, problem = $5
      where ticket_id = $1`,
    [ticketId, lease, toldSequence ?? null, emailId ?? null, problem, retryAfter ?? null, wasTried],
  );
}

export async function findThread(tx: TenantTransaction, ticketId: string): Promise<EmailThreadRow | undefined> {
  const { rows } = await tx.query<EmailThreadRow>(`select ${columns} from email_threads where ticket_id = $1`, [
    ticketId,
  ]);
  return rows[0];
}

/** Notes what keeps a ticket's answers from arriving. */
export async function updateThreadProblem(tx: TenantTransaction, ticketId: string, problem: string): Promise<void> {
  await tx.query("update email_threads set problem = $2, due_at = null where ticket_id = $1", [ticketId, problem]);
}

/** Notes that the visitor wrote by mail; what the assistant has said meanwhile is looked at soon. */
export async function noteHeardByEmail(tx: TenantTransaction, ticketId: string, emailId: string | null): Promise<void> {
  await tx.query(
    `update email_threads set by_email = true, last_email_id = coalesce($2, last_email_id), due_at = now() + interval '5 seconds', attempts = 0
      where ticket_id = $1`,
    [ticketId, emailId],
  );
}

/** A thread of its own for a ticket that a mail has opened. */
export async function insertThread(tx: TenantTransaction, ticketId: string): Promise<void> {
  await tx.query(
    `insert into email_threads (tenant_id, ticket_id, token) values ($1, $2, replace(gen_random_uuid()::text, '-', ''))
     on conflict (tenant_id, ticket_id) do nothing`,
    [tx.tenantId, ticketId],
  );
}

/** The visitor has left an address: what people said in the visitor's tickets and nobody has read may go there. */
export async function wakeThreadsOf(tx: TenantTransaction, visitorId: string): Promise<void> {
  await tx.query(
    `update email_threads m set due_at = now() + interval '2 minutes', attempts = 0
       from tickets t where t.id = m.ticket_id and t.visitor_id = $1 and m.due_at is null
        and t.last_sequence > m.sent_sequence and t.updated_at > now() - ${staleAfter}`,
    [visitorId],
  );
}

/** Why an address gets nothing; undefined: it does. */
export async function findEmailStop(tx: TenantTransaction, address: string): Promise<string | undefined> {
  const { rows } = await tx.query<{ why: string }>("select why from email_suppressions where address = lower($1)", [
    address,
  ]);
  return rows[0]?.why;
}

export async function insertEmailStop(
  tx: TenantTransaction,
  address: string,
  why: "bounced" | "visitor",
): Promise<void> {
  await tx.query(
    "insert into email_suppressions (tenant_id, address, why) values ($1, lower($2), $3) on conflict (tenant_id, address) do nothing",
    [tx.tenantId, address, why],
  );
}

/** The address is written to again: its owner has said it anew, or has written from there. */
export async function deleteEmailStop(tx: TenantTransaction, address: string): Promise<void> {
  await tx.query("delete from email_suppressions where address = lower($1)", [address]);
}
