import { type CopilotQuestion, copilotActionSchema } from "../../../protocol/copilot.ts";
import type { CopilotAnswer, CopilotMentions } from "../../../protocol/copilot-conversations.ts";
import { isSimilar } from "../name-documents.ts";

/** Button texts. Typing the same text gives the same answer. */
const buttons: Readonly<Record<string, CopilotAnswer>> = {
  cancel: { type: "cancel" },
  continue: { type: "go_on" },
  "continue anyway": { type: "go_on" },
  "search the web": { type: "search_web" },
};
/** Most words beside tagged documents that are no message of their own, for example "this one please". */
const fewWords = 3;
/** Shortest text that answers a request for a text, in UTF-16 units. A shorter text is a new message. */
const minTextChars = 80;

/**
 * Reads a message as an answer to the waiting question: one of its options if the words name it, otherwise null.
 * @param given the message with its tags and attachments
 */
export function readWords(
  question: CopilotQuestion,
  given: { text: string; mentions: CopilotMentions; attached: string | null },
): CopilotAnswer | null {
  const text = given.text.trim();
  const button = buttons[text.toLowerCase().replace(/[.!]$/u, "")];
  if (button?.type === "cancel") return button;
  switch (question.type) {
    case "choose_action": {
      const said = copilotActionSchema.safeParse(text.toLowerCase()).data ?? given.mentions.action;
      return said && question.options.includes(said) && given.attached === null
        ? { type: "action", action: said }
        : null;
    }
    case "choose_documents": {
      if (given.mentions.action !== undefined || given.attached !== null) return null;
      const named = namedIn(text, given.mentions.documents ?? [], question.options);
      // The words add to the certain documents and do not replace them.
      return named.length > 0 ? { type: "documents", documents: [...new Set([...question.certain, ...named])] } : null;
    }
    case "give_text":
      if (given.mentions.action !== undefined) return null;
      if (given.attached !== null) return { type: "text", text: given.attached };
      if (isBare(text, given.mentions.documents ?? []))
        return { type: "documents", documents: given.mentions.documents ?? [] };
      return text.length >= minTextChars && !text.endsWith("?") ? { type: "text", text } : null;
    default:
      if (given.mentions.action === undefined && isBare(text, given.mentions.documents ?? []))
        return { type: "documents", documents: given.mentions.documents ?? [] };
      if (button?.type === "search_web" && !question.options.includes("search_web")) return null;
      return given.attached === null && given.mentions.documents === undefined ? (button ?? null) : null;
  }
}

/** True when documents are tagged and the text has hardly any other words. */
function isBare(text: string, tagged: readonly string[]): boolean {
  return tagged.length > 0 && text.split(/\s+/u).length <= fewWords;
}

/** The options that the whole message names by title, version or both. A comma, an "and" or a line break separates several names. */
function namedIn(
  text: string,
  tagged: readonly string[],
  options: Extract<CopilotQuestion, { type: "choose_documents" }>["options"],
): string[] {
  if (tagged.length > 0) return isBare(text, tagged) || tagged.every((id) => isOption(id, options)) ? [...tagged] : [];
  const parts = [text, ...text.split(/[,;&\n]|\band\b/u).map((part) => part.trim())].filter((part) => part !== "");
  const found = parts.map((part) => {
    const fits = options.filter(({ title, label, version }) =>
      [title, label ?? "", `${title} ${label ?? ""}`, `version ${version}`, `${title} version ${version}`].some(
        (name) => name !== "" && isSimilar(part.replace(/^the\s+/iu, ""), name),
      ),
    );
    return fits.length === 1 && fits[0] ? fits[0].version_id : null;
  });
  const [whole, ...each] = found;
  if (whole) return [whole];
  return each.length > 0 && each.every((id) => id !== null) ? each.flatMap((id) => id ?? []) : [];
}

function isOption(id: string, options: readonly { version_id: string }[]): boolean {
  return options.some(({ version_id: version }) => version === id);
}
