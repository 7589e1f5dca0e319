import { forEachTenant, runForEachTenant } from "../../core/for-each-tenant.ts";
import { newId } from "../../core/ids.ts";
import type { Logger } from "../../core/log.ts";
import { type TenantTransaction, withSystem, withTenant } from "../../database/transaction.ts";
import { insertJob } from "../../operations/store/jobs.ts";
import {
  countForDigest,
  listNoticeRules,
  listTenantsWithNotices,
  type NoticeRulesRow,
  postponeNotice,
  takeDueNotices,
  updateDigestAt,
  updateNoticesMailed,
} from "../store/notices.ts";
import { listPeople, type PersonRow } from "../store/people.ts";
import { findTenant } from "../store/tenants.ts";
import type { PeopleDeps } from "./deps.ts";
import { nextMorning } from "./next-morning.ts";
import { isNoticeFor } from "./notice-rules.ts";
import { sendPushes, takePushes } from "./push-notices.ts";

/** Interval of the check for due notifications, in ms. */
const pollMs = 10_000;
/** After an e-mail, a person's next notifications are collected and sent together this much later. */
const pauseMs = 15 * 60_000;
/** Notifications processed per round. */
const batchSize = 200;

interface NoticeDeps extends Pick<PeopleDeps, "db" | "wakeEmail" | "push"> {
  log: Logger;
}

type Job = { id: string; place: number };

const failed = "telling people of tickets failed";

/** Starts notifying people of events: devices at once, by e-mail what they have not seen, and daily digests. @returns stops it. */
export function startTelling(deps: NoticeDeps): () => Promise<void> {
  return runForEachTenant(
    { everyMs: pollMs, log: deps.log, failed },
    () => listDue(deps),
    (tenantId) => notifyTenant(deps, tenantId),
  );
}

/** One round over all tenants. */
export async function sendNotices(deps: NoticeDeps): Promise<void> {
  const each = forEachTenant<string>({ log: deps.log, failed }, (tenantId) => notifyTenant(deps, tenantId));
  await each.run(await listDue(deps));
}

function listDue({ db }: NoticeDeps): Promise<string[]> {
  return withSystem(db, "find-due-notifications", listTenantsWithNotices);
}

/** Notifies devices at once, and turns due e-mails into one job per person, in the transaction that claims them. */
async function notifyTenant({ db, wakeEmail, push }: NoticeDeps, tenantId: string): Promise<void> {
  const people = await withSystem(db, "find-due-notifications", (tx) => listPeople(tx, tenantId));
  const working = people.filter(({ role }) => role !== "viewer").map(({ personId }) => personId);
  // Taken first, because the e-mails remove what is due; sent last, because a slow push service must not delay them.
  const pushes = await withTenant(db, tenantId, (tx) => takePushes(tx, working));
  const jobs = await withTenant(db, tenantId, (tx) => queueFor(tx, people, wakeEmail !== null));
  for (const job of jobs) await wakeEmail?.(tenantId, job);
  await sendPushes({ db, push }, tenantId, pushes);
}

async function queueFor(tx: TenantTransaction, people: PersonRow[], hasEmail: boolean): Promise<Job[]> {
  const rules = new Map((await listNoticeRules(tx)).map((row) => [row.person_id, row]));
  const notices = await takeDueNotices(tx, batchSize);
  // Without an SMTP server, notifications are dropped, so that they do not accumulate until there is one.
  if (!hasEmail) return [];
  const jobs: Job[] = [];
  const isWorking = people.filter(({ role }) => role !== "viewer");
  for (const { personId } of isWorking) {
    const row = rules.get(personId);
    const own = notices.filter((notice) => isNoticeFor(notice, { way: "mail", personId, row }));
    if (own.length === 0) continue;
    const until = (row?.emailed_at?.getTime() ?? 0) + pauseMs;
    if (until > Date.now()) {
      for (const notice of own) await postponeNotice(tx, { ...notice, personId }, new Date(until));
      continue;
    }
    await updateNoticesMailed(tx, personId);
    const about = own.map(({ kind, ticketId }) => ({ kind, ticket_id: ticketId }));
    jobs.push(await queue(tx, personId, { about: "notices", notices: about }));
  }
  return [...jobs, ...(await queueDigests(tx, isWorking, rules))];
}

async function queueDigests(
  tx: TenantTransaction,
  people: PersonRow[],
  rules: ReadonlyMap<string, NoticeRulesRow>,
): Promise<Job[]> {
  const jobs: Job[] = [];
  const due = [...rules.values()].filter(({ digest_at: at }) => at !== null && at.getTime() <= Date.now());
  if (due.length === 0) return [];
  const zone = (await findTenant(tx))?.home.hours?.zone;
  for (const { person_id: personId } of due) {
    const isHere = people.some((person) => person.personId === personId);
    await updateDigestAt(tx, personId, isHere ? nextMorning(new Date(), zone) : null);
    if (!isHere) continue;
    const { oldest, ...counts } = await countForDigest(tx, personId);
    // No digest when there is nothing to report.
    if (Object.values(counts).every((count) => count === 0)) continue;
    const figures = { ...counts, oldest: oldest?.toISOString() ?? null };
    jobs.push(await queue(tx, personId, { about: "digest", figures }));
  }
  return jobs;
}

async function queue(tx: TenantTransaction, personId: string, detail: object): Promise<Job> {
  const id = newId();
  return {
    id,
    place: await insertJob(tx, { id, kind: "account_email", targetId: personId, documentId: null, detail }),
  };
}
