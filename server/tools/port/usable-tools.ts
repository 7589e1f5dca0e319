import { mostOfferedTools } from "../../../protocol/tool-limits.ts";
import type { OfferedTool } from "../../assistant/tool-ports.ts";
import { withTenant } from "../../database/transaction.ts";
import type { ToolDeps } from "../deps.ts";
import { prepareSchema } from "../schema/prepare-schema.ts";
import type { CallContext } from "../signing/token.ts";
import { findUsableTools, type ListedTool } from "../store/tools.ts";

/** The turn that uses the tools. */
export interface PortTurn {
  tenantId: string;
  ticketId: string;
  turnId: string;
  visitorId: string;
  /** False for a tenant without tools; nothing is queried then. */
  hasTools: boolean;
}

export interface UsableTool {
  offered: OfferedTool;
  tool: ListedTool;
}

export interface Usable {
  /** At most `mostOfferedTools`, in a stable order, so that the provider's prompt cache stays valid. */
  offered: OfferedTool[];
  byName: Map<string, UsableTool>;
  /** Names for the model, by tool id. */
  names: Map<string, string>;
  visitor: NonNullable<CallContext["visitor"]>;
}

/**
 * The tools available to this turn's visitor: classified, enabled, unchanged, allowed for the visitor, and with a schema that can be
 * checked.
 */
export async function loadUsable(deps: ToolDeps, turn: PortTurn): Promise<Usable> {
  const anonymous = { id: turn.visitorId, externalId: null, isIdentified: false };
  if (!turn.hasTools) return { offered: [], byName: new Map(), names: new Map(), visitor: anonymous };
  const found = await withTenant(deps.db, turn.tenantId, (tx) => findUsableTools(tx, turn.visitorId));
  const { externalId } = found;
  const isIdentified = externalId !== null;
  const tools = found.tools.filter(
    ({ audience, input_schema }) =>
      (audience === "everyone" || isIdentified) && prepareSchema(input_schema).schema !== undefined,
  );
  const names = modelNames(tools);
  const byName: Usable["byName"] = new Map();
  for (const tool of tools) {
    const name = names.get(tool.id);
    if (name === undefined || tool.kind === null) continue;
    byName.set(name, { tool, offered: toOffered({ ...tool, kind: tool.kind }, name) });
  }
  // A tool beyond the limit can still be called when an earlier confirmation for it is pending.
  const offered = [...byName.values()].slice(0, mostOfferedTools).map((one) => one.offered);
  return { offered, byName, names, visitor: { id: turn.visitorId, externalId, isIdentified } };
}

function toOffered(tool: ListedTool & { kind: OfferedTool["kind"] }, name: string): OfferedTool {
  return {
    id: tool.id,
    name,
    title: tool.title || tool.name,
    connection: tool.connection,
    description: tool.description,
    kind: tool.kind,
    input_schema: tool.input_schema,
    examples: tool.examples,
    argument_sources: Object.fromEntries(
      Object.entries(tool.argument_sources).map(([argument, { from, pattern }]) => [
        argument,
        { from, ...(pattern === undefined ? {} : { pattern }) },
      ]),
    ),
  };
}

/** Longest name that every model provider accepts. */
const maxNameChars = 64;

/** Unique tool names for the model, such as `orders__find_order`: letters, digits, `_` and `-`. */
function modelNames(tools: readonly { id: string; connection: string; name: string }[]): Map<string, string> {
  const names = new Map<string, string>();
  const taken = new Set<string>();
  for (const { id, connection, name } of tools) {
    const full = `${clean(connection).slice(0, 24)}__${clean(name)}`.slice(0, maxNameChars);
    let free = full;
    for (let next = 2; taken.has(free); next += 1) {
      const end = `_${next}`;
      free = `${full.slice(0, maxNameChars - end.length)}${end}`;
    }
    taken.add(free);
    names.set(id, free);
  }
  return names;
}

function clean(text: string): string {
  const plain = text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9-]+/g, "_")
    .replace(/^_+|(?<!_)_+$/g, "");
  return plain || "tool";
}
