import { keepDays } from "../analytics/keep-days.ts";
import type { RetentionDeps } from "../datalife/deps.ts";
import { roomLogger } from "../log.ts";
import type { Resources } from "./resources.ts";

/** Days whose numbers are younger need no count before something is removed: what goes is older than any open day. */
const freshMs = 60 * 60_000;

/** Wires how long what is kept. */
export function createDatalife({ db, log }: Resources): RetentionDeps {
  return { db, log: roomLogger(log, "datalife"), countDays: (tenantId) => keepDays(db, tenantId, { freshMs }) };
}
