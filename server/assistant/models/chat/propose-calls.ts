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

/** What a provider takes of a tool's description. */
const maxDescriptionChars = 1_000;
/** Arguments longer than this are no arguments of a visitor's question; the port bounds them, too. */
const maxArgumentChars = 20_000;
/** Calls of one proposal that are looked at; a turn makes fewer. */
const mostCalls = 10;

/**
 * The calls that a model asks for, as it asks for them. Names and arguments are checked by whoever makes the calls.
 * @throws ModelFailure `refused` when arguments give the instructions away: they would go to a server of somebody else's.
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
  // Half of a call asks for something else.
  if (isCut) return [];
  return calls.slice(0, mostCalls).flatMap(({ id, name, arguments: given }) => {
    const text = JSON.stringify(given) ?? "";
    if (text.length > maxArgumentChars) return [];
    if (givesAway(text, promptSecrets)) throw new ModelFailure("refused", "the model put its instructions into a call");
    return [{ id: id.slice(0, 100), name: name.slice(0, 200), arguments: given }];
  });
}

/** A tool in the words of whoever runs its server: material, so nothing invisible and no control token may hide in it. */
function specOf({ name, description, input_schema }: ToolInput["tools"][number]): ToolSpec {
  const plain = (text: string) => withoutControlTokens(withoutInvisible(text));
  const schema: unknown = JSON.parse(plain(JSON.stringify(input_schema)));
  return {
    name,
    description: cut(plain(description), maxDescriptionChars),
    // An object before and after.
    schema: schema as Record<string, unknown>,
  };
}
