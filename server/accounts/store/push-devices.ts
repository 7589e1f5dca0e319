import { anyOf, now, query } from "../../database/query.ts";
import type { TenantTransaction, Transaction } from "../../database/transaction.ts";

export interface PushDeviceRow {
  id: string;
  personId: string;
  sessionId: string;
  endpoint: string;
  p256dh: string;
  auth: string;
  keyId: string;
}

const devices = query
  .selectFrom("push_devices")
  .select(["id", "person_id as personId", "session_id as sessionId", "endpoint", "p256dh", "auth", "key_id as keyId"]);

/** Devices of these people. */
export function listPushDevices(tx: TenantTransaction, personIds: string[]): Promise<PushDeviceRow[]> {
  return tx.all(devices.where("person_id", "=", anyOf(personIds)).orderBy("created_at").orderBy("id"));
}

export function findPushDevice(tx: TenantTransaction, personId: string, id: string) {
  return tx.first(devices.where("id", "=", id).where("person_id", "=", personId));
}

/** Stores a device; one with the same endpoint keeps its id and belongs to this person from now on. @returns the id. */
export async function upsertPushDevice(tx: TenantTransaction, device: PushDeviceRow): Promise<string> {
  const { personId, sessionId, endpoint, p256dh, auth, keyId } = device;
  const values = { person_id: personId, session_id: sessionId, p256dh, auth, key_id: keyId, created_at: now };
  const row = await tx.first(
    query
      .insertInto("push_devices")
      .values({ tenant_id: tx.tenantId, id: device.id, endpoint, ...values })
      .onConflict((conflict) => conflict.columns(["tenant_id", "endpoint"]).doUpdateSet(values))
      .returning("id"),
  );
  return row?.id ?? device.id;
}

/** Keeps the newest `kept` devices of a person. */
export async function trimPushDevices(tx: TenantTransaction, personId: string, kept: number): Promise<void> {
  const newest = query
    .selectFrom("push_devices")
    .select("id")
    .where("person_id", "=", personId)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(kept);
  await tx.run(query.deleteFrom("push_devices").where("person_id", "=", personId).where("id", "not in", newest));
}

/** Deletes devices of a person. @param id one of them; null: all. @returns the number of deleted devices. */
export function deletePushDevices(tx: TenantTransaction, personId: string, id: string | null): Promise<number> {
  const own = query.deleteFrom("push_devices").where("person_id", "=", personId);
  return tx.run(id === null ? own : own.where("id", "=", id));
}

/** Those of the sessions that have not ended. For the platform role. */
export async function listLiveSessions(tx: Transaction, sessionIds: string[]): Promise<Set<string>> {
  const live = query.selectFrom("auth.sessions").select("id").where("id", "=", anyOf(sessionIds));
  return new Set((await tx.all(live.where("expires_at", ">", now))).map(({ id }) => id));
}
