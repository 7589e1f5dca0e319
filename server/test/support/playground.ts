import type { LiveHub } from "../../live/hub.ts";
import type { Logger } from "../../log.ts";
import type { PlaygroundDeps } from "../../playground/deps.ts";
import { WorkBook } from "../../playground/work-book.ts";
import type { Database } from "../../store/database.ts";
import { checkModels } from "../../tenants/assistant-settings.ts";
import { openTrials } from "./trials.ts";

/** The playground where the rules answer. */
export function playgroundByRules({ db, hub, log }: { db: Database; hub: LiveHub; log: Logger }): PlaygroundDeps {
  return {
    db,
    hub,
    log,
    trials: openTrials(db).deps,
    works: new WorkBook(),
    checkModels: (models) => checkModels({ modelProviders: ["extractive"] }, models),
  };
}
