import type { IssuedToken, SessionSubject } from "../auth/session-token.ts";
import type { LiveHub } from "../live/hub.ts";
import { everyNetwork, type Network } from "../reading/fetch/guarded-lookup.ts";
import type { TenantDeps } from "../tenants/deps.ts";

/** What it takes to look at a customer's page. */
export interface PageDoctorDeps {
  tenants: TenantDeps;
  hub: LiveHub;
  /** A visitor's token, for the stream that is opened to time it. */
  issueToken(subject: SessionSubject): IssuedToken;
  /** What admins may have fetched; the operator at the command line has `operatorsReach`. */
  reach: Reach;
}

/** Which addresses a page may have. */
export interface Reach {
  network: Network;
  ports?: "any";
}

/** Whoever may run commands on the machine reaches all of it anyway. */
export const operatorsReach: Reach = { network: everyNetwork, ports: "any" };
