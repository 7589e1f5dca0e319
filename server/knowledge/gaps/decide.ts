import type { GapView } from "../../../protocol/admin-gaps.ts";
import { AppError } from "../../core/errors.ts";
import { type AuditActor, insertAudit } from "../../database/audit-log.ts";
import { withTenant } from "../../database/transaction.ts";
import { openKeptGap, runGapsSoon } from "../store/gap-reports.ts";
import { findGap, ignoreGap, reopenGap } from "../store/gaps.ts";
import type { GapDeps } from "./deps.ts";
import { mustFind, toView } from "./read-gaps.ts";
import { undoSeconds } from "./tell-reporters.ts";

/** The member who decides about a gap. */
export interface GapKeeper {
  id: string;
  name: string;
  actor: AuditActor;
}

/** Opens a gap for a question that was asked once. Repeating it returns the same gap. @throws AppError `not_found`. */
export function openGapOfOne(deps: Pick<GapDeps, "db">, tenantId: string, target: GapTarget): Promise<GapView> {
  return withTenant(deps.db, tenantId, async (tx) => {
    const opened = await openKeptGap(tx, target.id);
    if (!opened) throw new AppError("not_found", "Question not found.");
    const { gapId, isNew } = opened;
    const { actor } = target.keeper;
    if (isNew) await insertAudit(tx, { actor, action: "gap.open", target: { kind: "gap", id: gapId } });
    return toView(await mustFind(findGap(tx, gapId)));
  });
}

/** Ignores a gap. Repeating the decision changes nothing. @throws AppError `not_found`, `conflict` when it is closed. */
export function ignoreOpenGap(deps: Pick<GapDeps, "db">, tenantId: string, target: GapTarget): Promise<GapView> {
  return withTenant(deps.db, tenantId, async (tx) => {
    const { status } = await mustFind(findGap(tx, target.id));
    if (status === "closed") throw new AppError("conflict", "This gap is already closed.");
    const { id, name, actor } = target.keeper;
    if (await ignoreGap(tx, target.id, { id, name })) {
      await runGapsSoon(tx, undoSeconds);
      await insertAudit(tx, { actor, action: "gap.ignore", target: { kind: "gap", id: target.id } });
    }
    return toView(await mustFind(findGap(tx, target.id)));
  });
}

/** Reopens an ignored or closed gap. @throws AppError `not_found`. */
export function reopenEndedGap(deps: Pick<GapDeps, "db">, tenantId: string, target: GapTarget): Promise<GapView> {
  return withTenant(deps.db, tenantId, async (tx) => {
    const { status } = await mustFind(findGap(tx, target.id));
    if (status !== "open") {
      await reopenGap(tx, target.id);
      const { actor } = target.keeper;
      await insertAudit(tx, { actor, action: "gap.reopen", target: { kind: "gap", id: target.id } });
    }
    return toView(await mustFind(findGap(tx, target.id)));
  });
}

interface GapTarget {
  id: string;
  keeper: GapKeeper;
}
