import type { SupportGraph } from "../assistant/graph.ts";
import { resumeTurn, runTurn } from "../assistant/run-turn.ts";
import type { SupportAssistant } from "./deps.ts";

/**
 * The graph as turns use it. Its checkpoints are read and written for the turn's tenant only.
 * @param runFor binds everything inside to one tenant.
 */
export function createSupportAssistant(
  graph: SupportGraph,
  runFor: <T>(tenantId: string, work: () => Promise<T>) => Promise<T>,
): SupportAssistant {
  return {
    runTurn: (input) => runFor(input.tenantId, () => runTurn(graph, input)),
    resumeTurn: ({ tenantId, ticketId, decision, ports }) =>
      runFor(tenantId, () => resumeTurn(graph, { ticketId, decision, ports })),
  };
}
