import { interrupt } from "@langchain/langgraph";
import { type ReadyLanguage, readySentences } from "../../core/text/ready/index.ts";
import { type Acting, actingMs, callTools, keep, maxRounds, publishCall, publishResult } from "../acting.ts";
import { type Approval, type ConfirmedWrite, type SupportStateType, type SupportUpdate, windowOf } from "../state.ts";
import { type CallResult, hasTold, type OfferedTool, type ToolPort } from "../tool-ports.ts";
import { publishStatus, resultsOf, type SupportNode, type TurnPorts } from "../turn-ports.ts";

/** Rounds after an approval or a refusal: enough to check the result. */
const roundsAfterAnswer = 1;
/** Timeout of a write in ms. Stopping the turn does not stop a write: it finishes and its result is stored. */
const writeMs = 35_000;

/**
 * Calls the company's tools that the question needs, and proposes changes. A read is called at once. A change is only proposed here and
 * made after its approval. When the node runs again after a pause, no call is repeated: the port makes a write once, and reads were made
 * before the pause.
 */
export const act: SupportNode = async (state, ports) => {
  const { tools } = ports;
  if (!tools) return {};
  const { approval } = state;
  const offered = await mayBeCalled(tools, state, ports);
  if (offered.length === 0 && approval === null) return {};
  const acting: Acting = {
    state,
    ports,
    tools,
    offered,
    results: await resultsOf(state, ports),
    notes: [],
    wasTold: false,
    proposed: state.calls.length + (approval === null ? 0 : 1),
    made: [],
    signal: AbortSignal.any([ports.signal, AbortSignal.timeout(actingMs)]),
  };
  if (approval !== null) {
    publishStatus(ports, "act");
    const result = await takeUp(acting, approval);
    if (result.status === "unknown") return { ...told(acting), ...nobodyKnows };
  }
  const write = await callTools(acting, approval === null ? maxRounds : roundsAfterAnswer);
  ports.acted.write = write;
  return { ...told(acting), is_proposing: write !== null, ...reasonAfter(state, acting, write !== null) };
};

/** A turn that starts from an agent's hint may only read, and so may a turn whose change was just declined. */
async function mayBeCalled(
  tools: ToolPort,
  { hint, approval }: SupportStateType,
  { confirm }: TurnPorts,
): Promise<readonly OfferedTool[]> {
  const offered = await tools.offered();
  const onlyReads = confirm === undefined || hint !== "" || approval?.decision === "declined";
  return onlyReads ? offered.filter(({ kind }) => kind === "read") : offered;
}

/** Makes the approved change, or records that it was declined. */
async function takeUp(acting: Acting, { confirmation_id, decision }: Approval): Promise<CallResult> {
  const { ports, tools } = acting;
  const result =
    decision === "approved"
      ? await tools.execute(confirmation_id, AbortSignal.timeout(writeMs), (call) =>
          publishCall(ports, confirmation_id, call),
        )
      : declined(confirmation_id, ports.language);
  keep(acting, result);
  const tool = acting.offered.find(({ id }) => id === result.tool.id);
  // Otherwise a looping model would ask for approval of the same change again.
  if (tool && result.status === "completed") acting.made.push({ name: tool.name, arguments: result.arguments });
  if (decision === "approved") publishResult(ports, confirmation_id, result);
  return result;
}

function declined(confirmationId: string, language: ReadyLanguage = "en"): CallResult {
  return {
    call_id: confirmationId,
    tool: { id: "", name: "", title: "", connection: "", kind: "write" },
    arguments: {},
    status: "declined",
    content: "The proposed change was declined. Nothing was changed.",
    shown: readySentences[language].confirmation.declined,
    at: new Date().toISOString(),
  };
}

function told({ results }: Acting): SupportUpdate {
  return { calls: results.map(({ call_id }) => call_id), approval: null, is_proposing: false };
}

const nobodyKnows: SupportUpdate = {
  escalation_reason: "tool_failure",
  confidence: { score: 0, tier: "low", reason: "It is unclear whether the change was made." },
};

/** When no document matches, tool results may contain the answer, or the reason why there is none. */
function reasonAfter(state: SupportStateType, { results }: Acting, isProposing: boolean): SupportUpdate {
  if (state.escalation_reason !== "no_documents") return {};
  if (isProposing || results.some(hasTold)) return { escalation_reason: null, confidence: null };
  return results.length > 0 ? { escalation_reason: "tool_failure" } : {};
}

/** Resume value of a thread that waits for an approval: always an object. */
export type Approving = Pick<ConfirmedWrite, "confirmation_id" | "decision" | "calls">;

/** Pauses until the change is approved or declined. It does nothing else, so running it again on resume costs nothing. */
export const awaitApproval: SupportNode = (_state, ports) => {
  const answer = interrupt<{ type: "await_approval" }, Approving>({ type: "await_approval" });
  // Checkpoints contain no texts of the conversation.
  return { ...approvalUpdate(answer), messages: windowOf(ports.history ?? []) };
};

/** State update for an approval. The calls come from the store. */
export function approvalUpdate({ confirmation_id, decision, calls }: Approving): SupportUpdate {
  const approval: Approval = { confirmation_id, decision };
  return { approval, calls: [...calls], is_proposing: false };
}
