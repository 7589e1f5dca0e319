import { insertToolCallEnd, listLostCalls } from "../store/tool-calls.ts";
import { withSystem, withTenant } from "../store/transaction.ts";
import { unknownEnd } from "./call-end.ts";
import type { ToolDeps } from "./deps.ts";

/** Longer than any call takes (30 s), with what is stored behind it. */
const graceSeconds = 90;
/** Calls that one look ends; the next one ends the rest. */
const atOnce = 200;

/**
 * Notes of each call whose process died that nobody knows what came of it: the row that let it be made stands there, its end does not, and
 * its turn is not at work. It is never made again. @returns how many there were
 */
export async function settleLostCalls({ db, log }: Pick<ToolDeps, "db" | "log">): Promise<number> {
  const lost = await withSystem(db, "calls of tools that nobody ended", (tx) =>
    listLostCalls(tx, { graceSeconds, limit: atOnce }),
  );
  let settled = 0;
  for (const { tenant_id, id } of lost) {
    const end = unknownEnd("The process that made the call did not live to tell.");
    if (!(await withTenant(db, tenant_id, (tx) => insertToolCallEnd(tx, id, end)))) continue;
    settled += 1;
    log.warn({ tenant_id, call_id: id }, "nobody knows what came of a call of a tool");
  }
  return settled;
}
