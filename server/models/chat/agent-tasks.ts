import { type HistoryMessage, ModelFailure } from "../../assistant/ports.ts";
import { withoutSecrets } from "../../text/secrets.ts";
import { promptSecrets, recapPrompt, translatePrompt } from "../prompts.ts";
import { type Caller, turnsOf, wholeAnswer } from "./chat-tasks.ts";
import { askFitting } from "./fit-prompt.ts";
import { givesAway } from "./leak-guard.ts";

export interface TextToTranslate {
  text: string;
  /** As people call it, with its tag: `German (de)`. */
  language: string;
}

/** What a ticket is about, in three parts. */
export interface RecapParts {
  asked: string;
  tried: string;
  open: string;
}

const maxPartChars = 800;

/** The text in another language. Half of one would look like a whole: it is refused. */
export async function translateBy(caller: Caller, input: TextToTranslate): Promise<string> {
  const { text, isCut } = await wholeAnswer(caller, turnsOf(translatePrompt(input)), null);
  const translated = text.trim().toWellFormed();
  if (isCut) throw new ModelFailure("malformed", "the translation was cut off");
  if (translated === "" || givesAway(translated, promptSecrets))
    throw new ModelFailure("refused", "the model gave no translation");
  return translated;
}

const label = /^\s*(?:[-*]\s*)?\**(asked|tried|open)\**\s*:\s*\**/i;

/** What was asked, tried and is open. A model that does not keep to the three lines has said all of it in the first. */
export async function recapBy(
  caller: Caller,
  input: { history: HistoryMessage[]; language: string },
): Promise<RecapParts> {
  const { text } = await askFitting(caller, { input, promptOf: recapPrompt }, (prompt) =>
    wholeAnswer(caller, turnsOf(prompt), null),
  );
  if (givesAway(text, promptSecrets)) throw new ModelFailure("refused", "the model repeated its instructions");
  const parts: RecapParts = { asked: "", tried: "", open: "" };
  let part: keyof RecapParts = "asked";
  for (const line of text.trim().split("\n")) {
    const named = label.exec(line)?.[1]?.toLowerCase();
    if (named === "asked" || named === "tried" || named === "open") part = named;
    parts[part] = `${parts[part]} ${line.replace(label, "")}`.trim();
  }
  if (parts.asked === "") throw new ModelFailure("malformed", "the summary says nothing");
  const short = (said: string) => withoutSecrets(said.slice(0, maxPartChars).toWellFormed());
  return { asked: short(parts.asked), tried: short(parts.tried), open: short(parts.open) };
}
