import { checkModels } from "../../accounts/tenants/assistant-settings.ts";
import type { PlaygroundDeps } from "../../assistant/playground/deps.ts";
import { WorkBook } from "../../assistant/playground/work-book.ts";
import type { LiveHub } from "../../core/live/hub.ts";
import type { Logger } from "../../core/log.ts";
import type { Database } from "../../database/database.ts";
import { openDryRuns } from "./dry-run.ts";

/** A playground that answers by rules. */
export function playgroundByRules({ db, hub, log }: { db: Database; hub: LiveHub; log: Logger }): PlaygroundDeps {
  return {
    db,
    hub,
    log,
    dryRuns: openDryRuns(db).deps,
    works: new WorkBook(),
    checkModels: (models) => checkModels({ modelProviders: ["extractive"] }, models),
  };
}
