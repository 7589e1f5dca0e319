import { Runnable, type RunnableConfig } from "@langchain/core/runnables";
import { openSpan, runIn } from "../trace.ts";
import { Command, isGraphBubbleUp, type LangGraphRunnableConfig } from "./langgraph.ts";
import type { SupportStateType, SupportUpdate } from "./state.ts";
import type { SupportNode, TurnPorts, WatchNode } from "./turn-ports.ts";

/** Where a step leads, judged by the state it leaves. */
export type Route = (state: SupportStateType) => string;

/**
 * A node that knows where it leads: it answers with its update and the next node in one command. As a runnable of its own, without an
 * edge that is a function, it spares the two wrappers that LangGraph puts around functions, a third of what a step costs.
 */
class Step extends Runnable<SupportStateType, Command> {
  readonly lc_namespace = ["parley"];
  readonly #node: SupportNode;
  readonly #route: Route;

  constructor(node: SupportNode, route: Route) {
    super();
    this.#node = node;
    this.#route = route;
  }

  override async invoke(state: SupportStateType, config?: Partial<RunnableConfig>): Promise<Command> {
    const update = await run(this.#node, state, config);
    return new Command({ update, goto: this.#route({ ...state, ...update }) });
  }
}

/** A node and where it leads. */
export function step(node: SupportNode, route: Route): Runnable<SupportStateType, Command> {
  return new Step(node, route);
}

/** A node that interrupts: LangGraph finds the interrupt's place through the wrapper that it puts around functions. */
export function pause(node: SupportNode) {
  return (state: SupportStateType, config: LangGraphRunnableConfig): Promise<SupportUpdate> => run(node, state, config);
}

async function run(node: SupportNode, state: SupportStateType, config: object = {}): Promise<SupportUpdate> {
  // The runtime context is typed as a plain record; `run-turn.ts` is the only caller and always passes TurnPorts.
  return runNode(node, state, (config as { context?: unknown }).context as TurnPorts);
}

/** Runs a node with the ports of its turn. A stopped turn passes through without doing or saying anything. */
export async function runNode(node: SupportNode, state: SupportStateType, ports: TurnPorts): Promise<SupportUpdate> {
  if (state.stopped || ports.signal.aborted || ports.isStopped()) return { stopped: true };
  return follow(node, state, ports);
}

/** Nodes that are made of two, which are followed by themselves. */
const composed = new WeakSet<SupportNode>();

/** A node in the turn's trace, by its name. */
async function follow(node: SupportNode, state: SupportStateType, ports: TurnPorts): Promise<SupportUpdate> {
  if (composed.has(node)) return node(state, ports);
  const span = openSpan(`node ${toSnakeCase(node.name)}`);
  if (!span) return watched(node, state, ports);
  try {
    const update = await runIn(span, async () => watched(node, state, ports));
    span.end();
    return update;
  } catch (error) {
    // A pause is no failure: LangGraph makes it by throwing.
    span.end(isGraphBubbleUp(error) ? undefined : "node failed");
    throw error;
  }
}

function watched(node: SupportNode, state: SupportStateType, ports: TurnPorts): Promise<SupportUpdate> | SupportUpdate {
  return ports.onNode ? tellOf(node, state, { ports, onNode: ports.onNode }) : node(state, ports);
}

async function tellOf(
  node: SupportNode,
  state: SupportStateType,
  { ports, onNode }: { ports: TurnPorts; onNode: WatchNode },
): Promise<SupportUpdate> {
  const started = performance.now();
  const update = await node(state, ports);
  onNode({ name: toSnakeCase(node.name), state, update, ms: performance.now() - started });
  return update;
}

/**
 * Two nodes as one step of the graph, which spares what LangGraph spends on a step (0.4 ms). The second runs when `goesOn` says so
 * of the state that the first leaves.
 */
export function inOne(
  first: SupportNode,
  goesOn: (state: SupportStateType, ports: TurnPorts) => boolean,
  second: SupportNode,
): SupportNode {
  const both: SupportNode = async (state, ports) => {
    const update = await follow(first, state, ports);
    const left = { ...state, ...update };
    return goesOn(left, ports) ? { ...update, ...(await runNode(second, left, ports)) } : update;
  };
  composed.add(both);
  return both;
}

/** Nodes have the names that the events and the drawing of the graph give them. */
function toSnakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
