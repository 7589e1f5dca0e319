import type { PlaygroundDraft } from "../../../protocol/playground.ts";
import type { LiveHub } from "../../core/live/hub.ts";
import type { Logger } from "../../core/log.ts";
import type { Database } from "../../database/database.ts";
import type { DryRunDeps, DryRunDraft } from "../dry-run/ports.ts";
import type { WorkBook } from "./work-book.ts";

/** What the playground is made of; wired in `server/wiring/playground.ts`. */
export interface PlaygroundDeps {
  db: Database;
  hub: Pick<LiveHub, "notify">;
  log: Logger;
  dryRuns: DryRunDeps;
  works: WorkBook;
  /** @throws AppError `invalid_request` for a model that is not set up here. */
  checkModels(models: PlaygroundDraft["models"]): void;
}

/** Whose run it is. */
export interface Person {
  tenantId: string;
  personId: string;
}

/** A draft in the words of a trial. */
export function dryRunDraftOf({ models, versions, ...draft }: PlaygroundDraft): DryRunDraft {
  return {
    ...draft,
    // Whether a provider is there was looked at when the draft was taken.
    ...(models ? { model: models as DryRunDraft["model"] } : {}),
    ...(versions ? { versions: { add: versions.add ?? [], leaveOut: versions.leave_out ?? [] } } : {}),
  } as DryRunDraft; // absent fields are absent
}
