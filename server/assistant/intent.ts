import type { TenantProfile } from "./ports.ts";
import { smallTalkReplies } from "./prompts.ts";
import type { Intent } from "./state.ts";

type SmallTalk = keyof typeof smallTalkReplies;

/** Longer messages carry a matter of their own, however politely they begin. */
const maxSmallTalkChars = 120;

/** Phrases that ask nothing. A message that consists of nothing else is small talk; the first kind found here names it. */
const smallTalkPhrases: [kind: SmallTalk, phrases: string][] = [
  [
    "goodbye",
    "bye(?: bye)?|goodbye|good bye|see (?:you|ya)(?: later| soon)?|have a (?:nice|good|great|lovely) (?:day|evening|weekend|one|night|time)|take care|good night|cya|tsch(?:ü|ue)ss|au revoir|adi(?:o|ó)s|ciao",
  ],
  [
    "thanks",
    "(?:many |much |no )?(?:thanks|thank you|thankyou|thank u|thx|tnx|ty|cheers|tysm|much appreciated|i appreciate (?:it|that|your help)|danke(?: sch(?:ö|oe)n)?|vielen dank|merci(?: beaucoup)?|(?:muchas )?gracias|obrigad[oa]|grazie(?: mille)?|谢谢|謝謝|ありがとう(?:ございます)?|감사합니다)(?: so much| very much| a lot| a bunch| a million| again| then| all| for (?:all )?(?:your|the|that|this)(?: quick| great| kind)?(?: help| assistance| time| answer| reply| support| info| information| explanation)?)*|you(?:'ve| have) been (?:very |so |really )?helpful|you(?:'re| are) (?:the best|great|awesome|a star|very kind)",
  ],
  ["wellbeing", "how are you(?: doing)?(?: today)?|how(?:'s| is) it going|how do you do|what'?s up"],
  [
    "greeting",
    "hi+(?: there| all| team| everyone)?|hello+(?: there| all| team| everyone| again)?|hey+(?: there| all)?|hiya|howdy|good (?:morning|afternoon|evening|day)|greetings|hallo|guten (?:tag|morgen|abend)|bonjour|hola|ol(?:a|á)|你好|こんにちは|안녕하세요",
  ],
  [
    "acknowledgement",
    "ok(?:ay)?|k|alright|all right|great|perfect|awesome|cool|nice|excellent|wonderful|lovely|fantastic|brilliant|super|good|fine|got it|gotcha|i see|i understand|understood|makes sense|that makes sense|(?:that|this|it)(?: really)?(?: helps| helped| works| worked| did it)(?: a lot| great| perfectly| now)?|(?:that|this|it)(?:'s| is| was) (?:all|it|great|perfect|helpful|very helpful|good|fine|clear|everything)(?: for now| i needed| thanks)?|nothing else|no more questions|never ?mind|all good|sounds good|will do|noted|wow|oh|ah|haha|lol",
  ],
];
const allPhrases = smallTalkPhrases.map(([, phrases]) => phrases).join("|");
const onlySmallTalk = new RegExp(`^(?:(?:${allPhrases})(?![\\p{L}\\p{N}'])[\\s,.;:!?~)(-]*)+$`, "iu");
const decoration = /\p{Extended_Pictographic}|\p{Emoji_Modifier}|\u{fe0f}|\u{200d}/gu;
const identityQuestion =
  /^(?:(?:hi|hello|hey)[,!. ]+)?(?:are you|am i (?:talking|speaking|chatting) (?:to|with)|is this) (?:a |an |the )?(?:real |actual |live )?(?:bot|robot|chatbot|machine|ai|human|person|computer|real)(?: being| person)?(?: or (?:a |an )?[\w ]+)?\s*\?*$/i;

/** The polite answer to a message that asks nothing, or null when it asks something. */
export function smallTalkReply(message: string, tenant: TenantProfile): string | null {
  const kind = smallTalkKind(message);
  return kind === null ? null : smallTalkReplies[kind](tenant);
}

function smallTalkKind(message: string): SmallTalk | null {
  if (message.length > maxSmallTalkChars) return null;
  const text = message.replace(decoration, " ").replaceAll("’", "'").replace(/\s+/g, " ").trim();
  if (identityQuestion.test(text)) return "identity";
  if (text === "" || !onlySmallTalk.test(text)) return null;
  for (const [kind, phrases] of smallTalkPhrases)
    if (new RegExp(`(?<![\\p{L}\\p{N}])(?:${phrases})(?![\\p{L}\\p{N}])`, "iu").test(text)) return kind;
  return null;
}

const person =
  "(?:human(?: being)?|person|agent|representative|rep|operator|advis[eo]r|specialist|consultant|supervisor|manager|someone|somebody|staff(?: member)?|colleague|employee|team member|technician|customer (?:service|support|care)|support(?: (?:team|staff|agent|person|rep))?|the team|your team|the support team)";
