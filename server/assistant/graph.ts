import { type BaseCheckpointSaver, END, type LangGraphRunnableConfig, START, StateGraph } from "@langchain/langgraph";
import { awaitHuman } from "./nodes/await-human.ts";
import { checkCache, checkCacheAgain } from "./nodes/check-cache.ts";
import { contextualize } from "./nodes/contextualize.ts";
import { escalate } from "./nodes/escalate.ts";
import { finish } from "./nodes/finish.ts";
import { finishHuman } from "./nodes/finish-human.ts";
import { generate } from "./nodes/generate.ts";
import { grade } from "./nodes/grade.ts";
import { retrieve } from "./nodes/retrieve.ts";
import { SupportState, type SupportStateType, type SupportUpdate, standaloneQuestion } from "./state.ts";
import type { SupportNode, TurnPorts } from "./turn-ports.ts";

export type SupportGraph = ReturnType<typeof createSupportGraph>;

/**
 * The support graph, compiled once per process and shared by all tenants and tickets: whatever belongs to a
 * turn comes with the call (see `run-turn.ts`).
 *
 * ```
 * START -> check_cache -> contextualize -> check_cache_again -> retrieve -> generate -> grade -> finish
 *   |          | hit                            | hit              | none      | none    | low
 *   |          +-> finish                       +-> finish         +-----------+---------+-> escalate -> await_human -> finish_human
 *   +-> finish (small talk)      +-> escalate (asked for a person)
 * ```
 */
export function createSupportGraph(checkpointer: BaseCheckpointSaver) {
  return (
    new StateGraph(SupportState)
      .addNode("check_cache", bound(checkCache))
      .addNode("contextualize", bound(contextualize))
      .addNode("check_cache_again", bound(checkCacheAgain))
      .addNode("retrieve", bound(retrieve))
      .addNode("generate", bound(generate))
      // LangGraph keeps one namespace for nodes and state fields: the node that fills `grade` needs a name of its own.
      .addNode("grade_answer", bound(grade))
      .addNode("finish", bound(finish))
      .addNode("escalate", bound(escalate))
      .addNode("await_human", bound(awaitHuman))
      .addNode("finish_human", bound(finishHuman))
      .addConditionalEdges(START, byIntent, ["check_cache", "finish", "escalate"])
      .addConditionalEdges("check_cache", orFinish("contextualize"), ["contextualize", "finish", END])
      .addConditionalEdges("contextualize", afterContextualize, ["check_cache_again", "retrieve", END])
      .addConditionalEdges("check_cache_again", orFinish("retrieve"), ["retrieve", "finish", END])
      .addConditionalEdges("retrieve", orEscalate("generate"), ["generate", "escalate", END])
      .addConditionalEdges("generate", orEscalate("grade_answer"), ["grade_answer", "escalate", END])
      .addConditionalEdges("grade_answer", orEscalate("finish"), ["finish", "escalate", END])
      .addConditionalEdges("escalate", (state) => (state.stopped ? END : "await_human"), ["await_human", END])
      .addEdge("await_human", "finish_human")
      .addEdge("finish_human", END)
      .addEdge("finish", END)
      .compile({ checkpointer, name: "support" })
  );
}

/** Binds a node to the ports of the running turn. A stopped turn passes through without doing or saying anything. */
function bound(node: SupportNode) {
  return async (state: SupportStateType, config: LangGraphRunnableConfig): Promise<SupportUpdate> => {
    // The runtime context is typed as a plain record; `run-turn.ts` is the only caller and always passes TurnPorts.
    const ports = config.context as unknown as TurnPorts;
    if (state.stopped || ports.signal.aborted || ports.isStopped()) return { stopped: true };
    return node(state, ports);
  };
}

function byIntent(state: SupportStateType): "check_cache" | "finish" | "escalate" {
  if (state.intent === "small_talk") return "finish";
  return state.intent === "asked_for_person" ? "escalate" : "check_cache";
}

function orFinish<Next extends string>(next: Next) {
  return (state: SupportStateType): Next | "finish" | typeof END => {
    if (state.stopped) return END;
    return state.is_cache_hit ? "finish" : next;
  };
}

function afterContextualize(state: SupportStateType): "check_cache_again" | "retrieve" | typeof END {
  if (state.stopped) return END;
  return standaloneQuestion(state) === state.question && state.messages.length === 0 ? "retrieve" : "check_cache_again";
}

function orEscalate<Next extends string>(next: Next) {
  return (state: SupportStateType): Next | "escalate" | typeof END => {
    if (state.stopped) return END;
    return state.escalation_reason === null ? next : "escalate";
  };
}
