import type { EraseRequest } from "../../../protocol/admin-erasures.ts";
import { AppError } from "../../core/errors.ts";
import { withTenant } from "../../database/transaction.ts";
import { listVisitorsNamed, type VisitorName, visitorBatch } from "../../operations/store/erase-rows.ts";
import type { MemoryDeps } from "./deps.ts";

/** Most ids that the error message lists. */
const maxNamed = 5;

type WhichVisitor = Extract<EraseRequest, { kind: "visitor" }>;

/** Finds the one visitor with this id, e-mail address or external id. @throws AppError `not_found`, or `conflict` when several match. */
export async function visitorNamed(
  { db }: Pick<MemoryDeps, "db">,
  tenantId: string,
  which: WhichVisitor,
): Promise<string> {
  const found = await withTenant(db, tenantId, (tx) => listVisitorsNamed(tx, nameOf(which)));
  const [visitor, ...others] = found;
  if (!visitor) throw new AppError("not_found", "Visitor not found.");
  if (others.length > 0) {
    const ids = found.slice(0, maxNamed).map(({ id }) => id);
    throw new AppError(
      "conflict",
      `${found.length === visitorBatch ? `${visitorBatch} or more` : found.length} visitors have this name. Choose one by id: ${ids.join(", ")}`,
    );
  }
  return visitor.id;
}

function nameOf(which: WhichVisitor): VisitorName {
  if ("id" in which) return { id: which.id };
  return "email" in which ? { email: which.email } : { externalId: which.external_id };
}
