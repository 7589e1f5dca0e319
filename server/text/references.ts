import { isStopWord, wordsOf } from "./words.ts";

const pronouns =
  /\b(?:it|its|it's|they|them|their|theirs|he|him|his|she|her|hers|this|these|those|itself|themselves|himself|herself)\b/i;
/** `that` is a pronoun only where no clause hangs on it: "is that free?", not "the key that I made". */
const loneThat =
  /^(?:and |but |so )?that\b|^(?:is|was|does|did|can|could|will|would|should) that\b|\b(?:is|was|does|did|do|can|will|would|about|of|for|with|like|after|before|than|to|doing|do|mean by|by) that\b(?=[\s?.!,]*$|\s+(?:mean|work|cost|happen|apply|include|take|possible|free|true|right|the case|all|so|again|in|on|for|when|if)\b)/i;
const backward =
  /\b(?:the (?:same|other|former|latter|above)(?: (?:one|ones|thing|option|step|plan|way|part|point|question))?|the (?:first|second|third|last|previous|next)(?: (?:one|ones|thing|option|step|plan|way|part|point|question)\b|(?=[\s?.!,]*$))|another(?: one)?|the others?|any others?|others|such (?:a|an)?|that (?:one|case|way|happens?|error|message|setting|option|step|page|email|plan|feature)|the one|which one|which ones|instead|anything else|what else|who else|where else|how else|any more|anymore)\b/i;
const opening =
  /^(?:what about|how about|what if not|same|in that case|if so|if not|why not|how so|like what|for example|such as|more|otherwise)\b/i;
/** Words that link a message to the one before it; a whole question behind them may stand alone all the same. */
const link = /^(?:(?:ok(?:ay)?|well|and|but|or|so|then|also|plus|because)\b[,\s]*)+/i;
const wholeQuestion =
  /^(?:how|what|why|when|where|who|which|can|could|do|does|did|is|are|was|were|should|will|would|may|must|has|have)\b/i;
/** Fewer words of meaning behind a link are the rest of a thought. */
const minLinkedWords = 2;
const reply = /^(?:yes|no|yeah|yep|nope|sure)\b/i;
/** A reply with as many words of meaning tells a matter of its own. */
const minReplyWords = 6;
/** "This is very interesting." says nothing of what comes after it. */
const remark =
  /^(?:(?:this|that|it)(?:'s| is| was| sounds?| looks?)(?: all| very| really| so)* [\p{L}-]+|(?:ok(?:ay)?|great|thanks|thank you|i see|wow|interesting|awesome|perfect|nice|cool))[.!]+\s+/iu;
/** "What is taurine?" asks one word and needs no other. */
const definitionQuestion =
  /^(?:and |so |ok(?:ay)?,? )?(?:what|who)(?:'s| is| are| was| were) (?:an? |the )?(?!it\b|that\b|this\b|they\b|those\b|these\b|he\b|she\b|next\b|else\b|left\b)[\p{L}\p{N}-]{2,}(?:,? and\b.*)?\s*\?*$/iu;
const leadingThereIs = /\bthere(?:'s| is| are| was| were)?\b/i;

/**
 * Whether a message leans on what was said before. Careful on purpose: a false yes costs one more step, a
 * false no would answer the wrong question from the cache.
 */
export function refersBack(message: string): boolean {
  const text = message.trim().replace(remark, "");
  if (opening.test(text) || backward.test(text) || loneThat.test(text)) return true;
  if (reply.test(text) && contentCount(text) < minReplyWords) return true;
  if (link.test(text) && !standsBehindLink(text.replace(link, ""))) return true;
  if (hasOpenPronoun(text)) return true;
  return contentCount(text) < 2 && !definitionQuestion.test(text);
}

function standsBehindLink(rest: string): boolean {
  return wholeQuestion.test(rest) && contentCount(rest) >= minLinkedWords;
}

/** Number of words that carry meaning. */
export function contentCount(message: string): number {
  return wordsOf(message).filter((word) => !isStopWord(word)).length;
}

/** A pronoun with nothing before it in the same message that it could stand for. */
function hasOpenPronoun(message: string): boolean {
  const clean = message
    .replace(leadingThereIs, " ")
    .replace(
      /\b(?:this|these) (?:week|month|year|morning|afternoon|evening|site|website|page|article|service|company|app|chat)\b/gi,
      " ",
    );
  const match = pronouns.exec(
    clean.replace(
      /\bis it (?:possible|ok|okay|safe|legal|necessary|true|free to|better to|worth)\b|\bdoes it (?:matter|make sense|take)\b|\bit (?:is|seems|looks|says|keeps)\b/gi,
      " ",
    ),
  );
  if (!match) return false;
  const before = clean.slice(0, match.index);
  // "Did McMahon talk about his time on the show?": the name is in the same message.
  if (/(?<=\S\s)\p{Lu}\p{L}+/u.test(before)) return false;
  // "I lost my card, can you block it?": the card is in the same message.
  const sameClause = /[,.;]|\b(?:and|if|when|but|so|because|after|before|to)\b/i;
  return contentCount(before) < (/\band\b/i.test(before) ? 1 : 2) || !sameClause.test(before);
}
