import { withoutInvisible } from "../../../core/text/invisible.ts";
import { cut } from "../../../core/text/shorten.ts";
import { type HistoryMessage, ModelFailure, type TenantProfile } from "../../ports.ts";
import type { ProposedCall, ToolInput } from "../../tool-ports.ts";
import { withoutControlTokens } from "../prompt-parts.ts";
import { actPrompt, promptSecrets } from "../prompts.ts";
import { type Caller, turnsOf } from "./chat-tasks.ts";
import { askFitting } from "./fit-prompt.ts";
import { givesAway } from "./leak-guard.ts";
import type { ToolSpec } from "./wire.ts";

/** Longest tool description that providers accept, in characters. */
const maxDescriptionChars = 1_000;
/** Longer arguments cannot come from a visitor's question; the port limits them, too. */
const maxArgumentChars = 20_000;
/** Most calls that are read from one proposal; a turn makes fewer. */
const mostCalls = 10;

/**
 * The tool calls that a model requests, unchanged. The code that makes the calls checks names and arguments.
 * @throws ModelFailure `refused` when arguments reveal the instructions: they would be sent to a third-party server.
 */
export async function proposeBy(
  caller: Caller,
  input: ToolInput & { question: string; history: HistoryMessage[]; tenant: TenantProfile; hint?: string },
): Promise<ProposedCall[]> {
  const { time_zone: timeZone = "UTC" } = input.tenant;
  const date = new Intl.DateTimeFormat("en-CA", { dateStyle: "short", timeZone });
  const weekday = new Intl.DateTimeFormat("en", { weekday: "long", timeZone });
  const now = new Date();
  const today = `${date.format(now)}, ${weekday.format(now)} (${timeZone})`;
  const tools = input.tools.map(specOf);
  const { calls = [], isCut } = await askFitting(
    caller,
    { input: { ...input, today }, promptOf: actPrompt },
    (prompt) => caller.propose(turnsOf(prompt), tools),
  );
  // An incomplete call would do something else.
  if (isCut) return [];
  return calls.slice(0, mostCalls).flatMap(({ id, name, arguments: given }) => {
    const text = JSON.stringify(given) ?? "";
    if (text.length > maxArgumentChars) return [];
    if (givesAway(text, promptSecrets)) throw new ModelFailure("refused", "the model put its instructions into a call");
    return [{ id: id.slice(0, 100), name: name.slice(0, 200), arguments: given }];
  });
}

/**
 * Describes a tool for the provider. The text comes from the tool server's operator, so it must not contain invisible characters or control
 * tokens.
 */
function specOf({ name, description, input_schema }: ToolInput["tools"][number]): ToolSpec {
  const plain = (text: string) => withoutControlTokens(withoutInvisible(text));
  const schema: unknown = JSON.parse(plain(JSON.stringify(input_schema)));
  return {
    name,
    description: cut(plain(description), maxDescriptionChars),
    // Cleaning the strings keeps it an object.
    schema: schema as Record<string, unknown>,
  };
}
