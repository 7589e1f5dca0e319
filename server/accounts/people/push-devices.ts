import type { SavePushDeviceRequest } from "../../../protocol/notices.ts";
import { AppError } from "../../core/errors.ts";
import { newId } from "../../core/ids.ts";
import type { Database } from "../../database/database.ts";
import { withTenant } from "../../database/transaction.ts";
import { deletePushDevices, findPushDevice, trimPushDevices, upsertPushDevice } from "../store/push-devices.ts";
import type { AccountOwner } from "./account.ts";
import { checkEndpoint, type PushDeps, sendPush } from "./send-push.ts";

/** Devices of one person in one tenant. The oldest makes room for a new one. */
const maxDevices = 10;

export interface PushDeviceDeps {
  db: Database;
  push: PushDeps;
}

/**
 * Stores the push subscription of the browser that this session belongs to.
 * @throws AppError `invalid_request` for an address that is not allowed, `conflict` for a key that is no longer used.
 */
export async function savePushDevice(
  { db, push }: PushDeviceDeps,
  { tenantId, personId, sessionId }: AccountOwner,
  { endpoint, keys, push_key: key }: SavePushDeviceRequest,
): Promise<{ id: string }> {
  checkEndpoint(endpoint, push);
  const own = push.keys.find(({ publicKey }) => publicKey === key);
  if (!own) throw new AppError("conflict", "The server's key has changed. Turn notifications on again.");
  const id = await withTenant(db, tenantId, async (tx) => {
    const device = { id: newId(), personId, sessionId, endpoint, ...keys, keyId: own.id };
    const stored = await upsertPushDevice(tx, device);
    await trimPushDevices(tx, personId, maxDevices);
    return stored;
  });
  return { id };
}

/** Removes one of the person's devices. @throws AppError `not_found`. */
export async function removePushDevice({ db }: PushDeviceDeps, owner: AccountOwner, id: string): Promise<void> {
  const deleted = await withTenant(db, owner.tenantId, (tx) => deletePushDevices(tx, owner.personId, id));
  if (deleted === 0) throw noSuchDevice();
}

/** Sends a test notification to one of the person's devices. @throws AppError `not_found`; `conflict` when it is not accepted. */
export async function testPushDevice({ db, push }: PushDeviceDeps, owner: AccountOwner, id: string): Promise<void> {
  const { tenantId, personId } = owner;
  const device = await withTenant(db, tenantId, (tx) => findPushDevice(tx, personId, id));
  if (!device) throw noSuchDevice();
  const outcome = await sendPush(push, device, {
    title: "Notifications work",
    body: "You get a notification here when a ticket needs you.",
    tag: "test",
    path: "/console/inbox",
  });
  if (outcome === "sent") return;
  if (outcome === "gone") await withTenant(db, tenantId, (tx) => deletePushDevices(tx, personId, id));
  throw new AppError(
    "conflict",
    outcome === "gone"
      ? "This browser no longer accepts notifications from here. Turn them on again."
      : "The browser's push service could not be reached. Check that the server may connect to the internet.",
  );
}

function noSuchDevice(): AppError {
  return new AppError("not_found", "Device not found.");
}