const living = "(?:real|actual|live|living|human|different|proper|fellow)";
const reach =
  "(?:talk|speak|chat|connect(?: me)?|transfer(?: me)?|forward(?: me)?|switch(?: me)?|redirect(?: me)?|put me(?: through)?|hand me(?: over)?|pass me(?: on)?|get (?:me )?(?:through|in touch|hold)|be connected|be transferred|reach out)";
/** What may follow "a person" when it is the person that is asked for and not a thing named after one. */
const askEnd =
  "(?=\\s*(?:$|please|now|instead|asap|here|today|right (?:now|away)|about|who|that can|to (?:help|talk|speak|look|answer|call|assist|explain|solve|fix|chat)|not (?:a|an)\\b|rather|directly|immediately|from))";

/** Requests for a person, each as a clause of its own. */
const personRequests: RegExp[] = [
  new RegExp(
    `\\b${reach}\\s+(?:to|with|of)\\s+(?:a |an |the |some |one of (?:your|the) |your |another |any )?(?:${living} )*${person}\\b`,
    "i",
  ),
  new RegExp(
    `\\b(?:want|need|prefer|like|give me|get me|bring me|find me|have|can i (?:get|have)|could i (?:get|have)|let me (?:have|get))\\s+(?:to (?:see|reach|contact|have|get) )?(?:a |an |the |some |another )?(?:${living} )*(?:human(?: being)?|person|agent|representative|operator|supervisor|human help|human support|live chat|live support)${askEnd}`,
    "i",
  ),
  new RegExp(
    `^(?:just |no |ok(?:ay)? |please |yes )*(?:a |an |the )?(?:${living} )*(?:human(?: being)?s?|person|agent|representative|operator|live chat|customer service)(?: please| now| asap| instead| help| needed| required)*$`,
    "i",
  ),
  new RegExp(
    `\\bis (?:there|anybody|anyone)\\b.{0,20}\\b(?:${living} (?:human|person|agent|someone)|human|(?:person|agent|someone|somebody|anyone|anybody) (?:i (?:can|could)|available|(?:to|who can) (?:talk|speak|help)))`,
    "i",
  ),
  /\b(?:can|could|would|will|have) (?:someone|somebody|anyone|a person|a human|an agent|a representative)(?: from (?:your|the) \w+)?(?: please)? (?:please )?(?:call|phone|ring|contact|email|e-mail|reach|get back to) (?:me|us)\b/i,
  /^(?:please |can you |could you |i want you to |i(?:'d| would) like you to )*escalate (?:this|it|my (?:case|issue|ticket|problem|request|question))\b/i,
  /\b(?:don't|do not|dont|not going to|stop|tired of|sick of|hate) (?:want(?:ing)? to |want )?(?:(?:talk|talking|speak|speaking|chat|chatting) (?:to|with) )?(?:a |this |the |an )?(?:stupid |dumb |useless )?(?:bot|robot|machine|ai|chatbot|computer|automated (?:assistant|system|answers?))s?\b/i,
  /\bmit (?:einem |einer |dem )?(?:menschen?|mitarbeiter(?:in)?|person|berater(?:in)?|support) (?:sprechen|reden|chatten|verbinden)/i,
  /\b(?:parler|discuter) (?:à|avec|a) (?:un |une |quelqu'un|le |la )?(?:humain|personne|conseiller|conseillère|agent|vrai|vraie|support)?/i,
  /\bhablar con (?:una? |el |la )?(?:persona|humano|agente|alguien|representante|operador)/i,
  /\bfalar com (?:uma? |o |a )?(?:pessoa|humano|atendente|agente|alguém|operador)/i,
  /(?:人工客服|转人工|轉人工|真人客服|担当者と話|オペレーター(?:と|に)|상담원(?:과)? ?(?:연결|통화))/,
];
/** Somebody else talks to the person, or the message asks how reaching one works: no request. */
const aboutOthers =
  /\b(?:visitors?|customers?|users?|clients?|people|they|them|assistant|widget|chatbot|members?|agents|its?|how (?:does|is|are)|what (?:does|is|are|happens?)|when (?:does|is|are|should)|why (?:does|is|are)|who can|which)\b/i;
const declined =
  /\b(?:don't|do not|dont|without|never|no need|rather than|instead of|not|avoid|before i)\b[^,.;!?]{0,30}$/i;

/** True when the visitor asks to be put through to a person, and not merely about persons. */
export function asksForPerson(message: string): boolean {
  const clauses = message.replaceAll("’", "'").split(/[.,;:!?\n]+|\bbut\b|\band i\b/i);
  return clauses.some((part) => {
    const clause = part.trim();
    return personRequests.some((request) => {
      const match = request.exec(clause);
      if (!match) return false;
      const before = clause.slice(0, match.index);
      return !aboutOthers.test(before) && !declined.test(before);
    });
  });
}

/** What kind of turn a message asks for; by rules, so that "thanks" and "a person, please" cost no model call. */
export function intentOf(message: string): Intent {
  if (asksForPerson(message)) return "asked_for_person";
  return smallTalkKind(message) === null ? "question" : "small_talk";
}
