import type { CopilotAction } from "../../protocol/copilot.ts";

/**
 * Words by which a message asks for an action, in English, German, French and Spanish. All patterns meet folded text: lower case, no marks,
 * `ss` for the sharp s, straight apostrophes.
 */
const source = (...parts: string[]) => new RegExp(`(?<![\\p{L}\\p{N}])(?:${parts.join("|")})(?![\\p{L}\\p{N}])`, "u");

/** Documents by what they are called: policy, terms, page, Satzung. */
export const documentNoun = source(
  "polic(?:y|ies)|terms|conditions?|versions?|agreements?|statements?|(?:guide|guideline)s?|pages?|documents?|docs?|contracts?",
  "addend(?:um|a)|handbooks?|manuals?|notices?|leaflets?|bylaws?|schedules?|faqs?|articles?|forms?|rules|procedures?|slas?|dpas?|tos|references?",
  "how-tos?|whitepapers?|tariffs?|\\p{L}*bedingungen|agb|\\p{L}*richtlinien?|\\p{L}*satzung(?:en)?|\\p{L}*ordnung(?:en)?|\\p{L}*vertrage?",
  "\\p{L}*erklarung(?:en)?|\\p{L}*-?seiten?|\\p{L}*dokumente?|fassung(?:en)?|leitfaden|\\p{L}*handbuch|tarife?",
  "politiques?|reglements?|guides?|politicas?|terminos|condiciones|folletos?|guias?|reglamentos?",
);

/** A text that somebody wrote and may want to have checked. */
export const textNoun = source(
  "drafts?|repl(?:y|ies)|answers?|e-?mails?|mails?|letters?|texts?|notices?|leaflets?|brochures?|posts?|announcements?|press release|snippets?",
  "messages?|my summary|clauses?|offers?|tutorials?|banners?|explanations?|wording|copy|adverts?|campaigns?|newsletters?|scripts?|templates?|macros?|landing pages?|slides?|quickstart|consent form|web ?page|website|sentences?|paragraphs?",
  "antwort(?:en)?|entwurfe?|schreiben|briefe?|auskunft|textes?|text|reponses?|messages?|lettres?|brouillons?|respuestas?|borrador(?:es)?|cartas?|mensajes?",
);

/** What asks for something else than its words say: absorbed before any other cue is looked for. */
export const absorbing: readonly { pattern: RegExp; action: CopilotAction }[] = [
  {
    pattern: source(
      "(?:summar\\p{L}*|overview|list|table|key|main|biggest|important|essential|rundown|highlights?|sum up|uberblick|zusammenfassung|resumen?|wichtigsten|wesentlichen)(?: of| up| uber| der| die| des| les| de las| las)?(?: all| the| key| main)*(?: differences| changes| unterschiede\\p{L}*| anderungen| differences| diferencias| cambios)",
    ),
    action: "compare",
  },
  { pattern: source("check (?:\\p{L}+ ){0,6}for differences"), action: "compare" },
];

