import type { z } from "zod";
import type {
  PlaygroundAnswer,
  PlaygroundListed,
  PlaygroundMessage,
  PlaygroundRun,
  playgroundChangeSchema,
} from "../../../protocol/playground.ts";
import { AppError } from "../../core/errors.ts";
import { type TenantTransaction, withTenant } from "../../database/transaction.ts";
import {
  endPlaygroundMessage,
  findPlaygroundMessage,
  listPlaygroundMessages,
  type PlaygroundMessageRow,
} from "../store/playground-messages.ts";
import {
  deletePlaygroundRun,
  findPlaygroundRun,
  listPlaygroundRuns,
  type PlaygroundRunRow,
  updatePlaygroundRun,
} from "../store/playground-runs.ts";
import type { Person, PlaygroundDeps } from "./deps.ts";
import { publishRun } from "./tell.ts";

type Deps = Pick<PlaygroundDeps, "db" | "hub">;
const noSuch = () => new AppError("not_found", "Run not found.");

/** A person's runs, most recently used first. */
export async function listRuns({ db }: Deps, { tenantId, personId }: Person): Promise<{ items: PlaygroundListed[] }> {
  const rows = await withTenant(db, tenantId, (tx) => listPlaygroundRuns(tx, personId));
  return { items: rows.map(toListed) };
}

/** A run with its messages. @throws AppError `not_found`, also for another person's run. */
export async function readRun({ db }: Deps, { tenantId, personId }: Person, id: string): Promise<PlaygroundRun> {
  return withTenant(db, tenantId, async (tx) => {
    const run = await findOwn(tx, { id, personId });
    return { ...toListed(run), draft: run.draft, messages: (await listPlaygroundMessages(tx, id)).map(toMessage) };
  });
}

/** An answer with the steps of each node. @throws AppError `not_found`. */
export async function readAnswer(
  { db }: Deps,
  { tenantId, personId }: Person,
  { runId, messageId }: { runId: string; messageId: string },
): Promise<PlaygroundAnswer> {
  return withTenant(db, tenantId, async (tx) => {
    await findOwn(tx, { id: runId, personId });
    const row = await findPlaygroundMessage(tx, { id: messageId, runId });
    if (!row) throw new AppError("not_found", "Message not found.");
    return { ...toMessage(row), steps: row.steps };
  });
}

/**
 * Names a run, or changes the draft for its next answer.
 * @throws AppError `not_found`; `invalid_request` for a model that is not configured.
 */
export async function changeRun(
  deps: Deps & Pick<PlaygroundDeps, "checkModels">,
  person: Person,
  { id, ...change }: z.infer<typeof playgroundChangeSchema> & { id: string },
): Promise<void> {
  deps.checkModels(change.draft?.models);
  await withTenant(deps.db, person.tenantId, async (tx) => {
    await findOwn(tx, { id, personId: person.personId });
    await updatePlaygroundRun(tx, id, change);
  });
  await publishRun(deps, person, id);
}

/** Erases a run with all its messages. @throws AppError `not_found`. */
export async function eraseRun(deps: Deps, person: Person, id: string): Promise<void> {
  const { tenantId, personId } = person;
  if (!(await withTenant(deps.db, tenantId, (tx) => deletePlaygroundRun(tx, { id, personId })))) throw noSuch();
  await publishRun(deps, person, id);
}

/** Stops an answer. A finished one stays unchanged. @throws AppError `not_found`. */
export async function cancelAnswer(
  deps: Pick<PlaygroundDeps, "db" | "hub" | "works">,
  person: Person,
  { runId, messageId }: { runId: string; messageId: string },
): Promise<void> {
  await withTenant(deps.db, person.tenantId, async (tx) => {
    await findOwn(tx, { id: runId, personId: person.personId });
    if (!(await findPlaygroundMessage(tx, { id: messageId, runId })))
      throw new AppError("not_found", "Message not found.");
    await endPlaygroundMessage(tx, messageId, { state: "cancelled" });
  });
  deps.works.stop(messageId);
  await publishRun(deps, person, runId);
}

async function findOwn(tx: TenantTransaction, own: { id: string; personId: string }): Promise<PlaygroundRunRow> {
  const row = await findPlaygroundRun(tx, own);
  if (!row) throw noSuch();
  return row;
}

function toListed({ draft: _draft, created_at, updated_at, ...run }: PlaygroundRunRow): PlaygroundListed {
  return { ...run, created_at: created_at.toISOString(), updated_at: updated_at.toISOString() };
}

/** Shows an abandoned answer as failed, whether or not this is stored. */
function toMessage(row: PlaygroundMessageRow): PlaygroundMessage {
  const { id, role, content, is_given, state, draft, result, is_lost, created_at } = row;
  const shown = { id, role, content, is_given, draft, result };
  return { ...shown, state: is_lost ? "failed" : state, created_at: created_at.toISOString() };
}
