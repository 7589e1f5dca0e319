import { z } from "zod";
import { withoutSecrets } from "../../../core/text/secrets.ts";
import { type HistoryMessage, ModelFailure } from "../../ports.ts";
import { promptSecrets, recapPrompt, translatePrompt } from "../prompts.ts";
import { askJson } from "./ask-json.ts";
import { type Caller, turnsOf, wholeAnswer } from "./chat-tasks.ts";
import { askFitting } from "./fit-prompt.ts";
import { givesAway } from "./leak-guard.ts";

export interface TextToTranslate {
  text: string;
  /** Language name with its tag: `German (de)`. */
  language: string;
}

/** Summary of a ticket, in three parts. */
export interface RecapParts {
  asked: string;
  tried: string;
  open: string;
}

const maxPartChars = 800;

/** Translates the text. An incomplete translation would look complete, so it is an error. */
export async function translateBy(caller: Caller, input: TextToTranslate): Promise<string> {
  const { text, isCut } = await wholeAnswer(caller, turnsOf(translatePrompt(input)), null);
  const translated = text.trim().toWellFormed();
  if (isCut) throw new ModelFailure("malformed", "the translation was cut off");
  if (translated === "" || givesAway(translated, promptSecrets))
    throw new ModelFailure("refused", "the model gave no translation");
  return translated;
}

const recapSchema = z.object({ asked: z.string().min(1), tried: z.string(), open: z.string() });

/** Summarizes the question, the attempts and the open points. */
export async function recapBy(
  caller: Caller,
  input: { history: HistoryMessage[]; language: string },
): Promise<RecapParts> {
  const parts = await askFitting(caller, { input, promptOf: recapPrompt }, (prompt) =>
    askJson(caller, { name: "recap", schema: recapSchema, prompt }),
  );
  const short = (said: string) => withoutSecrets(said.trim().slice(0, maxPartChars).toWellFormed());
  const recap = { asked: short(parts.asked), tried: short(parts.tried), open: short(parts.open) };
  if (givesAway(Object.values(recap).join("\n"), promptSecrets))
    throw new ModelFailure("refused", "the model repeated its instructions");
  return recap;
}
