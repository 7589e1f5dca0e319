import { sql } from "kysely";
import { query } from "../../database/query.ts";
import type { TenantTransaction } from "../../database/transaction.ts";
import { findToolConnection } from "../../tools/store/tool-connections.ts";
import { findTool } from "../../tools/store/tools.ts";

/** A proposed write with its approvals, and its tool and connection as they are now. */
export type ApprovedWrite = NonNullable<Awaited<ReturnType<typeof findWriteToMake>>>;

/**
 * `is_in_time`: the write was decided before it expired, and at most `seconds` ago, by the database's clock.
 * @param seconds validity of an approval: an interrupted write continues soon or never.
 */
export async function findWriteToMake(tx: TenantTransaction, confirmationId: string, seconds: number) {
  const row = await tx.first(
    query
      .selectFrom("confirmations")
      .select([
        "tenant_id",
        "id",
        "ticket_id",
        "visitor_id",
        "connection_id",
        "tool_id",
        "connection_name",
        "tool_name",
        "title",
        "arguments",
        "arguments_hash",
        "approval",
        "status",
        "visitor_approved",
        "agent_approved",
        "agent_id",
        sql<boolean>`coalesce(decided_at <= expires_at and now() <= decided_at + make_interval(secs => ${seconds}), false)`.as(
          "is_in_time",
        ),
      ])
      .where("id", "=", confirmationId)
      .$narrowType<{ arguments: Record<string, unknown> }>(), // `arguments_hash` proves that nobody has changed them
  );
  if (!row) return undefined;
  return {
    ...row,
    tool: await findTool(tx, row.tool_id),
    connection: await findToolConnection(tx, row.connection_id),
  };
}

/** The parts of a tool and its connection that a confirmation of a call seals. */
export function findToolToConfirm(tx: TenantTransaction, toolId: string) {
  return tx.first(
    query
      .selectFrom("tools as t")
      .innerJoin("tool_connections as c", "c.id", "t.connection_id")
      .select([
        "t.id as tool_id",
        "t.name as tool_name",
        "t.definition_hash",
        "t.input_schema",
        "t.approval",
        "c.id as connection_id",
        "c.name as connection_name",
        "c.kind as connection_kind",
        "c.url as connection_url",
        "c.locked_headers",
      ])
      .where("t.id", "=", toolId)
      .$narrowType<{ input_schema: Record<string, unknown> }>(),
  );
}
