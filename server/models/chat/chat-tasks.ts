import {
  type ContextualizeResult,
  type GeneratedAnswer,
  type GenerateInput,
  type GradeResult,
  type HistoryMessage,
  ModelFailure,
  type TenantProfile,
} from "../../assistant/ports.ts";
import { withoutSecrets } from "../../text/secrets.ts";
import {
  contextualizePrompt,
  generatePrompt,
  gradePrompt,
  type Prompt,
  promptSecrets,
  repairPrompt,
  summarizePrompt,
} from "../prompts.ts";
import { AnswerStream } from "./answer-stream.ts";
import type { ChatTurn, JsonShape } from "./chat-client.ts";
import { citationsIn } from "./citation-marks.ts";
import { failureOf } from "./failures.ts";
import { givesAway } from "./leak-guard.ts";
import { isNoAnswer } from "./no-answer-guard.ts";
import { gradeShape, readGrade } from "./read-grade.ts";
import { readReadings } from "./read-readings.ts";
import { withoutThoughts } from "./thought-filter.ts";

/** A rewritten question longer than this is an answer or a speech, not a question. */
const maxRewriteChars = 600;
const maxSummaryChars = 1_200;

/** One call of one model, with its receipt. Throws `ModelFailure` and nothing else. */
export interface Caller {
  complete(turns: ChatTurn[], shape: JsonShape | null): Promise<string>;
  stream(turns: ChatTurn[], onText: (text: string) => void): Promise<string>;
}

interface Conversation {
  question: string;
  history: HistoryMessage[];
  tenant: TenantProfile;
}

/** The last message as a question that stands alone; the message itself when the model gives anything else. */
export async function contextualizeBy(caller: Caller, input: Conversation): Promise<ContextualizeResult> {
  const text = withoutThoughts(await caller.complete(turnsOf(contextualizePrompt(input)), null));
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
  if (unusable || sameWords(question, input.question)) return { question: input.question, unchanged: true };
  return { question, unchanged: false };
}

/** The answer, streamed. A failure carries what was let through until then. */
export async function generateBy(
  caller: Caller,
  input: GenerateInput,
  onToken: (text: string) => void,
): Promise<GeneratedAnswer> {
  const stream = new AnswerStream({ given: input.chunks.length, leaks: promptSecrets, emit: onToken });
  try {
    const text = withoutThoughts(await caller.stream(turnsOf(generatePrompt(input)), (piece) => stream.push(piece)));
    stream.end();
    if (isNoAnswer(text)) return { text: "", citations: [] };
  } catch (error) {
    const { kind, message } = failureOf(error);
    throw new ModelFailure(kind, message, { cause: error, partial: stream.shown });
  }
  const answer = stream.shown.trim();
  return { text: answer, citations: citationsIn(answer, input.chunks) };
}

/** The grade as JSON of an agreed shape, asked for once more when it cannot be read. */
export async function gradeBy(
  caller: Caller,
  input: GenerateInput & { answer: GeneratedAnswer },
): Promise<GradeResult> {
  const turns = turnsOf(gradePrompt(input));
  const first = await caller.complete(turns, gradeShape);
  const read = readGrade(withoutThoughts(first));
  if ("grade" in read) return clean(read.grade);
  const repair: ChatTurn[] = [
    ...turns,
    { role: "assistant", content: first },
    { role: "user", content: repairPrompt(read.error) },
  ];
  const repaired = readGrade(withoutThoughts(await caller.complete(repair, gradeShape)));
  if ("grade" in repaired) return clean(repaired.grade);
  throw new ModelFailure("malformed", "the grade could not be read twice");
}

/** A few lines for the person who takes over. */
export async function summarizeBy(caller: Caller, input: Conversation): Promise<string> {
  const text = withoutThoughts(await caller.complete(turnsOf(summarizePrompt(input)), null)).trim();
  if (givesAway(text, promptSecrets)) throw new ModelFailure("refused", "the model repeated its instructions");
  return withoutSecrets(text.slice(0, maxSummaryChars).toWellFormed());
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
function turnsOf({ system, user }: Prompt): ChatTurn[] {
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
