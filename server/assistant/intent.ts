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

/** "Talk to a person" and "I want a person" in other languages: the verb, what may stand between, the person. */
const personAbroad = {
  de: /(?<!\p{L})(?:(?:mit|zu) (?:(?:einem|einer|dem|der|jemandem|jemand|ihrem|ihrer|eurem|euren?|ihren?) )?(?:(?:echten?|richtigen?|menschlichen?|anderen?) )?(?:menschen?|mitarbeiter(?:in|n|innen)?|person|berater(?:in)?|kundenberater(?:in)?|support|kundenservice|kundendienst|ansprechpartner(?:in)?|jemandem?|agenten?|team)(?: (?:aus|vom|von) \p{L}+(?: \p{L}+)?)?,? ?(?:zu )?(?:sprechen|reden|chatten|telefonieren|verbinden|verbunden werden|schreiben|weiterleiten|weitergeleitet werden)|(?:verbinden|verbinde|leiten|leite) (?:sie )?mich .{0,20}(?:mit|an) .{0,20}(?:menschen|mitarbeiter|person|berater|support|kundenservice|jemand)|(?:möchte|will|brauche|hätte gern\p{L}*) (?:bitte )?(?:(?:einen|eine) )?(?:(?:echten?|richtigen?|menschlichen?) )?(?:menschen|mitarbeiter(?:in)?|ansprechpartner(?:in)?|berater(?:in)?)(?= ?(?:$|bitte|sprechen|am telefon|erreichen|jetzt)))/iu,
  fr: /(?<!\p{L})(?:(?:parler|discuter|échanger|chatter|joindre|contacter|mettre en (?:relation|contact)|transférer|passer|être mis en relation)(?:-moi)? (?:(?:à|avec|a|vers) )?(?:(?:un|une|le|la|l'|votre|quelqu'un du|quelqu'un de) ?)?(?:(?:vrai|vraie|autre) )?(?:humain|personne|conseill(?:er|ère)|agent|opérateur|être humain|quelqu'un|service client|support|équipe)|(?:veux|voudrais|souhaite|besoin d')(?: ?(?:un|une))? ?(?:vrai |vraie )?(?:humain|conseill(?:er|ère)|agent|personne réelle)(?= ?(?:$|s'il|humain|maintenant)))/iu,
  es: /(?<!\p{L})(?:(?:hablar|chatear|comunicarme|contactar|conectarme|transferirme|pásame|páseme|comuníqueme) (?:con|a) (?:(?:una?|el|la|algún|alguna|tu|su) )?(?:(?:verdadera?|otra|otro) )?(?:persona|humano|humana|agente|alguien|representante|operador(?:a)?|asesor(?:a)?|soporte|atención al cliente)|(?:quiero|necesito|quisiera) (?:una? )?(?:persona|humano|agente|asesor|operador)(?= ?(?:$|por favor|real|human[oa]|ahora)))/iu,
  it: /(?<!\p{L})(?:(?:parlare|chattare|mett(?:etemi|imi|ersi) in contatto|collegar(?:mi|emi)|passar(?:mi|emi)|passatemi|passami|essere messo in contatto|contattare) (?:(?:con|a) )?(?:(?:una?|un'|l'|il|la|qualche|il vostro|la vostra) ?)?(?:(?:vera|vero|altra) )?(?:persona|umano|operatore|operatrice|agente|qualcuno|consulente|assistenza|servizio clienti|essere umano)|(?:voglio|vorrei|ho bisogno di) (?:una? |un')?(?:persona|operatore|operatrice|umano|agente)(?= ?(?:$|per favore|reale|vera|umano|adesso)))/iu,
  pt: /(?<!\p{L})(?:(?:falar|conversar|entrar em contato|transfer(?:ir|e|ir-me)|conectar|passar)(?: me)? (?:com|para) (?:(?:uma?|o|a|algum|alguma|seu|sua) )?(?:(?:verdadeira|real|outra) )?(?:pessoa|humano|atendente|agente|alguém|operador(?:a)?|representante|suporte|atendimento)|(?:quero|preciso de|gostaria de) (?:uma? )?(?:pessoa|humano|atendente|operador)(?= ?(?:$|por favor|real|agora)))/iu,
  nl: /(?<!\p{L})(?:(?:met|naar) (?:(?:een|de|iemand van|jullie|uw) )?(?:(?:echte?|echt|menselijke|ander) )?(?:mens|persoon|medewerker|iemand|agent|klantenservice|support|collega|adviseur|team)(?: van \p{L}+)?(?: te)? (?:spreken|praten|chatten|bellen|verbinden|doorverbinden|doorverbonden worden|verbonden worden|overleggen)|(?:verbind|verbindt|zet) (?:u )?(?:mij|me) (?:door )?(?:met|naar) .{0,15}(?:mens|persoon|medewerker|iemand|klantenservice|agent)|(?:wil|zou graag) (?:een )?(?:echt mens|echte persoon|medewerker|mens)(?= ?(?:$|spreken|alstublieft|nu)))/iu,
  ru: /(?:поговорить|говорить|соедините|соедини|связаться|переключите|переведите|позовите)(?: меня)? (?:с|на|к) ?(?:живым |настоящим )?(?:человек|оператор|сотрудник|специалист|менеджер|поддержк)|позовите (?:человека|оператора)/iu,
};

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
  ...Object.values(personAbroad),
  /(?:人工客服|转人工|轉人工|真人客服|担当者と話|オペレーター(?:と|に)|상담원(?:과)? ?(?:연결|통화))/,
];
/** Somebody else talks to the person, or the message asks how reaching one works: no request. */
const aboutOthers =
  /\b(?:visitors?|customers?|users?|clients?|people|they|them|assistant|widget|chatbot|members?|agents|its?|kunden|besucher|nutzer|clients?|visiteurs?|utilisateurs?|clientes|usuarios?|clienti|utenti|usuários|klanten|gebruikers|bezoekers|wie (?:können|spricht|reden)|was passiert|wann|que se passe|quand|qué pasa|cuándo|cosa succede|o que acontece|wat gebeurt|wanneer|how (?:does|is|are)|what (?:does|is|are|happens?)|when (?:does|is|are|should)|why (?:does|is|are)|who can|which)\b/i;
const declined =
  /\b(?:don't|do not|dont|without|never|no need|rather than|instead of|not|avoid|before i|nicht|ohne|kein|keinen|keine|statt|bevor ich|sans|ne|au lieu de|sin|no quiero|en vez de|senza|non voglio|invece di|sem|não quero|niet|zonder|geen|in plaats van|не хочу|без)(?!\p{L})[^,.;!?]{0,30}$/iu;

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
