import type { PlaygroundDraft } from "../../../protocol/playground.ts";
import type { LiveHub } from "../../core/live/hub.ts";
import type { Logger } from "../../core/log.ts";
import type { Database } from "../../database/database.ts";
import type { DryRunDeps, DryRunDraft } from "../dry-run/ports.ts";
import type { WorkBook } from "./work-book.ts";

/** Dependencies of the playground; wired in `server/wiring/http-context.ts`. */
export interface PlaygroundDeps {
  db: Database;
  hub: Pick<LiveHub, "notify">;
  log: Logger;
  dryRuns: DryRunDeps;
  works: WorkBook;
  /** @throws AppError `invalid_request` for a model that is not configured. */
  checkModels(models: PlaygroundDraft["models"]): void;
}

/** Owner of the run. */
export interface Person {
  tenantId: string;
  personId: string;
}

/** Converts a draft for a dry run. */
export function dryRunDraftOf({ models, versions, ...draft }: PlaygroundDraft): DryRunDraft {
  return {
    ...draft,
    // The provider was checked when the draft was accepted.
    ...(models ? { model: models as DryRunDraft["model"] } : {}),
    ...(versions ? { versions: { add: versions.add ?? [], leaveOut: versions.leave_out ?? [] } } : {}),
  } as DryRunDraft; // absent fields are absent
}
