import type { Tool, ToolConnection } from "../../protocol/admin-tools.ts";
import { AppError } from "../../server/core/errors.ts";
import { nearestOf } from "../../server/core/text/nearest-of.ts";
import { readConnections } from "../../server/tools/manage/connections.ts";
import { readTools } from "../../server/tools/manage/tools.ts";
import type { AppContext } from "../../server/wiring/context.ts";

/** A tenant as the operator named it, with the id of the tenant found. */
export interface GivenTenant {
  tenant: string;
  tenantId: string;
}

/** Finds the connection by the id or name that an operator gives. @throws AppError `not_found`. */
export async function findConnection(ctx: AppContext, of: GivenTenant, named: string): Promise<ToolConnection> {
  const all = await readConnections(ctx.http.tools, of.tenantId);
  const found = all.find(({ id, name }) => id === named || isSame(name, named));
  if (found) return found;
  throw nothingNamed(
    { what: "connection", named, tenant: of.tenant },
    all.map(({ name }) => name),
  );
}

/**
 * Finds the tool by the id, name or `connection/name` that an operator gives.
 * @throws AppError `not_found`, or `conflict` when several connections have a tool with this name.
 */
export async function findTool(ctx: AppContext, of: GivenTenant, named: string): Promise<Tool> {
  const all = await readTools(ctx.http.tools, { tenantId: of.tenantId });
  const [found, ...others] =
    [
      all.filter(({ id }) => id === named),
      all.filter((tool) => isSame(fullName(tool), named)),
      all.filter(({ name }) => isSame(name, named)),
    ].find(({ length }) => length > 0) ?? [];
  if (found && others.length > 0) {
    const names = [found, ...others].map(fullName).join(", ");
    throw new AppError("conflict", `Several connections have a tool named ${named}. Use one of: ${names}`);
  }
  if (found) return found;
  throw nothingNamed(
    { what: "tool", named, tenant: of.tenant },
    all.flatMap((tool) => [tool.name, fullName(tool)]),
  );
}

/** The tool's name as users read and type it. */
export function fullName({ connection, name }: Pick<Tool, "connection" | "name">): string {
  return `${connection}/${name}`;
}

function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.trim().toLowerCase();
}

function nothingNamed(
  { what, named, tenant }: { what: string; named: string; tenant: string },
  known: readonly string[],
): AppError {
  const near = nearestOf(named.trim(), known);
  return new AppError(
    "not_found",
    `No ${what} named ${named}${near ? `; did you mean ${near}?` : "."} List all with: parley tool list --tenant ${tenant}`,
  );
}
