import type { TenantTransaction } from "../../database/transaction.ts";
import type { ToolConnectionRow } from "../../tools/store/tool-connections.ts";
import { findToolConnection } from "../../tools/store/tool-connections.ts";
import { findTool, type ListedTool } from "../../tools/store/tools.ts";

/** A write that was asked for, what was said to it, and its tool as it is now. */
export interface ApprovedWrite {
  tenant_id: string;
  id: string;
  ticket_id: string;
  visitor_id: string;
  connection_id: string;
  tool_id: string;
  connection_name: string;
  tool_name: string;
  title: string;
  arguments: Record<string, unknown>;
  arguments_hash: string;
  approval: "visitor" | "agent" | "both";
  status: "pending" | "approved" | "declined" | "expired" | "withdrawn";
  visitor_approved: boolean | null;
  agent_approved: boolean | null;
  agent_id: string | null;
  /** It was decided in time, and that is not long ago, by the database's clock. */
  is_in_time: boolean;
  tool: ListedTool | undefined;
  connection: ToolConnectionRow | undefined;
}

/** @param seconds for which a yes is good: what was cut off goes on soon, or not at all. */
export async function findWriteToMake(
  tx: TenantTransaction,
  confirmationId: string,
  seconds: number,
): Promise<ApprovedWrite | undefined> {
  const { rows } = await tx.query<Omit<ApprovedWrite, "tool" | "connection">>(
    `select tenant_id, id, ticket_id, visitor_id, connection_id, tool_id, connection_name, tool_name, title, arguments, arguments_hash, approval,
            status, visitor_approved, agent_approved, agent_id,
            coalesce(decided_at <= expires_at and now() <= decided_at + make_interval(secs => $2), false) as is_in_time
       from confirmations where id = $1`,
    [confirmationId, seconds],
  );
  const [row] = rows;
  if (!row) return undefined;
  return {
    ...row,
    tool: await findTool(tx, row.tool_id),
    connection: await findToolConnection(tx, row.connection_id),
  };
}
