import { roomLogger } from "../log.ts";
import type { PlaygroundDeps } from "../playground/deps.ts";
import { WorkBook } from "../playground/work-book.ts";
import { checkModels } from "../tenants/assistant-settings.ts";
import type { TrialDeps } from "../trials/ports.ts";
import type { Resources } from "./resources.ts";

/** Wires the playground to trials. */
export function createPlayground(
  { db, hub, log, models, closers }: Resources,
  { trials }: { trials: TrialDeps },
): PlaygroundDeps {
  const works = new WorkBook();
  closers.add(() => works.close());
  return {
    db,
    hub,
    log: roomLogger(log, "playground"),
    trials,
    works,
    checkModels: (wanted) => checkModels({ modelProviders: models.providers }, wanted),
  };
}
