import { asksForPerson } from "../core/text/asks-for-person.ts";
import { filledIn, type ReadyLanguage, readySentences } from "../core/text/ready/index.ts";
import type { ReadySentences } from "../core/text/ready/table.ts";
import listed from "../core/text/small-talk.json" with { type: "json" };
import type { TenantProfile } from "./ports.ts";
import type { Intent } from "./state.ts";

type SmallTalk = keyof ReadySentences["smallTalk"];

/** Longer messages contain a question, however politely they begin. */
const maxSmallTalkChars = 120;

/** Phrases that ask nothing. A message of nothing else is small talk; the first kind found in this order is used. */
const smallTalkKinds = ["goodbye", "thanks", "wellbeing", "greeting", "acknowledgement"] as const;
/** Asks who is answering: the assistant always tells the truth about itself. */
const identityPhrases = listed.identity.join("|");
/** A link without text. */
const onlyLink = /^https?:\/\/\S{1,110}$/i;
/** A message of punctuation or one digit. */
const onlySigns = /^(?:[^\p{L}\p{N}]+|\p{N})$/u;
/** A test whether anyone is there. */
const onlyTest = /^(?:test|testing|test test|prueba|prova|teste|тест|测试|テスト|테스트)[\s\d.!?]{0,12}$/iu;

const allPhrases = smallTalkKinds.map((kind) => listed[kind]).join("|");
/** Each phrase is matched once and as long as possible: "bye bye" has two readings, and forty of them would need exponential time. */
const onlySmallTalk = new RegExp(`^(?:(?=((?:${allPhrases})(?![\\p{L}\\p{N}'])[\\s,.;:!?~)(-]*))\\1)+$`, "iu");
const kinds = smallTalkKinds.map(
  (kind) => [kind, new RegExp(`(?<![\\p{L}\\p{N}])(?:${listed[kind]})(?![\\p{L}\\p{N}])`, "iu")] as const,
);
const onlyIdentity = new RegExp(
  `^(?:(?:hi|hello|hey|hallo|hola|ciao|salut)[,!. ]+)?(?:${identityPhrases})[\\s?？؟.!]*$`,
  "iu",
);
/** Rejects the previous answer, so it is not small talk. */
const onlyRefusal = /^(?:👎|😞|😠|😡|🙁|☹|❌|\p{Emoji_Modifier}|\u{fe0f}|\s)+$/u;
const decoration = /\p{Extended_Pictographic}|\p{Emoji_Modifier}|\u{fe0f}|\u{200d}/gu;
const identityQuestion =
  /^(?:(?:hi|hello|hey)[,!. ]+)?(?:are you|am i (?:talking|speaking|chatting) (?:to|with)|is this) (?:a |an |the )?(?:real |actual |live )?(?:bot|robot|chatbot|machine|ai|human|person|computer|real)(?: being| person)?(?: or(?: \w+)+)? ?\?*$/i;

/** The polite reply to a message that asks nothing; null when it asks something. */
export function smallTalkReply(
  message: string,
  { name }: Pick<TenantProfile, "name">,
  language: ReadyLanguage = "en",
): string | null {
  const kind = smallTalkKind(message);
  return kind === null ? null : filledIn(readySentences[language].smallTalk[kind], { name });
}

function smallTalkKind(message: string): SmallTalk | null {
  if (message.length > maxSmallTalkChars) return null;
  const text = message.replace(decoration, " ").replaceAll("’", "'").replace(/\s+/g, " ").trim();
  if (text === "") return message.trim() === "" || onlyRefusal.test(message) ? null : "acknowledgement";
  if (identityQuestion.test(text) || onlyIdentity.test(text)) return "identity";
  if (onlyTest.test(text) || onlyLink.test(text)) return "greeting";
  if (!onlySmallTalk.test(text)) return null;
  return kinds.find(([, phrases]) => phrases.test(text))?.[0] ?? null;
}

/** The kind of turn that a message needs; by rules, so that "thanks" and "a person, please" need no model call. */
export function intentOf(message: string): Intent {
  if (message.trim() === "") return "only_files";
  if (asksForPerson(message)) return "asked_for_person";
  if (smallTalkKind(message) !== null) return "small_talk";
  return onlySigns.test(message.trim()) && !onlyRefusal.test(message) ? "unclear" : "question";
}
