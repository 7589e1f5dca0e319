import { sql } from "kysely";
import { z } from "zod";
import { json } from "../../database/column-types.ts";
import { now, query, type RowOf } from "../../database/query.ts";
import type { TenantTransaction, Transaction } from "../../database/transaction.ts";

/** The e-mail state of a ticket. */
export type EmailThreadRow = Pick<RowOf<"email_threads">, (typeof columns)[number]>;

const columns = [
  "ticket_id",
  "token",
  "sent_sequence",
  "due_at",
  "attempts",
  "sent_at",
  "problem",
  "last_email_id",
  "by_email",
  "cc", // addresses that also get agents' answers
] as const;

/** Most addresses that also get agents' answers. */
export const maxCopies = 10;
const copiesSchema = z.array(z.string()).max(maxCopies);

/** The addresses that also get agents' answers. */
export function copiesOf(thread: Pick<EmailThreadRow, "cc"> | undefined): string[] {
  return thread ? copiesSchema.parse(thread.cc) : [];
}

/** Older answers are not sent: e-mail was not configured then, and now they would surprise the visitor. */
const staleAfter = sql`interval '1 day'`;

/** Due tickets of all tenants: first one of each tenant, then the second of each. For the platform role. */
export function listDueThreads(tx: Transaction, limit: number): Promise<{ tenant_id: string; ticket_id: string }[]> {
  return tx.all(
    query
      .selectFrom("email_threads")
      .select(["tenant_id", "ticket_id"])
      .where("due_at", "<=", now)
      .orderBy(({ fn }) => fn.agg<number>("row_number").over((of) => of.partitionBy("tenant_id").orderBy("due_at")))
      .orderBy("due_at")
      .limit(limit),
  );
}

/** The ticket of a reply address. For the platform role. */
export function findThreadOwner(
  tx: Transaction,
  token: string,
): Promise<{ tenantId: string; ticketId: string } | undefined> {
  return tx.first(
    query
      .selectFrom("email_threads")
      .select(["tenant_id as tenantId", "ticket_id as ticketId"])
      .where("token", "=", token),
  );
}

/**
 * Claims a due thread. Without a {@link releaseThread} within `leaseSeconds` it is due again.
 * @returns undefined when it is not due
 */
export function claimThread(
  tx: TenantTransaction,
  ticketId: string,
  leaseSeconds: number,
): Promise<(EmailThreadRow & { is_stale: boolean; lease: string }) | undefined> {
  return tx.first(
    sql<EmailThreadRow & { is_stale: boolean; lease: string }>`
    with held as (
       select ticket_id as id, due_at < now() - ${staleAfter} as is_stale from email_threads
        where ticket_id = ${ticketId} and due_at <= now() for update
     )
     update email_threads m set due_at = now() + make_interval(secs => ${leaseSeconds}), attempts = attempts + 1
       from held where m.ticket_id = held.id
     returning ${sql.join(columns.map((column) => sql.ref(column)))}, held.is_stale, m.due_at::text as lease`,
  );
}

/** The result of a claim. */
export interface ThreadOutcome {
  /** Sequence of the newest message in the e-mail. */
  sentSequence?: number;
  /** `Message-ID` of the sent e-mail. */
  emailId?: string;
  /** Why nothing was sent; null: nothing had to be. */
  problem?: string | null;
  /** Seconds until the next try; absent: there is none. */
  retryAfter?: number;
  /** False if the mail server was not called; then it does not count as an attempt. Default true. */
  wasTried?: boolean;
}

/** Ends a claim. If a new message has made the thread due again meanwhile, it stays due. */
export async function releaseThread(
  tx: TenantTransaction,
  { ticketId, lease }: { ticketId: string; lease: string },
  { sentSequence = 0, emailId, problem = null, retryAfter, wasTried = true }: ThreadOutcome,
): Promise<void> {
  const next = sql`now() + make_interval(secs => ${retryAfter ?? null}::float8)`;
  const attempts = retryAfter === undefined ? sql`0` : wasTried ? sql`attempts` : sql`greatest(attempts - 1, 0)`;
  await tx.run(
    query
      .updateTable("email_threads")
      .set({
        due_at: sql`case when due_at is distinct from ${lease}::timestamptz then due_at else ${next} end`,
        attempts: sql<number>`${attempts}`,
        sent_sequence: sql`greatest(sent_sequence, ${sentSequence}::bigint)`,
        problem,
        ...(emailId !== undefined && {
          last_email_id: emailId,
          sent_at: now,
          // The number before this update.
          confirmed_sequence: sql<number>`sent_sequence`,
        }),
      })
      .where("ticket_id", "=", ticketId),
  );
}

