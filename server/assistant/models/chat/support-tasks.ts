import { z } from "zod";
import { withoutSecrets } from "../../../core/text/secrets.ts";
import { cut } from "../../../core/text/shorten.ts";
import { tierOf } from "../../grading/tier.ts";
import {
  type ContextualizeResult,
  type GeneratedAnswer,
  type GenerateInput,
  type GradeResult,
  type HistoryMessage,
  ModelFailure,
  type Picture,
  type Reading,
  type TenantProfile,
} from "../../ports.ts";
import { contextualizePrompt, gradePrompt, picturePrompt, promptSecrets, summarizePrompt } from "../prompts.ts";
import { askJson } from "./ask-json.ts";
import { type Caller, turnsOf, wholeAnswer } from "./chat-tasks.ts";
import { askFitting } from "./fit-prompt.ts";
import { givesAway } from "./leak-guard.ts";

/** A longer rewritten question is an answer, not a question. */
const maxRewriteChars = 600;
const maxReadings = 3;
/** A longer reading is an explanation. */
const maxReadingChars = 300;
const maxLabelChars = 79;
const maxSummaryChars = 1_200;
const maxSeenChars = 1_200;

const questionSchema = z.object({ question: z.string(), readings: z.array(z.string()).default([]) });
const statements = z.array(z.string().max(2_000)).max(50);
const gradeSchema = z.object({
  score: z.number().min(0).max(1),
  reason: z.string().max(2_000),
  supported: statements,
  unsupported: statements,
  missing: statements,
});

interface Conversation {
  question: string;
  history: HistoryMessage[];
  tenant: TenantProfile;
}

/** Describes pictures. The description counts as the visitor's own text, so it is cleaned and cut in the same way. */
export async function describeBy(
  caller: Caller,
  { pictures, ...input }: { pictures: readonly Picture[]; question: string; tenant: TenantProfile },
): Promise<string> {
  const turns = turnsOf(picturePrompt(input)).map((turn) => (turn.role === "user" ? { ...turn, pictures } : turn));
  const { text } = await wholeAnswer(caller, turns, null);
  const seen = withoutSecrets(text.trim().slice(0, maxSeenChars).toWellFormed());
  if (seen === "" || givesAway(seen, promptSecrets))
    throw new ModelFailure("refused", "the model told nothing of the pictures");
  return seen;
}

/** Rewrites the last message as a standalone question; returns the message itself when the model returns something else. */
export async function contextualizeBy(caller: Caller, input: Conversation): Promise<ContextualizeResult> {
  const said = await askFitting(caller, { input, promptOf: contextualizePrompt }, (prompt) =>
    askJson(caller, { name: "question", schema: questionSchema, prompt }),
  );
  const readings = readingsOf(said.readings);
  if (readings.length > 0) return { question: input.question, unchanged: true, readings };
  const question = said.question.trim();
  const unusable =
    question === "" ||
    question.length > Math.max(maxRewriteChars, input.question.length * 2) ||
    givesAway(question, promptSecrets);
  if (unusable) return { question: input.question, unchanged: true, failed: true };
  if (sameWords(question, input.question)) return { question: input.question, unchanged: true };
  return { question, unchanged: false };
}

/** Two or three different questions to choose from. One is no choice, and more are too many. */
function readingsOf(questions: readonly string[]): Reading[] {
  const usable = questions
    .map((question) => question.trim())
    .filter((question) => question.length <= maxReadingChars && !givesAway(question, promptSecrets));
  const distinct = [...new Map(usable.map((question) => [question.toLowerCase(), question])).values()].filter(Boolean);
  if (distinct.length < 2 || distinct.length > maxReadings) return [];
  return distinct.map((question) => ({ question, label: cut(question, maxLabelChars) }));
}

export async function gradeBy(
  caller: Caller,
  input: GenerateInput & { answer: GeneratedAnswer },
): Promise<GradeResult> {
  const grade = await askFitting(caller, { input, promptOf: gradePrompt }, (prompt) =>
    askJson(caller, { name: "grade", schema: gradeSchema, prompt }),
  );
  return clean({ ...grade, tier: tierOf(grade.score) });
}

/** Summarizes the ticket in a few lines for the agent who takes over. */
export async function summarizeBy(caller: Caller, input: Conversation): Promise<string> {
  const answer = await askFitting(caller, { input, promptOf: summarizePrompt }, (prompt) =>
    wholeAnswer(caller, turnsOf(prompt), null),
  );
  const text = answer.text.trim();
  if (givesAway(text, promptSecrets)) throw new ModelFailure("refused", "the model repeated its instructions");
  const short = withoutSecrets(text.slice(0, maxSummaryChars).toWellFormed());
  return answer.isCut && short !== "" ? `${short}…` : short;
}

/** The visitor reads the grade's reason, so it is filtered like an answer. */
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

function sameWords(one: string, other: string): boolean {
  const plain = (text: string) =>
    text
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, " ")
      .trim();
  return plain(one) === plain(other);
}
