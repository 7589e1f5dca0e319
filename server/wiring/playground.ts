import { checkModels } from "../accounts/tenants/assistant-settings.ts";
import type { DryRunDeps } from "../assistant/dry-run/ports.ts";
import type { PlaygroundDeps } from "../assistant/playground/deps.ts";
import { WorkBook } from "../assistant/playground/work-book.ts";
import { namedLogger } from "../core/log.ts";
import type { Resources } from "./resources.ts";

/** Wires the playground to dry runs. */
export function createPlayground(
  { db, hub, log, models, closers }: Resources,
  { dryRuns }: { dryRuns: DryRunDeps },
): PlaygroundDeps {
  const works = new WorkBook();
  closers.add(() => works.close());
  return {
    db,
    hub,
    log: namedLogger(log, "playground"),
    dryRuns,
    works,
    checkModels: (wanted) => checkModels({ modelProviders: models.providers }, wanted),
  };
}
