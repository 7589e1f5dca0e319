import { withoutSecrets } from "../../../text/secrets.ts";
import { givesAway } from "../../chat/leak-guard.ts";
import { promptSecrets } from "../../prompts.ts";

/** Longest that a model may write in one place. */
const maxChars = 2_000;

/** A model's words, cut, without what is secret; empty when they recite its instructions. */
export function safeText(text: string): string {
  const short = text.trim().slice(0, maxChars).toWellFormed();
  return givesAway(short, promptSecrets) ? "" : withoutSecrets(short);
}