export function findThread(tx: TenantTransaction, ticketId: string): Promise<EmailThreadRow | undefined> {
  return tx.first(query.selectFrom("email_threads").select(columns).where("ticket_id", "=", ticketId));
}

/** Stores why the ticket's answers do not arrive, and sends no more. */
export async function updateThreadProblem(tx: TenantTransaction, ticketId: string, problem: string): Promise<void> {
  await tx.run(query.updateTable("email_threads").set({ problem, due_at: null }).where("ticket_id", "=", ticketId));
}

/** Hours until an e-mail is sent again that came back for a passing reason; after the last time it is given up. */
const returnHours = [4, 24, 48];

/** The newest e-mail came back for a passing reason: it is due again later, a few times. */
export async function noteReturned(
  tx: TenantTransaction,
  ticketId: string,
  problem: "full" | "delayed",
): Promise<void> {
  await tx.run(sql`
    update email_threads
       set problem = ${problem}, attempts = 0, bounces = bounces + 1,
           sent_sequence = case when bounces < ${returnHours.length} then least(sent_sequence, confirmed_sequence) else sent_sequence end,
           due_at = now() + make_interval(hours => (${returnHours}::int[])[bounces + 1])
     where ticket_id = ${ticketId}`);
}

/** The visitor wrote an e-mail. Answers of the assistant are due soon. */
export async function noteHeardByEmail(tx: TenantTransaction, ticketId: string, emailId: string | null): Promise<void> {
  await tx.run(
    query
      .updateTable("email_threads")
      .set({
        by_email: true,
        due_at: sql`now() + interval '5 seconds'`,
        attempts: 0,
        bounces: 0,
        ...(emailId !== null && { last_email_id: emailId }),
      })
      .where("ticket_id", "=", ticketId),
  );
}

/** Creates the thread of a ticket that an e-mail has opened. @param cc addresses that also get agents' answers. */
export async function insertThread(tx: TenantTransaction, ticketId: string, cc: readonly string[] = []): Promise<void> {
  const token = sql<string>`replace(gen_random_uuid()::text, '-', '')`;
  await tx.run(
    query
      .insertInto("email_threads")
      .values({ tenant_id: tx.tenantId, ticket_id: ticketId, token, cc: json([...cc]) })
      .onConflict((conflict) => conflict.columns(["tenant_id", "ticket_id"]).doNothing()),
  );
}

/** The visitor has left an address: unread recent answers in the visitor's tickets are due in two minutes. */
export async function wakeThreadsOf(tx: TenantTransaction, visitorId: string): Promise<void> {
  await tx.run(
    query
      .updateTable("email_threads as thread")
      .from("tickets as t")
      .set({ due_at: sql`now() + interval '2 minutes'`, attempts: 0, bounces: 0 })
      .whereRef("t.id", "=", "thread.ticket_id")
      .where("t.visitor_id", "=", visitorId)
      .where("thread.due_at", "is", null)
      .whereRef("t.last_sequence", ">", "thread.sent_sequence")
      .where("t.updated_at", ">", sql<Date>`now() - ${staleAfter}`),
  );
}

/** Why an address gets no e-mail; undefined: it gets e-mail. */
export async function findEmailStop(tx: TenantTransaction, address: string): Promise<string | undefined> {
  const found = query.selectFrom("email_suppressions").select("why").where("address", "=", address.toLowerCase());
  return (await tx.first(found))?.why;
}

export async function insertEmailStop(
  tx: TenantTransaction,
  address: string,
  why: "bounced" | "visitor",
): Promise<void> {
  await tx.run(
    query
      .insertInto("email_suppressions")
      .values({ tenant_id: tx.tenantId, address: address.toLowerCase(), why })
      .onConflict((conflict) => conflict.columns(["tenant_id", "address"]).doNothing()),
  );
}

/** The address gets e-mail again: its owner has entered it again, or has written from it. */
export async function deleteEmailStop(tx: TenantTransaction, address: string): Promise<void> {
  await tx.run(query.deleteFrom("email_suppressions").where("address", "=", address.toLowerCase()));
}
