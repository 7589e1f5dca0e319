import { setTimeout as wait } from "node:timers/promises";
import { maxReceiptSubjects } from "../../../protocol/admin-erasures.ts";
import { insertCachePurge } from "../../assistant/store/cache-purges.ts";
import { runForEachTenant } from "../../core/for-each-tenant.ts";
import { announce } from "../../core/live/announce.ts";
import { goneNotice, stopTopic, ticketChannel, visitorTopic } from "../../core/live/hub.ts";
import { withLongLimits } from "../../database/database.ts";
import { withSystem, withTenant } from "../../database/transaction.ts";
import { add, eraseDocument, eraseTickets, eraseVisitors, listVisitorsNamed, lockSome } from "../store/erase-rows.ts";
import {
  addToErasure,
  type Counts,
  claimErasure,
  type ErasureRow,
  type ErasureTarget,
  findErasure,
  finishErasure,
  listLeftErasures,
  releaseErasure,
} from "../store/erasures.ts";
import { listDueTenantRemovals } from "../store/tenant-removals.ts";
import type { ErasureDeps } from "./deps.ts";
import { eraseTenant } from "./erase-tenant.ts";
import { makeReceipt } from "./receipts.ts";

const leaseSeconds = 60;
/** Tickets per transaction. */
const stepTickets = 20;
/** Interval, and number, of checks whether a stopped turn has ended. */
const stoppingMs = 250;
const maxStops = 60;

interface Work {
  deps: ErasureDeps;
  tenantId: string;
  row: ErasureRow;
  target: ErasureTarget;
}

/**
 * Continues an erasure from its stored state. Each step is one transaction that also counts the removed rows. Data outside the database is
 * deleted after the rows, and again when a process was interrupted in between.
 * @returns false when another process has the erasure, or a turn does not end; it is then continued later.
 */
export async function runErasure(given: ErasureDeps, tenantId: string, id: string): Promise<boolean> {
  const deps = withLongLimits(given);
  const row = await withTenant(deps.db, tenantId, (tx) => claimErasure(tx, id, leaseSeconds));
  if (!row?.target) return false;
  const work = { deps, tenantId, row, target: row.target };
  try {
    do {
      if (!(await removeTickets(work))) {
        await withTenant(deps.db, tenantId, (tx) => releaseErasure(tx, id));
        return false;
      }
      await removeRest(work);
    } while (await takeNextBatch(work));
    await finish(work);
    return true;
  } catch (error) {
    await withTenant(deps.db, tenantId, (tx) => releaseErasure(tx, id)).catch(() => undefined);
    throw error;
  }
}

/** Ids that a receipt names: visitors, ticket or document. */
function subjectsOf(kind: ErasureRow["kind"], { visitors, gone = [], tickets, documents }: ErasureTarget): string[] {
  return { visitor: [...gone, ...visitors].slice(0, maxReceiptSubjects), ticket: tickets, document: documents }[kind];
}

/** Takes the next visitors with the e-mail address, including new ones. False when there are none. */
function takeNextBatch({ deps, tenantId, row, target }: Work): Promise<boolean> {
  const { email } = target;
  if (email === undefined) return Promise.resolve(false);
  return withTenant(deps.db, tenantId, async (tx) => {
    const next = await listVisitorsNamed(tx, { email });
    if (next.length === 0) return false;
    target.gone = subjectsOf("visitor", target);
    Object.assign(target, { visitors: next.map(({ id }) => id), tickets: [], documents: [] });
    await addToErasure(tx, row.id, { target, counts: {}, leaseSeconds });
    return true;
  });
}

/** Repeats until there are none, because a visitor who writes meanwhile gets a new ticket. False when a turn is still running. */
async function removeTickets(work: Work): Promise<boolean> {
  const { deps, tenantId, row, target } = work;
  for (let stops = 0; stops < maxStops; ) {
    const step = await withTenant(deps.db, tenantId, async (tx) => {
      const wanted = row.kind === "ticket" ? target.tickets : [];
      const { ids, running } = await lockSome(tx, { visitors: target.visitors, tickets: wanted, limit: stepTickets });
      if (ids.length === 0 || running.length > 0) return { ids: [], running };
      const { counts, documents } = await eraseTickets(tx, ids);
      target.tickets = [...new Set([...target.tickets, ...ids])];
      target.documents = [...new Set([...target.documents, ...documents])];
      await insertCachePurge(tx, { what: "all" });
      await addToErasure(tx, row.id, { target, counts, leaseSeconds });
      return { ids, running };
    });
    if (step.running.length > 0) {
      stops += 1;
      for (const turnId of step.running) await deps.hub.notify(stopTopic(tenantId), turnId);
      await wait(stoppingMs);
    } else if (step.ids.length === 0) return true;
  }
  return false;
}

async function removeRest({ deps, tenantId, row, target }: Work): Promise<void> {
  await withTenant(deps.db, tenantId, async (tx) => {
    const counts: Counts = {};
    if (row.kind === "document") for (const id of target.documents) add(counts, await eraseDocument(tx, id));
    if (target.visitors.length > 0) add(counts, await eraseVisitors(tx, target));
    await insertCachePurge(tx, { what: "all" });
    await addToErasure(tx, row.id, { target, counts, leaseSeconds });
  });
  for (const ticketId of target.tickets) {
    await deps.hub.forget(ticketChannel(tenantId, ticketId));
    for (const visitorId of target.visitors)
      await deps.hub.notify(visitorTopic(tenantId, visitorId), goneNotice(ticketId));
    await announce(deps.hub, { tenantId, ticketId }, []);
  }
  const answers = await deps.emptyCache(tenantId);
  await deps.purgeCache(tenantId);
  const keys = await deps.forgetKeys([...target.visitors, ...target.tickets, ...target.documents]);
  const counts: Counts = {};
  add(counts, { "cache.answers": answers, "redis.keys": keys });
  await withTenant(deps.db, tenantId, (tx) => addToErasure(tx, row.id, { target, counts, leaseSeconds }));
}

async function finish({ deps, tenantId, row, target }: Work): Promise<void> {
  const now = await withTenant(deps.db, tenantId, (tx) => findErasure(tx, row.id));
  const receipt = await makeReceipt(deps, {
    tenantId,
    id: row.id,
    kind: row.kind,
    subjectIds: subjectsOf(row.kind, target),
    asked_by: row.asked_by,
    started_at: row.started_at.toISOString(),
    finished_at: new Date().toISOString(),
    counts: now?.counts ?? {},
  });
  await withTenant(deps.db, tenantId, (tx) => finishErasure(tx, row.id, receipt));
}

/** Interval of the search for interrupted erasures and due tenant deletions, in ms. */
const pollMs = 20_000;

/** Continues interrupted erasures and erases tenants when they are due. Returns a function that stops it. */
export function watchErasures(deps: ErasureDeps): () => Promise<void> {
  return runForEachTenant<{ tenant_id: string; id: string } | string>(
    { everyMs: pollMs, atOnceFirst: true, log: deps.log, failed: "Erasure failed; it will be retried" },
    () =>
      withSystem(deps.db, "find-due-erasures", async (tx) => [
        ...(await listLeftErasures(tx)),
        ...(await listDueTenantRemovals(tx)),
      ]),
    async (due, isStopped) => {
      if (typeof due === "string") await eraseTenant(deps, due, isStopped);
      else await runErasure(deps, due.tenant_id, due.id);
    },
  );
}
