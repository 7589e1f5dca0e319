import type { PeopleDeps } from "../../accounts/people/deps.ts";
import { announcePeopleChanged } from "../../core/live/announce.ts";
import { type LiveHub, rightsTopic } from "../../core/live/hub.ts";
import type { Logger } from "../../core/log.ts";
import type { Database } from "../../database/database.ts";
import { releaseTicketsOf } from "../../tickets/desk/release.ts";
import { testPush } from "./push-service.ts";

/** Member management of an installation without a mail server. */
export function testPeople({
  db,
  hub,
  publicUrl,
  log,
}: {
  db: Database;
  hub: LiveHub;
  publicUrl: string;
  log: Logger;
}): PeopleDeps {
  return {
    db,
    publicUrl,
    wakeEmail: null,
    push: testPush(log),
    releaseTickets: (whose) => releaseTicketsOf({ db, hub }, whose),
    announcePeopleChanged: (tenantId) => announcePeopleChanged(hub, tenantId),
    recheckStreams: (tenantId) => hub.notify(rightsTopic(tenantId), ""),
  };
}
