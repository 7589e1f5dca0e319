import { noticeTitles } from "../../../protocol/notice-titles.ts";
import type { PushMessage } from "../../../protocol/notices.ts";
import type { Database } from "../../database/database.ts";
import { type TenantTransaction, withSystem, withTenant } from "../../database/transaction.ts";
import { listNoticedTickets, listNoticeRules, type Notice, takeDuePushes } from "../store/notices.ts";
import { deletePushDevices, listLiveSessions, listPushDevices, type PushDeviceRow } from "../store/push-devices.ts";
import { isNoticeFor } from "./notice-rules.ts";
import { type PushDeps, sendPush } from "./send-push.ts";

/** Events processed per round. */
const batchSize = 200;
/** Requests to push services at the same time. */
const atOnce = 8;
/** More events than this for one person at the same time become one notification. */
const maxSingle = 3;

/** A notification for one device. */
export interface Push {
  device: PushDeviceRow;
  message: PushMessage;
}

/**
 * Sends notifications. One that fails is not repeated: e-mail and the inbox still show the ticket. Removes devices whose session or
 * subscription has ended.
 */
export async function sendPushes(
  { db, push }: { db: Database; push: PushDeps },
  tenantId: string,
  pushes: readonly Push[],
): Promise<void> {
  if (pushes.length === 0) return;
  const sessions = [...new Set(pushes.map(({ device }) => device.sessionId))];
  const live = await withSystem(db, "find-due-notifications", (tx) => listLiveSessions(tx, sessions));
  const gone = new Map(
    pushes.flatMap(({ device }) => (live.has(device.sessionId) ? [] : [[device.id, device] as const])),
  );
  const rest = pushes.filter(({ device }) => !gone.has(device.id));
  for (let next = 0; next < rest.length; next += atOnce) {
    await Promise.all(
      rest.slice(next, next + atOnce).map(async ({ device, message }) => {
        if ((await sendPush(push, device, message)) === "gone") gone.set(device.id, device);
      }),
    );
  }
  if (gone.size === 0) return;
  await withTenant(db, tenantId, async (tx) => {
    for (const { personId, id } of gone.values()) await deletePushDevices(tx, personId, id);
  });
}

/** Takes the new events, and the notifications about them for the devices of these people. */
export async function takePushes(tx: TenantTransaction, personIds: string[]): Promise<Push[]> {
  const notices = await takeDuePushes(tx, batchSize);
  if (notices.length === 0) return [];
  const devices = await listPushDevices(tx, personIds);
  if (devices.length === 0) return [];
  const rules = new Map((await listNoticeRules(tx)).map((row) => [row.person_id, row]));
  const tickets = await listNoticedTickets(tx, [...new Set(notices.map(({ ticketId }) => ticketId))]);
  const subjects = new Map(tickets.map(({ id, number, subject }) => [id, `#${number} ${subject}`]));
  return devices.flatMap((device) => {
    const own = notices.filter((notice) =>
      isNoticeFor(notice, { way: "browser", personId: device.personId, row: rules.get(device.personId) }),
    );
    return messagesOf(own, subjects).map((message) => ({ device, message }));
  });
}

function messagesOf(notices: Notice[], subjects: ReadonlyMap<string, string>): PushMessage[] {
  if (notices.length > maxSingle) {
    const count = new Set(notices.map(({ ticketId }) => ticketId)).size;
    const title = count === 1 ? "A ticket needs you" : `${count} tickets need you`;
    return [{ title, body: "Open the inbox.", tag: "several", path: "/console/inbox" }];
  }
  return notices.map(({ kind, ticketId }) => ({
    title: noticeTitles[kind],
    body: subjects.get(ticketId) ?? "",
    tag: `${kind}-${ticketId}`,
    path: `/console/inbox/${ticketId}`,
  }));
}
