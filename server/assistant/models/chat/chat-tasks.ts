import type { Prompt } from "../prompts.ts";
import type { CallOptions, ModelTraits } from "./chat-client.ts";
import { parted } from "./thought-filter.ts";
import type { ChatTurn, JsonShape, ToolSpec, WireCall } from "./wire.ts";

/** A model's output, unchanged. */
export interface Said {
  text: string;
  /** The model reached its output limit. */
  isCut: boolean;
}

/** Calls one model and writes a usage record. Throws only `ModelFailure`. */
export interface Caller {
  traits: ModelTraits;
  /** Token limit of a prompt; undefined when unknown. */
  room(): number | undefined;
  complete(turns: ChatTurn[], shape: JsonShape | null, options?: CallOptions): Promise<Said>;
  stream(turns: ChatTurn[], onText: (text: string) => void, options?: CallOptions): Promise<Said>;
  propose(turns: ChatTurn[], tools: readonly ToolSpec[]): Promise<Said & { calls?: WireCall[] }>;
}

/** A model's output without its reasoning. A cut answer is requested once more, with a higher output limit. */
export async function wholeAnswer(caller: Caller, turns: ChatTurn[], shape: JsonShape | null): Promise<Said> {
  const roomSince = performance.now();
  const first = await caller.complete(turns, shape);
  const said = first.isCut ? await caller.complete(turns, shape, { roomSince }) : first;
  const { text, endedAlone } = parted(said.text);
  if (endedAlone) caller.traits.thinksAloud = true;
  return { text, isCut: said.isCut };
}

/** The constant part comes first, so that the provider's prompt cache hits. */
export function turnsOf({ system, user }: Prompt): ChatTurn[] {
  return [
    { role: "system", content: system },
    { role: "user", content: user },
  ];
}
