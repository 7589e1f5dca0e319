import type { Usage } from "../../../protocol/messages.ts";
import type { ConfirmationInput } from "../../assistant/tool-ports.ts";
import { newId } from "../../core/ids.ts";
import { readySentences } from "../../core/text/ready/index.ts";
import type { TenantTransaction } from "../../database/transaction.ts";
import { listLatestCalls, listLookUpKeys } from "../../tools/store/latest-calls.ts";
import { findToolToConfirm } from "../store/approved-writes.ts";
import {
  type ConfirmationRow,
  insertConfirmation,
  settleConfirmation,
  toConfirmation,
  waitsFor,
} from "../store/confirmations.ts";
import { listPending } from "../store/messages.ts";
import { storeMessage } from "../store/store-message.ts";
import type { NewEvent } from "../store/ticket-events.ts";
import { confirmationFields } from "./confirmation-fields.ts";
import { activityOf, sentenceOn } from "./confirmation-words.ts";
import type { TurnDeps } from "./deps.ts";
import { endTurn } from "./end-turn.ts";
import { backFromPerson, endOf } from "./endings.ts";
import type { RunningTurn } from "./turn-context.ts";
import { valuesBefore } from "./values-before.ts";

/** Time for an approval, in seconds (design section 10); then the confirmation expires and counts as a refusal. */
const confirmationSeconds = 600;

type Input = ConfirmationInput & { question: string; calls: readonly string[]; usage: Usage };

/**
 * Ends the turn with a write that needs approval: stores a message that describes the change, so that it can be read later, and the waiting
 * confirmation. No lease is held while it waits; the answer is a turn of its own. If the visitor has already written again, nobody is
 * asked: the change is dropped, and the visitor is informed.
 */
export function endWithConfirmation(deps: TurnDeps, turn: RunningTurn, input: Input): Promise<void> {
  return endTurn(deps, turn, {
    outcome: { status: "clarifying" },
    speaker: "assistant",
    async record(tx) {
      const isOutdated = (await listPending(tx, turn.ticketId)).length > 0;
      const asked = await store(tx, deps, { turn, input });
      return isOutdated
        ? dropAtOnce(tx, turn, { asked, usage: input.usage })
        : ask(tx, turn, { asked, usage: input.usage });
    },
  });
}

async function store(
  tx: TenantTransaction,
  deps: TurnDeps,
  { turn, input }: { turn: RunningTurn; input: Input },
): Promise<ConfirmationRow> {
  const tool = await findToolToConfirm(tx, input.tool_id);
  if (!tool) throw new Error("the tool of a confirmation is gone");
  const id = newId();
  const seal = deps.sealCall({
    tenantId: turn.tenantId,
    id,
    ticketId: turn.ticketId,
    visitorId: turn.visitorId,
    approval: tool.approval,
    connection: {
      id: tool.connection_id,
      kind: tool.connection_kind,
      url: tool.connection_url,
      locked_headers: tool.locked_headers,
    },
    tool: { id: tool.tool_id, name: tool.tool_name, definition_hash: tool.definition_hash },
    arguments: input.arguments,
  });
  return insertConfirmation(
    tx,
    {
      id,
      ticket_id: turn.ticketId,
      visitor_id: turn.visitorId,
      turn_id: turn.turnId,
      connection_id: tool.connection_id,
      tool_id: tool.tool_id,
      connection_name: tool.connection_name,
      tool_name: tool.tool_name,
      title: input.title,
      description: input.description,
      arguments: input.arguments,
      arguments_hash: seal,
      fields: confirmationFields(
        tool.input_schema,
        input.arguments,
        await findValuesBefore(tx, { turn, tool, arguments: input.arguments }),
      ),
      question: input.question,
      calls: [...input.calls],
      approval: tool.approval,
    },
    confirmationSeconds,
  );
}

/** The present values of what the write changes, from the look-ups of this conversation. */
async function findValuesBefore(
  tx: TenantTransaction,
  {
    turn,
    tool,
    ...write
  }: {
    turn: RunningTurn;
    tool: { connection_id: string; input_schema: Record<string, unknown> };
    arguments: Record<string, unknown>;
  },
): Promise<Map<string, string>> {
  const { ticketId, visitorId, turnId } = turn;
  const calls = await listLatestCalls(tx, { ticketId, visitorId, connectionId: tool.connection_id });
  if (calls.length === 0) return new Map();
  const keys = await listLookUpKeys(tx, tool.connection_id);
  return valuesBefore({ ...write, schema: tool.input_schema, keys, turnId }, calls);
}

interface Asked {
  asked: ConfirmationRow;
  usage: Usage;
}

async function ask(tx: TenantTransaction, turn: RunningTurn, { asked, usage }: Asked) {
  const { asked: forVisitor, asksTeam } = readySentences[turn.language].confirmation;
  const content = `${asked.description}\n\n${waitsFor(asked) === "visitor" ? forVisitor : asksTeam}`;
  const required: NewEvent = { type: "confirmation_required", turnId: turn.turnId, payload: toConfirmation(asked) };
  const { events } = await storeMessage(
    tx,
    { id: newId(), ticketId: turn.ticketId, turnId: turn.turnId, role: "assistant", content, usage },
    { before: backFromPerson(turn), after: [required, endOf(turn)], replacesStream: turn.hasShownText },
  );
  return events;
}

async function dropAtOnce(tx: TenantTransaction, turn: RunningTurn, { asked, usage }: Asked) {
  await settleConfirmation(tx, asked, { status: "withdrawn", by: "visitor" });
  const content = sentenceOn(asked, "withdrawn", turn.language);
  const tools = [activityOf(asked, "withdrawn")];
  const { events } = await storeMessage(
    tx,
    { id: newId(), ticketId: turn.ticketId, turnId: turn.turnId, role: "assistant", content, usage, tools },
    { before: backFromPerson(turn), after: [endOf(turn)], replacesStream: turn.hasShownText },
  );
  return events;
}
