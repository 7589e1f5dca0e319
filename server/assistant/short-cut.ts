import { byIntent } from "./graph.ts";
import { checkCache } from "./nodes/check-cache.ts";
import { finish } from "./nodes/finish.ts";
import type { SupportStateType } from "./state.ts";
import { runNode } from "./step.ts";
import type { SupportNode, TurnPorts } from "./turn-ports.ts";

/**
 * Ends what needs no graph: small talk, and a question that the cache answers. A run of the graph costs more than all the rest of
 * such an answer, and there is nothing in it to pause or to continue.
 * @returns the state so far, and whether the turn is over with it; otherwise the graph goes on from there.
 */
export async function shortCut(
  state: SupportStateType,
  ports: TurnPorts,
): Promise<{ state: SupportStateType; isOver: boolean }> {
  const first = byIntent(state);
  if (first === "finish") return end(state, ports);
  if (first !== "check_cache") return { state, isOver: false };
  const looked = await run(checkCache, state, ports);
  return looked.is_cache_hit ? end(looked, ports) : { state: looked, isOver: looked.stopped };
}

async function end(state: SupportStateType, ports: TurnPorts) {
  return { state: await run(finish, state, ports), isOver: true };
}

async function run(node: SupportNode, state: SupportStateType, ports: TurnPorts): Promise<SupportStateType> {
  return { ...state, ...(await runNode(node, state, ports)) };
}
