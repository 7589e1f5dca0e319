import type { CopilotQuestion } from "../../protocol/copilot.ts";
import type { CopilotAnswer, CopilotMentions } from "../../protocol/copilot-talk.ts";
import { decideIntent } from "../copilot/decide-intent.ts";
import { classifyByRules } from "../copilot/intent-rules.ts";
import { namesAmong } from "../copilot/names-among.ts";

const cancelWords =
  /^(?:cancel|stop|never ?mind|forget it|abbrechen|stopp?|vergiss es|egal|annuler|cancelar)[\s.!]*$/iu;
const goOnWords =
  /^(?:(?:yes|ok(?:ay)?|sure|ja|oui|sí?)[\s,.!]*)?(?:go on|continue|go ahead|carry on|do it anyway|anyway|weiter|trotzdem|mach weiter|continuer?|continúa|yes|ok(?:ay)?|ja)[\s.!]*$/iu;
const webWords = /\b(?:web|internet|online|google)\b/iu;

/** A text that somebody pastes is longer than what they ask. */
const leastTextChars = 80;

/**
 * What words mean to a question that waits: an answer to it, or null where they are rather a message of their own.
 * @param given the message with what was tagged and attached
 */
export function readWords(
  question: CopilotQuestion,
  given: { text: string; mentions: CopilotMentions; attached: string | null },
): CopilotAnswer | null {
  const text = given.text.trim();
  if (cancelWords.test(text)) return { type: "cancel" };
  // Another action by its name is another wish.
  if (given.mentions.action !== undefined)
    return question.type === "choose_action" ? { type: "action", action: given.mentions.action } : null;
  const tagged = given.mentions.documents ?? [];
  switch (question.type) {
    case "choose_action":
      return actionIn(text, question.options);
    case "choose_documents":
      return documentsIn(text, tagged, question);
    case "give_text":
      if (given.attached !== null) return { type: "text", text: given.attached };
      if (tagged.length > 0) return { type: "documents", documents: tagged };
      return text.length >= leastTextChars && !text.endsWith("?") ? { type: "text", text } : null;
    default:
      if (tagged.length > 0) return { type: "documents", documents: tagged };
      if (goOnWords.test(text)) return { type: "go_on" };
      return webWords.test(text) && question.options.includes("search_web") && text.length < leastTextChars
        ? { type: "search_web" }
        : null;
  }
}

/** Words of a sentence that names an action; more is a message of its own. */
const mostActionWords = 6;

function actionIn(text: string, options: readonly string[]): CopilotAnswer | null {
  if (text.split(/\s+/).length > mostActionWords) return null;
  const decided = decideIntent(classifyByRules(text, { said: [], documents: 0, hasText: false }));
  return "action" in decided && options.includes(decided.action) ? { type: "action", action: decided.action } : null;
}

function documentsIn(
  text: string,
  tagged: readonly string[],
  { options, certain }: Extract<CopilotQuestion, { type: "choose_documents" }>,
): CopilotAnswer | null {
  const named = tagged.length > 0 ? tagged : namesAmong(text, options).map(({ version_id: id }) => id);
  // Words name what was missing; what was certain before stays so.
  return named.length > 0 ? { type: "documents", documents: [...new Set([...certain, ...named])] } : null;
}
