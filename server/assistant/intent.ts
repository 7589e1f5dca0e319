import { asksForPerson } from "../text/asks-for-person.ts";
import { filledIn, type ReadyLanguage, readySentences } from "../text/ready/index.ts";
import type { ReadySentences } from "../text/ready/table.ts";
import type { TenantProfile } from "./ports.ts";
import type { Intent } from "./state.ts";

type SmallTalk = keyof ReadySentences["smallTalk"];

/** Longer messages carry a matter of their own, however politely they begin. */
const maxSmallTalkChars = 120;

/** Phrases that ask nothing. A message that consists of nothing else is small talk; the first kind found here names it. */
const smallTalkPhrases: [kind: SmallTalk, phrases: string][] = [
  [
    "goodbye",
    "bye(?: bye)?|goodbye|good bye|see (?:you|ya)(?: later| soon)?|have a (?:nice|good|great|lovely) (?:day|evening|weekend|one|night|time)|take care|good night|cya|tsch(?:ü|ue)ss|auf wiedersehen|bis (?:bald|dann)|sch(?:ö|oe)nen tag(?: noch)?|au revoir|bonne (?:journée|soirée)|à bientôt|adi(?:o|ó)s|hasta (?:luego|pronto)|chau|ciao|arrivederci|buona (?:giornata|serata)|tchau|até (?:logo|mais)|tot ziens|doei|hej då|ha det|пока|до свидания|再见|さようなら",
  ],
  [
    "thanks",
    "(?:many |much |no )?(?:thanks|thank you|thankyou|thank u|thx|tnx|ty|cheers|tysm|much appreciated|i appreciate (?:it|that|your help)|danke(?: sch(?:ö|oe)n| dir| ihnen| euch| sehr)?|(?:vielen|besten|herzlichen) dank|merci(?: beaucoup| bien)?|(?:muchas |mil )?gracias|(?:muito )?obrigad[oa]|grazie(?: mille| tante)?|(?:hartelijk |heel erg )?(?:bedankt|dank je(?: wel)?|dank u(?: wel)?)|tack(?: så mycket)?|takk?|kiitos|köszönöm|mulțumesc|teşekkür(?:ler| ederim)|(?:большое )?спасибо|ευχαριστώ|谢谢|謝謝|ありがとう(?:ございます)?|감사합니다)(?: so much| very much| a lot| a bunch| a million| again| then| all| für (?:die|ihre|deine) hilfe| pour (?:votre|ton) aide| por (?:tu|su|la) ayuda| per l'aiuto| pela ajuda| voor (?:je|uw|de) hulp| for (?:all )?(?:your|the|that|this)(?: quick| great| kind)?(?: help| assistance| time| answer| reply| support| info| information| explanation)?)*|you(?:'ve| have) been (?:very |so |really )?helpful|you(?:'re| are) (?:the best|great|awesome|a star|very kind)",
  ],
  [
    "wellbeing",
    "wie geht(?:'s| es)(?: dir| ihnen| euch)?|(?:comment )?ça va|comment allez-vous|cómo est[áa]s?|qué tal|come (?:stai|va|sta)|tudo bem|como vai(?: você)?|hoe gaat het(?: met (?:je|u))?|how are you(?: doing)?(?: today)?|how(?:'s| is) it going|how do you do|what'?s up",
  ],
  [
    "greeting",
    "hi+(?: there| all| team| everyone)?|hello+(?: there| all| team| everyone| again)?|hey+(?: there| all)?|hiya|howdy|good (?:morning|afternoon|evening|day)|greetings|hallo(?: zusammen)?|guten (?:tag|morgen|abend)|moin|servus|grüezi|bonjour|bonsoir|salut|hola|buen(?:os|as) (?:días|tardes|noches)|buon ?giorno|buona ?sera|ol(?:a|á)|bom dia|boa (?:tarde|noite)|goede(?:morgen|middag|navond| morgen| middag| avond)|goeden?dag|hej|hei|moi|здравствуйте|привет|добрый день|merhaba|你好|こんにちは|안녕하세요",
  ],
  [
    "acknowledgement",
    "ok(?:ay)?|k|alright|all right|great|perfect|awesome|cool|nice|excellent|wonderful|lovely|fantastic|brilliant|super|good|fine|got it|gotcha|i see|i understand|understood|makes sense|that makes sense|(?:that|this|it)(?: really)?(?: helps| helped| works| worked| did it)(?: a lot| great| perfectly| now)?|(?:that|this|it)(?:'s| is| was) (?:all|it|great|perfect|helpful|very helpful|good|fine|clear|everything)(?: for now| i needed| thanks)?|nothing else|no more questions|never ?mind|all good|sounds good|will do|noted|wow|oh|ah|haha|lol|alles klar|verstanden|verstehe|prima|toll|klasse|das (?:war alles|hilft(?: mir)?|passt|reicht)|d'accord|parfait|génial|très bien|compris|c'est (?:tout|bon|parfait|clair)|vale|perfecto|genial|de acuerdo|entendido|muy bien|eso es todo|va bene|perfetto|ottimo|capito|d'accordo|è tutto|certo|perfeito|ótimo|entendi|entendido|tudo certo|é só isso|oké|begrepen|duidelijk|helder|dat (?:was alles|is alles|helpt)|хорошо|понятно|好的|わかりました",
  ],
];
/** Asks what it is talking to: about itself the assistant always says the truth. */
const identityPhrases = [
  "who (?:built|made|created|are) you|what are you",
  "(?:bist du|sind sie) (?:ein |eine )?(?:echter? )?(?:bot|chatbot|roboter|mensch|maschine|ki)|(?:wer hat dich|wer hat sie) (?:gebaut|gemacht|programmiert|erschaffen)|(?:rede|spreche|schreibe) ich mit (?:einem|einer) (?:menschen|bot|roboter|maschine|ki)|wer bist du|was bist du",
  "(?:es-tu|êtes-vous|tu es|vous êtes) (?:un |une )?(?:bot|robot|humain|humaine|vraie personne|ia)|qui (?:t'a|vous a) (?:créé|fait)|qui (?:es-tu|êtes-vous)",
  "(?:eres|es usted) (?:un |una )?(?:bot|robot|humano|humana|persona real|ia)|quién te (?:creó|hizo)|quién eres",
  "(?:sei|è) (?:un |una )?(?:bot|robot|umano|persona vera|ia)|chi ti ha (?:creato|fatto)|chi sei",
  "(?:você é|és) (?:um |uma )?(?:bot|robô|humano|pessoa real|ia)|quem (?:te|o) (?:criou|fez)|quem é você",
  "ben je (?:een )?(?:bot|robot|mens|echt)|bent u (?:een )?(?:bot|robot|mens)|wie heeft je gemaakt|wie ben je",
  "(?:jesteś|czy jesteś) (?:botem|robotem|człowiekiem|sztuczną inteligencją)|kto cię stworzył|kim jesteś",
  "(?:bot|robot) ?musun(?:uz)?|insan mısın(?:ız)?|seni kim yaptı|sen kimsin",
  "(?:ты|вы) (?:бот|робот|человек|ии)|кто (?:тебя|вас) (?:создал|сделал)|кто ты",
  "你是(?:机器人|真人|人|人工智能)吗|谁(?:创造|开发)了你|你是谁",
  "(?:あなたは)?(?:ボット|ロボット|人間|ai)ですか|誰が作りましたか",
  "(?:당신은 ?)?(?:봇|로봇|사람|인공지능)(?:인가요|이에요|예요|입니까)|누가 만들었(?:어요|나요)",
  "هل أنت (?:روبوت|بوت|إنسان|شخص حقيقي)|من (?:صنعك|أنت)",
  "(?:האם )?(?:אתה|את) (?:בוט|רובוט|אדם|בן אדם)|מי (?:יצר|בנה) אותך",
].join("|");
/** A link without a word about it. */
const onlyLink = /^https?:\/\/\S{1,110}$/i;
/** A message of signs or of one digit, or a try whether anybody is there. */
const onlySigns = /^(?:[^\p{L}\p{N}]+|\p{N})$/u;
const onlyTest = /^(?:test|testing|test test|prueba|prova|teste|тест|测试|テスト|테스트)[\s\d.!?]{0,12}$/iu;

