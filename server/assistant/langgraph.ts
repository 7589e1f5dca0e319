// LangGraph, loaded after its context is chosen: modules are run in the order in which they are named here.
import "./run-context.ts";

export {
  Annotation,
  type BaseCheckpointSaver,
  Command,
  END,
  interrupt,
  isGraphBubbleUp,
  isInterrupted,
  type LangGraphRunnableConfig,
  MemorySaver,
  START,
  StateGraph,
  UntrackedValueChannel,
} from "@langchain/langgraph";
