import type { SupportGraph } from "../assistant/graph.ts";
import { resumeTurn, runTurn } from "../assistant/run-turn.ts";
import type { SupportAssistant } from "./deps.ts";

/** The graph as turns use it. */
export function createSupportAssistant(graph: SupportGraph): SupportAssistant {
  return {
    runTurn: (input) => runTurn(graph, input),
    resumeTurn: (input) => resumeTurn(graph, input),
  };
}