const allPhrases = smallTalkPhrases.map(([, phrases]) => phrases).join("|");
/** Each phrase is read once, as far as it goes: "bye bye" has two readings, and forty of them had more than anybody can count. */
const onlySmallTalk = new RegExp(`^(?:(?=((?:${allPhrases})(?![\\p{L}\\p{N}'])[\\s,.;:!?~)(-]*))\\1)+$`, "iu");
const kinds = smallTalkPhrases.map(
  ([kind, phrases]) => [kind, new RegExp(`(?<![\\p{L}\\p{N}])(?:${phrases})(?![\\p{L}\\p{N}])`, "iu")] as const,
);
const onlyIdentity = new RegExp(
  `^(?:(?:hi|hello|hey|hallo|hola|ciao|salut)[,!. ]+)?(?:${identityPhrases})[\\s?？؟.!]*$`,
  "iu",
);
/** Says no to what stands above it: no small talk. */
const onlyRefusal = /^(?:👎|😞|😠|😡|🙁|☹|❌|\p{Emoji_Modifier}|\u{fe0f}|\s)+$/u;
const decoration = /\p{Extended_Pictographic}|\p{Emoji_Modifier}|\u{fe0f}|\u{200d}/gu;
const identityQuestion =
  /^(?:(?:hi|hello|hey)[,!. ]+)?(?:are you|am i (?:talking|speaking|chatting) (?:to|with)|is this) (?:a |an |the )?(?:real |actual |live )?(?:bot|robot|chatbot|machine|ai|human|person|computer|real)(?: being| person)?(?: or(?: \w+)+)? ?\?*$/i;

/** The polite answer to a message that asks nothing, or null when it asks something. */
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
  if (onlySigns.test(text) || onlyTest.test(text) || onlyLink.test(text)) return "greeting";
  if (!onlySmallTalk.test(text)) return null;
  return kinds.find(([, phrases]) => phrases.test(text))?.[0] ?? null;
}

/** What kind of turn a message asks for; by rules, so that "thanks" and "a person, please" cost no model call. */
export function intentOf(message: string): Intent {
  if (message.trim() === "") return "only_files";
  if (asksForPerson(message)) return "asked_for_person";
  return smallTalkKind(message) === null ? "question" : "small_talk";
}
