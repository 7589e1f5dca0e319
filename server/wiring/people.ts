import type { PeopleDeps } from "../accounts/people/deps.ts";
import { announcePeopleChanged } from "../core/live/announce.ts";
import { rightsTopic } from "../core/live/hub.ts";
import type { Queues } from "../core/queues/queues.ts";
import { releaseTicketsOf } from "../tickets/desk/release.ts";
import type { Resources } from "./resources.ts";

/** Wires member management to other domains. */
export function createPeople({ config, db, hub, publicUrl }: Resources, queues: Pick<Queues, "wake">): PeopleDeps {
  return {
    db,
    publicUrl,
    wakeEmail: config.mail ? (tenantId, job) => queues.wake(tenantId, { ...job, kind: "account_email" }) : null,
    releaseTickets: (whose) => releaseTicketsOf({ db, hub }, whose),
    announcePeopleChanged: (tenantId) => announcePeopleChanged(hub, tenantId),
    recheckStreams: (tenantId) => hub.notify(rightsTopic(tenantId), ""),
  };
}
