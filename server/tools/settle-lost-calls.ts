import { withSystem, withTenantInLoop } from "../database/transaction.ts";
import { unknownEnd } from "./call-end.ts";
import type { ToolDeps } from "./deps.ts";
import { insertToolCallEnd, listLostCalls } from "./store/tool-calls.ts";

/** Longer than any call (30 s) and the storing of its end. */
const graceSeconds = 90;
/** Most calls settled in one run; the next run settles more. */
const atOnce = 200;

type LostCall = { tenant_id: string; id: string };

/** Calls whose process died: they have a row but no end, and their turn is not running. */
export function listLost({ db }: Pick<ToolDeps, "db">): Promise<LostCall[]> {
  return withSystem(db, "find-lost-tool-calls", (tx) => listLostCalls(tx, { graceSeconds, limit: atOnce }));
}

/** Stores the end of a lost call as unknown. The call is never made again. */
export async function settleLostCall({ db, log }: Pick<ToolDeps, "db" | "log">, call: LostCall): Promise<void> {
  const { tenant_id, id } = call;
  const end = unknownEnd("The process making the call ended before the result arrived.");
  if (await withTenantInLoop(db, tenant_id, (tx) => insertToolCallEnd(tx, id, end)))
    log.warn({ tenant_id, call_id: id }, "Outcome of a tool call is unknown");
}
