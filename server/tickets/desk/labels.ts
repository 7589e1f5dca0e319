import { type Label, type LabelColor, maxLabels } from "../../../protocol/triage.ts";
import { AppError } from "../../core/errors.ts";
import { newId } from "../../core/ids.ts";
import { announce } from "../../core/live/announce.ts";
import { type AuditActor, insertAudit } from "../../database/audit-log.ts";
import { withTenant } from "../../database/transaction.ts";
import {
  countLabels,
  countTicketsOfLabel,
  deleteLabel,
  findLabel,
  insertLabel,
  listLabels,
  updateLabel,
} from "../store/labels.ts";
import type { DeskDeps } from "./deps.ts";

type LabelDeps = Pick<DeskDeps, "db" | "hub">;

/** The caller who manages a tenant's labels. */
export interface LabelKeeper {
  tenantId: string;
  actor: AuditActor;
}

export function readLabels({ db }: Pick<DeskDeps, "db">, tenantId: string): Promise<Label[]> {
  return withTenant(db, tenantId, listLabels);
}

/** A label and the number of its tickets. @throws AppError `not_found`. */
export function readLabel(
  { db }: Pick<DeskDeps, "db">,
  tenantId: string,
  id: string,
): Promise<{ label: Label; tickets: number }> {
  return withTenant(db, tenantId, async (tx) => {
    const label = await findLabel(tx, id);
    if (!label) throw noSuchLabel();
    return { label, tickets: await countTicketsOfLabel(tx, id) };
  });
}

/** @throws AppError `conflict` when the name is taken or there are too many. */
export function createLabel(
  { db }: LabelDeps,
  { tenantId, actor }: LabelKeeper,
  { name, color = "grey" }: { name: string; color?: LabelColor | undefined },
): Promise<Label> {
  return withTenant(db, tenantId, async (tx) => {
    if ((await countLabels(tx)) >= maxLabels)
      throw new AppError("conflict", `The limit of ${maxLabels} labels is reached. Delete one first.`);
    const label = await insertLabel(tx, { id: newId(), name, color });
    if (!label) throw new AppError("conflict", "A label with this name already exists. Choose another name.");
    await insertAudit(tx, {
      actor,
      action: "label.create",
      target: { kind: "label", id: label.id },
      detail: { color },
    });
    return label;
  });
}

/** @throws AppError `not_found`, or `conflict` when the name is taken. */
export async function changeLabel(
  { db, hub }: LabelDeps,
  { tenantId, actor }: LabelKeeper,
  { id, ...change }: { id: string; name?: string | undefined; color?: LabelColor | undefined },
): Promise<Label> {
  const changed = await withTenant(db, tenantId, async (tx) => {
    const before = await findLabel(tx, id);
    const label = await updateLabel(tx, id, change);
    if (label === "taken")
      throw new AppError("conflict", "A label with this name already exists. Choose another name.");
    if (!label || !before) throw noSuchLabel();
    const fields = (["name", "color"] as const).filter((field) => label[field] !== before[field]);
    const changes = fields.map((field) => [field, { before: before[field], after: label[field] }]);
    await insertAudit(tx, {
      actor,
      action: "label.change",
      target: { kind: "label", id },
      detail: { changes: Object.fromEntries(changes) },
    });
    return label;
  });
  await notifyDesk(hub, tenantId, id);
  return changed;
}

/** Deletes a label and removes it from all tickets. @throws AppError `not_found`. */
export async function removeLabel({ db, hub }: LabelDeps, { tenantId, actor }: LabelKeeper, id: string): Promise<void> {
  await withTenant(db, tenantId, async (tx) => {
    const label = await findLabel(tx, id);
    if (!label || !(await deleteLabel(tx, id))) throw noSuchLabel();
    const target = { kind: "label", id };
    await insertAudit(tx, { actor, action: "label.delete", target, detail: { name: label.name } });
  });
  await notifyDesk(hub, tenantId, id);
}

/** Any ticket may have the label, so consoles reload their lists. No ticket has a label's id, so no open ticket is reloaded for it. */
async function notifyDesk(hub: DeskDeps["hub"], tenantId: string, id: string): Promise<void> {
  await announce(hub, { tenantId, ticketId: id }, []);
}

function noSuchLabel(): AppError {
  return new AppError("not_found", "Label not found.");
}
