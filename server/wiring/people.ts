import type { PeopleDeps } from "../accounts/people/deps.ts";
import { derivePushKeys } from "../accounts/people/send-push.ts";
import type { SessionSecret } from "../core/config/config.ts";
import { announcePeopleChanged } from "../core/live/announce.ts";
import { rightsTopic } from "../core/live/hub.ts";
import { namedLogger } from "../core/log.ts";
import type { Queues } from "../core/queues/queues.ts";
import { releaseTicketsOf } from "../tickets/desk/release.ts";
import type { Resources } from "./resources.ts";

/** Wires member management to other domains. */
export function createPeople(
  { config, db, hub, log, publicUrl }: Resources,
  { queues, secrets }: { queues: Pick<Queues, "wake">; secrets: readonly SessionSecret[] },
): PeopleDeps {
  return {
    db,
    publicUrl,
    wakeEmail: config.mail ? (tenantId, job) => queues.wake(tenantId, { ...job, kind: "account_email" }) : null,
    push: {
      keys: derivePushKeys(secrets),
      publicUrl,
      privateHosts: config.webhooks.privateHosts,
      log: namedLogger(log, "people"),
    },
    releaseTickets: (whose) => releaseTicketsOf({ db, hub }, whose),
    announcePeopleChanged: (tenantId) => announcePeopleChanged(hub, tenantId),
    recheckStreams: (tenantId) => hub.notify(rightsTopic(tenantId), ""),
  };
}
