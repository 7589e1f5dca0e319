import type { SupportGraph } from "../assistant/graph.ts";
import { resumeTurn, runTurn } from "../assistant/run-turn.ts";
import { inTenantOf } from "../store/checkpointer.ts";
import type { SupportAssistant } from "./deps.ts";

/** The graph as turns use it: each run reads and writes the checkpoints of its tenant. */
export function createSupportAssistant(graph: SupportGraph): SupportAssistant {
  return {
    runTurn: (input) => inTenantOf(input.tenantId, () => runTurn(graph, input)),
    resumeTurn: (input) => inTenantOf(input.tenantId, () => resumeTurn(graph, input)),
  };
}
