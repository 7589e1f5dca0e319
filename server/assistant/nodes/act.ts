import { interrupt } from "@langchain/langgraph";
import { type ReadyLanguage, readySentences } from "../../core/text/ready/index.ts";
import { type Acting, actingMs, callTools, keep, maxRounds, publishCall, publishResult } from "../acting.ts";
import { type Approval, type ConfirmedWrite, type SupportStateType, type SupportUpdate, windowOf } from "../state.ts";
import { type CallResult, hasTold, type OfferedTool, type ToolPort } from "../tool-ports.ts";
import { publishStatus, resultsOf, type SupportNode, type TurnPorts } from "../turn-ports.ts";

/** Rounds after somebody has said yes or no: as many as it takes to look at what came of it. */
const roundsAfterAnswer = 1;
/** Longest that a write may take, ms. It is not given up when the turn is: what has begun comes to its end and is written down. */
const writeMs = 35_000;

/**
 * Asks the company's systems what the question needs, and proposes changes. A read is made at once; a change is only proposed here and
 * made when the turn goes on with somebody's yes. Run again after a pause, it makes no call twice: a write is made once by its port, and
 * reads were before the pause.
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

/** What an agent's hint starts may look and not change anything; neither may a turn whose change was just refused. */
async function mayBeCalled(
  tools: ToolPort,
  { hint, approval }: SupportStateType,
  { confirm }: TurnPorts,
): Promise<readonly OfferedTool[]> {
  const offered = await tools.offered();
  const onlyReads = confirm === undefined || hint !== "" || approval?.decision === "declined";
  return onlyReads ? offered.filter(({ kind }) => kind === "read") : offered;
}

/** Makes the change that was approved, or notes that it was not. */
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
  // Else a model that goes round in circles would have the same change approved once more.
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

/** Where nothing was found in the documents, what systems told may be the answer, or why there is none. */
function reasonAfter(state: SupportStateType, { results }: Acting, isProposing: boolean): SupportUpdate {
  if (state.escalation_reason !== "no_documents") return {};
  if (isProposing || results.some(hasTold)) return { escalation_reason: null, confidence: null };
  return results.length > 0 ? { escalation_reason: "tool_failure" } : {};
}

/** What a thread that waits for somebody's yes is resumed with: always an object. */
export type Approving = Pick<ConfirmedWrite, "confirmation_id" | "decision" | "calls">;

/** Pauses until somebody has said yes or no. Nothing else happens here, so running it again on resume costs nothing. */
export const awaitApproval: SupportNode = (_state, ports) => {
  const answer = interrupt<{ type: "await_approval" }, Approving>({ type: "await_approval" });
  // Texts of the conversation are in no checkpoint.
  return { ...approvalUpdate(answer), messages: windowOf(ports.history ?? []) };
};

/** What the answer makes of the state. The calls are those that the store knows of. */
export function approvalUpdate({ confirmation_id, decision, calls }: Approving): SupportUpdate {
  const approval: Approval = { confirmation_id, decision };
  return { approval, calls: [...calls], is_proposing: false };
}
