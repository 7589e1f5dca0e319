import { withSystem, withTenantInLoop } from "../database/transaction.ts";
import { unknownEnd } from "./call-end.ts";
import type { ToolDeps } from "./deps.ts";
import { insertToolCallEnd, listLostCalls } from "./store/tool-calls.ts";

/** Longer than any call takes (30 s), with what is stored behind it. */
const graceSeconds = 90;
/** Calls that one look ends; the next one ends the rest. */
const atOnce = 200;

type LostCall = { tenant_id: string; id: string };

/** Calls whose process died: the row that let each be made is there, its end is not, and its turn is not at work. */
export function listLost({ db }: Pick<ToolDeps, "db">): Promise<LostCall[]> {
  return withSystem(db, "find-lost-tool-calls", (tx) => listLostCalls(tx, { graceSeconds, limit: atOnce }));
}

/** Notes of a lost call that nobody knows what came of it. It is never made again. */
export async function settleLostCall({ db, log }: Pick<ToolDeps, "db" | "log">, call: LostCall): Promise<void> {
  const { tenant_id, id } = call;
  const end = unknownEnd("The process making the call ended before the result arrived.");
  if (await withTenantInLoop(db, tenant_id, (tx) => insertToolCallEnd(tx, id, end)))
    log.warn({ tenant_id, call_id: id }, "Outcome of a tool call is unknown");
}
