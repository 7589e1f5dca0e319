import type { Prompt } from "../prompts.ts";
import type { CallOptions, ModelTraits } from "./chat-client.ts";
import { parted } from "./thought-filter.ts";
import type { ChatTurn, JsonShape, ToolSpec, WireCall } from "./wire.ts";

/** What a model said, as it said it. */
export interface Said {
  text: string;
  /** It had no more room. */
  isCut: boolean;
}

/** One call of one model, with its receipt. Throws `ModelFailure` and nothing else. */
export interface Caller {
  traits: ModelTraits;
  /** Tokens that a prompt may have; undefined where nobody knows. */
  room(): number | undefined;
  complete(turns: ChatTurn[], shape: JsonShape | null, options?: CallOptions): Promise<Said>;
  stream(turns: ChatTurn[], onText: (text: string) => void, options?: CallOptions): Promise<Said>;
  propose(turns: ChatTurn[], tools: readonly ToolSpec[]): Promise<Said & { calls?: WireCall[] }>;
}

/** What a model says without its reasoning; one that was cut is asked once more, with more room. */
export async function wholeAnswer(caller: Caller, turns: ChatTurn[], shape: JsonShape | null): Promise<Said> {
  const roomSince = performance.now();
  const first = await caller.complete(turns, shape);
  const said = first.isCut ? await caller.complete(turns, shape, { roomSince }) : first;
  const { text, endedAlone } = parted(said.text);
  if (endedAlone) caller.traits.thinksAloud = true;
  return { text, isCut: said.isCut };
}

/** The part that never changes first, so that the provider's prompt cache hits. */
export function turnsOf({ system, user }: Prompt): ChatTurn[] {
  return [
    { role: "system", content: system },
    { role: "user", content: user },
  ];
}
