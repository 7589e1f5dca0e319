import {
  type ContextualizeResult,
  type GeneratedAnswer,
  type GenerateInput,
  type GradeResult,
  type HistoryMessage,
  ModelFailure,
  type Picture,
  type TenantProfile,
} from "../../assistant/ports.ts";
import { withoutSecrets } from "../../text/secrets.ts";
import {
  contextualizePrompt,
  gradePrompt,
  lookPrompt,
  type Prompt,
  promptSecrets,
  repairPrompt,
  summarizePrompt,
} from "../prompts.ts";
import type { CallOptions, ModelTraits } from "./chat-client.ts";
import { givesAway } from "./leak-guard.ts";
import { gradeShape, readGrade } from "./read-grade.ts";
import { readReadings } from "./read-readings.ts";
import { parted } from "./thought-filter.ts";
import type { ChatTurn, JsonShape, ToolSpec, WireCall } from "./wire.ts";

/** A rewritten question longer than this is an answer or a speech, not a question. */
const maxRewriteChars = 600;
const maxSummaryChars = 1_200;
const maxSeenChars = 1_200;

/** What a model said, as it said it. */
export interface Said {
  text: string;
  /** It had no more room. */
  isCut: boolean;
}

/** One call of one model, with its receipt. Throws `ModelFailure` and nothing else. */
export interface Caller {
  traits: ModelTraits;
  complete(turns: ChatTurn[], shape: JsonShape | null, options?: CallOptions): Promise<Said>;
  stream(turns: ChatTurn[], onText: (text: string) => void, options?: CallOptions): Promise<Said>;
  propose(turns: ChatTurn[], tools: readonly ToolSpec[]): Promise<Said & { calls?: WireCall[] }>;
}

interface Conversation {
  question: string;
  history: HistoryMessage[];
  tenant: TenantProfile;
}

/** What pictures show. Counts as the visitor's own words, so it is cleaned and cut like these. */
export async function lookBy(
  caller: Caller,
  { pictures, ...input }: { pictures: readonly Picture[]; question: string; tenant: TenantProfile },
): Promise<string> {
  const turns = turnsOf(lookPrompt(input)).map((turn) => (turn.role === "user" ? { ...turn, pictures } : turn));
  const { text } = await wholeAnswer(caller, turns, null);
  const seen = withoutSecrets(text.trim().slice(0, maxSeenChars).toWellFormed());
  if (seen === "" || givesAway(seen, promptSecrets))
    throw new ModelFailure("refused", "the model told nothing of the pictures");
  return seen;
}

/** The last message as a question that stands alone; the message itself when the model gives anything else. */
export async function contextualizeBy(caller: Caller, input: Conversation): Promise<ContextualizeResult> {
  const { text, isCut } = await wholeAnswer(caller, turnsOf(contextualizePrompt(input)), null);
  // Half a question asks something else.
  if (isCut) return { question: input.question, unchanged: true, failed: true };
  const readings = readReadings(text);
  if (readings !== null) {
    const safe = readings.filter((reading) => !givesAway(reading.question, promptSecrets));
    return { question: input.question, unchanged: true, ...(safe.length > 1 ? { readings: safe } : {}) };
  }
  const question = text
    .trim()
    .replace(/^["“](.*)["”]$/s, "$1")
    .trim();
  const unusable =
    question === "" ||
    question.length > Math.max(maxRewriteChars, input.question.length * 2) ||
    givesAway(question, promptSecrets);
  if (unusable) return { question: input.question, unchanged: true, failed: true };
  if (sameWords(question, input.question)) return { question: input.question, unchanged: true };
  return { question, unchanged: false };
}

/** The grade as JSON of an agreed shape, asked for once more when it cannot be read. */
export async function gradeBy(
  caller: Caller,
  input: GenerateInput & { answer: GeneratedAnswer },
): Promise<GradeResult> {
  const turns = turnsOf(gradePrompt(input));
  const first = await wholeAnswer(caller, turns, gradeShape);
  const read = readGrade(first.text);
  if ("grade" in read) return clean(read.grade);
  if (first.isCut) throw new ModelFailure("malformed", "the grade was cut off twice");
  const repair: ChatTurn[] = [
    ...turns,
    { role: "assistant", content: first.text },
    { role: "user", content: repairPrompt(read.error) },
  ];
  const repaired = readGrade(parted((await caller.complete(repair, gradeShape)).text).text);
  if ("grade" in repaired) return clean(repaired.grade);
  throw new ModelFailure("malformed", "the grade could not be read twice");
}

/** A few lines for the person who takes over. */
export async function summarizeBy(caller: Caller, input: Conversation): Promise<string> {
  const answer = await wholeAnswer(caller, turnsOf(summarizePrompt(input)), null);
  const text = answer.text.trim();
  if (givesAway(text, promptSecrets)) throw new ModelFailure("refused", "the model repeated its instructions");
  const short = withoutSecrets(text.slice(0, maxSummaryChars).toWellFormed());
  return answer.isCut && short !== "" ? `${short}…` : short;
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

/** The visitor reads the reason of a grade, so it is treated like an answer. */
function clean(grade: GradeResult): GradeResult {
  const safe = (text: string) => (givesAway(text, promptSecrets) ? "" : withoutSecrets(text));
  return {
    ...grade,
    reason: safe(grade.reason),
    supported: grade.supported.map(safe),
    unsupported: grade.unsupported.map(safe),
    missing: grade.missing.map(safe),
  };
}

/** The part that never changes first, so that the provider's prompt cache hits. */
export function turnsOf({ system, user }: Prompt): ChatTurn[] {
  return [
    { role: "system", content: system },
    { role: "user", content: user },
  ];
}

function sameWords(one: string, other: string): boolean {
  const plain = (text: string) =>
    text
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, " ")
      .trim();
  return plain(one) === plain(other);
}