export const strongCues: Readonly<Record<Exclude<CopilotAction, "inquire">, RegExp[]>> = {
  summarize: [
    source(
      "(?<!(?:my|your|his|her|their) )summar(?:y|ies|i[sz]e[sd]?|i[sz]ing)|sum(?:s|med)? (?:[^.;?]{0,80} )?up|tl;?dr|(?:key|main|important|essential|central) (?:points?|facts?|takeaways?|bits|things|parts|messages?)|takeaways?",
      "gist|essence|essentials|nutshell|highlights|digest|abstract|outline|overview|rundown|recap|synopsis|abridged?|condensed?|boil (?:[^.;?]{0,80} )?down",
      "(?:short(?:er|est)?|brief|condensed|compact|long) (?:version|form|text)|cheat ?sheet|one-pager|take away from|what should [^.;?]{2,60} know (?:about|of|from)|in (?:short|brief)|bullets|bullet points|in (?:one|two|three|four|five|six|a few|\\d+) (?:sentences?|lines?|bullets?|words|points)",
      "brief me|wrap up|shorten|walk me through|most important|what do i (?:need|have) to know|what(?:'s| is) in (?:the|this|that|our)",
    ),
    source(
      "worum geht(?: es|'s)?|was steht in|spickzettel|zusammen(?:fass|gefass)\\p{L}*|fass(?:e|t|en)? [^.;?]{0,120}zusammen|kurzfassung|uberblick|stichpunkt\\p{L}*|kernpunkte|kernaussagen",
      "(?:wichtigst|wesentlich|zentral)en? (?:punkte|aussagen|inhalte|fakten|dinge)|in kurze|kurz gesagt|im wesentlichen|im uberblick|auf einen blick|in einem satz",
    ),
    source(
      "resume[rsz] (?:les?|la|l'|cette|ce)|(?:fais|donne|faire)[- ](?:moi |nous )?un resume|resume d[ue]s?|synthese|points? (?:cles?|essentiels?|principaux)|en bref|apercu|de quoi (?:parle|s'agit)",
      "resumen|resumir|resume (?:los?|las?|el|esta|este)|resumeme|puntos (?:clave|principales)|sintesis|en pocas palabras|de que trata",
    ),
    /^what(?:'s| is| are) [^?]{2,80} (?:about|say(?:ing)?)\s*\?*$/u,
    /\bwhat do(?:es)? [^?]{2,80} say(?: overall| in general| altogether| in total)?\s*\?*$/u,
  ],
  compare: [
    source(
      "compare[sd]?|comparing|differ(?:s|ed)?|differences?|(?<!\\b(?:a|any|some|no) )different(?:ly)?(?! \\p{L}+s(?![\\p{L}]))|versus|vs\\.?|diff|contrast(?:ed)?|side by side|next to each other|similarities|in common|identical|(?:dis)?agree with each other|disagree|deviat(?:e|es)|(?:set|put|line) [^.;?]{2,60} (?:against|beside|next to)|is new in|say the same|same content|not the same",
      "changelog|chang(?:e|ed|es) (?:in|between|from|since|of|to|compared)|what(?:'s| is| has| did we| have we)?(?: been)? changed?|what(?:'s| is) new in|(?:stricter|longer|shorter|\\p{L}{3,}er|more \\p{L}+|less \\p{L}+) [^.;?]{0,40}than (?:the|its|their) (?:previous|old(?:er)?|others?|current|new(?:er)?|earlier|last|first|second)",
      "which of (?:the |these )?(?:two|three|four|five|both)",
      "(?:both|two|three|four|five) [^.;?]{0,40} (?:say|regulate|handle)",
    ),
    /^(?:(?:give|make|show|write|do|draw up|want|need|i'd like|i want|i need)(?: me| us)?(?: up)? )?(?:a |the )?comparison\b/u,
    /^which [^?]*\b(?:more|less|better|longer|shorter|newer|older|stricter|cheaper)\b[^?]*\bor\b/u,
    source(
      "vergleich(?:e|en|t|st)?|vergleiche\\p{L}*|gegenuberstell\\p{L}*|stell(?:e|t|en)? [^.;?]{0,120}gegenuber|unterschiede?n?|unterscheide[nt]|worin|geandert|anderungen|identisch|neu in d\\p{L}+|was ist neu|weich(?:t|en) [^.;?]{0,80}ab",
      "comparai?son|comparati(?:f|ve|vo)s?|compare[rz]?|(?:en quoi|comment) [^.;?]{0,80}differ(?:ent|e)|qu'est-ce qui (?:a|ont) change|changements|quoi de neuf|nouveautes|identiques?",
      "compara(?:r|cion|me)?|diferencias?|se diferencian?|que (?:ha )?cambi(?:o|ado)|cambios|novedades|identicos?",
    ),
  ],
  audit: [
    source(
      "(?:in line|consistent|in accordance|in agreement|in conflict|compliant|in compliance|at odds) with|compl(?:y|ies)|compliant|violat(?:e|es|ed|ing|ions?)|contradict(?:s|ed|ing|ions?)?|conflicts? with|for (?:conflicts?|contradictions|violations|errors|mistakes)|clash(?:es)? with",
      "(?:break|breach)(?:es|s)? (?:[^.;?]{0,30} )?(?:rules?|polic(?:y|ies)|terms|guidelines?)|breaks? (?:our|any)|fact-?check|backed by|(?:anything|something|everything|nothing|what) in (?:my|this|that|here|the (?:draft|text|reply|answer|letter|mail))|compliance check|match(?:es)? (?:the|our|this)|agrees? with|promises? (?:more|something|anything|too much)",
      "(?:check(?:ed)?|verify|validate|review|proofread|hold|test|audit) (?:[^.;?]{0,100} )?(?:against|whether|with)|spot (?:the )?mistakes|what(?:'s| is) wrong (?:in|with) (?:my|this|the)",
      "audit(?=:? (?:the|this|that|these|my|our|it|against|whether|new))|am i allowed to (?:write|say|send)|still correct|correct (?:according|given)",
    ),
    /^audit\b(?! (?:logs?|trails?|reports?|events?|questionnaires?))/u,
    source(
      "(?:uber)?pruf(?:e|t|en)? [^.;?]{0,100}(?:gegen|ob|anhand|auf)|uberpruf\\p{L}*|verstosst?|verstosse|verstossen|stimmt [^.;?]{0,60}uberein|(?:entspricht|entsprechen)|passt [^.;?]{0,40} zu[rm]?|halt sich [^.;?]{0,40} an|widersprich\\p{L}*|widersprech\\p{L}*|konform|im einklang|vereinbar mit",
      "verifie[rz]? [^.;?]{0,60}(?:par rapport|avec|selon|contre)|conforme|respecte(?:nt)?|contredi\\p{L}*|enfrein\\p{L}*",
      "(?:comprueba|verifica|revisa) [^.;?]{0,60}(?:con|contra|segun)|cumplen?|contradicen?|infring\\p{L}*",
    ),
  ],
};

/** Asked about a text that lies there, these words want it checked; without one they mean nothing. */
export const textCues = source(
  "(?:can|may|could|should) (?:i|we) (?:send|publish|say|write|post|use|answer)|o(?:k|kay)|to (?:send|publish)|like this|correct|right|true|wrong|mistakes?|errors?|darf ich|richtig|korrekt|in ordnung|kann ich das (?:so )?(?:senden|schicken)|correcte?|correcto",
);

/** Things that customers, users or the asker do themselves: "how can users compare prices" asks how. */
export const askedHow =
  /\b(?:how|where|when|why|who|wie|wo|comment|como|donde)\b(?:(?! (?:the|our|these|both|die|der|les|los)\b)[^?.;]){0,60}?\b(?:to |can |could |do |does |may |should |must )(?:\p{L}+ ){0,3}?(?:compare(?! (?:to|with|against))|summari[sz]e|audit|check|verify|validate|condense|shorten)\b/u;

/** "Do not compare", "no need to summarize": what is not wanted. */
export const notWanted =
  /\b(?:don'?t|do not|no need to|without|instead of|rather than|not)\s+(?:\p{L}+ )?(?:compar\p{L}*|summar\p{L}*|audit\p{L}*|check\p{L}*|(?:a )?comparison)[^,.;:]*/gu;

/** Beginnings of a question, as a sentence or behind a comma. */
export const questionStart =
  /(?:^|[,:–-] ?)(?:(?:and|but|so|or|und|aber|et|y|is there|are there) )?(?:who|whom|whose|what|which|when|where|why|how|is|are|was|were|do(?! the same| that| it| this)|does|did|can|could|may|must|shall|should|will|would|has|have|had|am|isn't|aren't|doesn't|don't|can't|until when|from when|up to (?:which|what)|by when|at what|in (?:which|what)|for how|wer|wen|wem|wessen|was|welche[rsmn]?|wann|wo|woher|wohin|warum|wieso|weshalb|wie|wieviel|ist|sind|war|hat|haben|kann|konnen|darf|durfen|muss|mussen|soll|sollen|wird|werden|gibt|zahlt|gilt|bis wann|ab wann|ab welche[rmn]|qui|que|quoi|quel(?:le)?s?|quand|ou|pourquoi|comment|combien|est-ce|peut-on|faut-il|qu'est|quien(?:es)?|cual(?:es)?|cuando|donde|por que|como|cuanto?s?|cuantas?|se puede|hay|puede)(?![\p{L}'])/u;

/** Ways to ask for something to be told, without a question. */
export const tellMe = source(
  "tell me|explain|find(?: out)?|look up|search|show me|let me know|i wonder|asks? (?:if|whether|what|how|when|where|who|why)|(?:wants?|like|need) to know|looking (?:for )?(?:information|info|for)|questions? (?:is|are|about|on)|(?:information|info|details|advice) (?:about|on|of|regarding|for)|wonder(?:ing)?|help (?:with|me with|using)|a few things|what now",
  "sag mir|erklare?|such(?:e|en)?|finde|fragt,? (?:ob|was|wie|wann)|(?:mochte|will) wissen|dis-moi|explique|cherche|veut savoir|dime|explica|busca|quiere saber",
);

/** Points at the text that came along. */
export const pointsAtText =
  /\b(?:this|these|here|my|i (?:wrote|said|told|promised|answered)|what i|dies\p{L}*|hier|das so|mein\p{L}*|ce(?:tte|ci)?|mon|ma|esta?e?|esto|mi)\b/u;

/** Somebody tells what happened to them or what they are after: a case, to be looked up. */
export const statesCase =
  /\b(?:i|i'(?:m|ve|d|ll)|my|me|we|our|he|she|they|his|her|their|ich|mein\p{L}*|wir|unser\p{L}*|je|j'ai|mon|ma|nous|mi|yo|customers?|clients?|users?|patients?|kund(?:e|in|en)|citizens?)\b/u;

/** Says nothing of what is wanted. */
export const vague =
  /\b(?:something|anything|stuff|sth|etwas|irgendwas|quelque chose|algo|these|those|what can you|who are you|was kannst du|thanks?|danke|merci|gracias|great)\b/u;

/** Politeness and address in front of what is asked; none of it says what. */
export const preamble =
  /^(?:(?:hi|hello|hey|hallo|bonjour|hola|please|bitte|ok|okay|so|now|then|also|first|just|quickly|s'il te plait|s'il vous plait|por favor|@[\p{L}\p{N} ]{0,3}|(?:can|could|would|will) (?:you|u)(?: please| quickly)?|i(?:'d| would) like you to|i (?:want|need) you to|kannst du(?: mir)?(?: bitte)?|konnen sie(?: mir)?(?: bitte)?|konntest du|peux-tu|pouvez-vous|puedes|podrias)[ ,!]+)+/u;

/** A message that leans on the one before it: what was done there is done again. */
export const followUp =
  /^(?:and|und|et|y|now|jetzt|again|same|(?:please )?do the same|das gleiche|dasselbe|the same|only|just|nur|seulement|solo|what about|how about|was ist mit|wie sieht es|et pour|y para|in (?:german|english|french|spanish|plain|simple|more|other)|auf (?:deutsch|englisch|franzosisch)|en (?:francais|anglais|espanol|ingles)|(?:a bit |much )?(?:shorter|longer|simpler)|more (?:detail|details|detailed)|(?:etwas |noch )?(?:kurzer|langer|einfacher)|noch ?mal|plus (?:court|long)|mas (?:corto|largo)|(?:the |for the )?(?:first|second|third|other|next|previous|new|old) one|the (?:other|next)|without|ohne)(?![\p{L}\p{N}])|\b(?:the same|do that|do it|once more|again)\b/u;
