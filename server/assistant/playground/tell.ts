import { deskTopic } from "../../core/live/hub.ts";
import type { Person, PlaygroundDeps } from "./deps.ts";

/** Notifies a person's consoles that a run changed: its id and owner, without texts. */
export async function publishRun(
  { hub }: Pick<PlaygroundDeps, "hub">,
  { tenantId, personId }: Person,
  runId: string,
): Promise<void> {
  const notice = { type: "playground_changed", run_id: runId, person_id: personId, at: new Date().toISOString() };
  await hub.notify(deskTopic(tenantId), JSON.stringify(notice));
}
