import { releaseTicketsOf } from "../desk/release.ts";
import type { Queues } from "../jobs/queues.ts";
import { tellPeopleChanged } from "../live/announce.ts";
import { rightsTopic } from "../live/hub.ts";
import type { PeopleDeps } from "../people/deps.ts";
import type { Resources } from "./resources.ts";

/** What looking after people takes of the other rooms. */
export function createPeople({ config, db, hub, publicUrl }: Resources, queues: Pick<Queues, "wake">): PeopleDeps {
  return {
    db,
    publicUrl,
    wakeMail: config.mail ? (tenantId, job) => queues.wake(tenantId, { ...job, kind: "people_mail" }) : null,
    releaseTickets: (whose) => releaseTicketsOf({ db, hub }, whose),
    tellPeopleChanged: (tenantId) => tellPeopleChanged(hub, tenantId),
    recheckStreams: (tenantId) => hub.notify(rightsTopic(tenantId), ""),
  };
}
