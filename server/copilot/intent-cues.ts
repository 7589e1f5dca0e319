import type { CopilotAction } from "../../protocol/copilot.ts";

/**
 * Words by which a message asks for an action, in English, German, French and Spanish. All patterns meet folded text: lower case, no marks,
 * `ss` for the sharp s, straight apostrophes.
 */
// pattern-bound 4000: endsOf in intent-rules.ts
const source = (...parts: string[]) => new RegExp(`(?<![\\p{L}\\p{N}])(?:${parts.join("|")})(?![\\p{L}\\p{N}])`, "u");

/** Documents by what they are called: policy, terms, page, Satzung. */
export const documentNoun = source(
  "polic(?:y|ies)|terms|conditions?|versions?|agreements?|statements?|(?:guide|guideline)s?|pages?|documents?|docs?|contracts?",
  "addend(?:um|a)|handbooks?|manuals?|notices?|leaflets?|bylaws?|schedules?|faqs?|articles?|forms?|rules|procedures?|slas?|dpas?|tos|references?",
  "regulations?|leases?|playbooks?|charters?|codes? of conduct|protocols?|standards?|catalog(?:ue)?s?|checklists?|directives?|instructions?|how-tos?|whitepapers?|tariffs?|\\p{L}*bedingungen|agb|\\p{L}*richtlinien?|\\p{L}*satzung(?:en)?|\\p{L}*ordnung(?:en)?|\\p{L}*vertrage?",
  "\\p{L}*erklarung(?:en)?|\\p{L}*-?seiten?|\\p{L}*dokumente?|fassung(?:en)?|leitfaden|\\p{L}*handbuch|tarife?",
  "\\p{L}*hinweisen?|\\p{L}*vorschriften?|\\p{L}*vereinbarung(?:en)?|\\p{L}*regelung(?:en)?|\\p{L}*anleitung(?:en)?|politiques?|reglements?|guides?|politicas?|terminos|condiciones|folletos?|guias?|reglamentos?",
);

/** A text that somebody wrote and may want to have checked. */
export const textNoun = source(
  "drafts?|repl(?:y|ies)|answers?|e-?mails?|mails?|letters?|texts?|notices?|leaflets?|brochures?|posts?|announcements?|press release|snippets?",
  "what (?:i|we|he|she|they) (?:just )?(?:told|said|wrote|promised|answered|sent|offered)|(?:job )?ads?|memos?|intros?|captions?|tickets?|chats?|messages?|my summary|clauses?|offers?|tutorials?|banners?|explanations?|wording|copy|adverts?|campaigns?|newsletters?|scripts?|templates?|macros?|landing pages?|slides?|quickstart|consent form|web ?page|website|sentences?|paragraphs?",
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
  { pattern: source("(?:check|look|spot|find) (?:\\p{L}+ ){0,6}(?:for )?(?:the )?differences"), action: "compare" },
];

export const strongCues: Readonly<Record<Exclude<CopilotAction, "inquire">, RegExp[]>> = {
  summarize: [
    source(
      "(?<!(?:my|your|his|her|their) )summar(?:y|ies|i[sz]e[sd]?|i[sz]ing)|sum(?:s|med)? (?:[^.;?]{0,80} )?up|tl;?dr|(?:key|main|important|essential|central) (?:points?|facts?|takeaways?|bits|things|parts|messages?)|takeaways?",
      "(?:the )?short of|plain (?:words|english|terms|language)|simple (?:words|terms|english|language)|laym[ae]n\\p{L}*|bottom line|big picture|crash course|primer|quick read|up to speed|catch me up|fill me in|gist|essence|essentials|nutshell|highlights|digest|abstract|outline|overview|rundown|recap|synopsis|abridged?|condensed?|(?:boil|break|shrink|cut|trim|distil|reduce|strip|condense)s? (?:[^.;?]{0,80} )?down",
      "(?:short(?:er|est)?|brief|condensed|compact|long) (?:version|form|text)|cheat ?sheet|one-pager|take away from|what should [^.;?]{2,60} know (?:about|of|from)|in (?:short|brief)|bullets|bullet points|in (?:a|one|two|three|four|five|six|a few|a couple of|under|less than|\\d+)(?: \\d+)? (?:short )?(?:paragraphs?|sentences?|lines?|bullets?|words|points|nutshell)|(?:the )?(?:main|key|core|important|essential|crucial) (?:stuff|ideas|rules|content|aspects|contents|provisions|bits)",
      "brief me|wrap up|shorten|(?:walk|run|guide) (?:me|us|him|her|them|a|an|the|our) (?:[^.;?]{0,60} )?through|most important|what (?:do|does|should|must) [^.;?]{2,60} know (?:of|from)|(?:haven't|have not|never|no time|didn't|without) (?:got |to |had )?(?:time )?(?:to )?read(?:ing)?|what do i (?:need|have) to know|what(?:'s| is) in (?:the|this|that|our)",
    ),
    source(
      "(?:he)?runter ?brechen|auf den punkt|das (?:wichtigste|wesentliche)|kurz und knapp|in einfachen worten|kernaussage|worum geht(?: es|'s)?|was steht in|spickzettel|zusammen(?:fass|gefass)\\p{L}*|fass(?:e|t|en)? [^.;?]{0,120}zusammen|kurzfassung|uberblick|stichpunkt\\p{L}*|kernpunkte|kernaussagen",
      "(?:wichtigst|wesentlich|zentral)en? (?:punkte|aussagen|inhalte|fakten|dinge)|in kurze|kurz gesagt|im wesentlichen|im uberblick|auf einen blick|in einem satz",
    ),
    source(
      "resume[rsz] (?:les?|la|l'|cette|ce)|(?:fais|donne|faire)[- ](?:moi |nous )?un resume|resume d[ue]s?|synthese|points? (?:cles?|essentiels?|principaux)|en bref|apercu|de quoi (?:parle|s'agit)",
      "resumen|resumir|resume (?:los?|las?|el|esta|este)|resumeme|puntos (?:clave|principales)|sintesis|en pocas palabras|de que trata",
    ),
    /^what(?:'s| is| are) [^?]{2,80} (?:about|say(?:ing)?)\s*\?*$/u,
    /\bwhat do(?:es)? [^?]{2,80} say,?(?: overall| in general| altogether| in total)?\s*\?*$/u,
  ],
  compare: [
    source(
      "compare[sd]?|comparing|differ(?:s|ed)?|differences?|(?<!\\b(?:a|any|some|no) )different(?:ly)?(?! \\p{L}+s(?![\\p{L}]))|versus|vs\\.?|diff|contrast(?:ed)?|side by side|next to each other|similarities|in common|identical|(?:dis)?agree with each other|disagree|deviat(?:e|es)|(?:set|put|line) [^.;?]{2,60} (?:against|beside|next to)|is new in|say the same|same content|not the same",
      "stack(?:s|ed)? up|diverg(?:e|es|ed|ing|ences?)|overlap(?:s|ped)?|discrepanc(?:y|ies)|var(?:y|ies) (?:between|from)|delta|redline|tell (?:[^.;?]{0,60} )?apart|same or (?:not|different)|then and now|changelog|chang(?:e|ed|es) (?:in|between|from|since|of|to|compared)|what(?:'s| is| has| did (?:we|they|you)| have (?:we|they|you))?(?: been)? changed?|what(?:'s| is) new in|(?:stricter|longer|shorter|\\p{L}{3,}er|more \\p{L}+|less \\p{L}+) [^.;?]{0,40}than (?:the|its|their) (?:previous|old(?:er)?|others?|current|new(?:er)?|earlier|last|first|second)",
      "which of (?:the |these )?(?:two|three|four|five|both)",
      "(?:both|two|three|four|five) [^.;?]{0,40} (?:say|regulate|handle)",
    ),
    /^(?:(?:give|make|show|write|do|draw up|want|need|i'd like|i want|i need)(?: me| us)?(?: up)? )?(?:a |the )?comparison\b/u,
    // pattern-bound 4000: endsOf in intent-rules.ts
    /^which [^?]*\b(?:more|less|better|longer|shorter|newer|older|stricter|cheaper)\b[^?]*\bor\b/u,
    source(
      "nebeneinander|abweichung(?:en)?|weggefallen|hinzugekommen|dazugekommen|gestrichen|neuerungen|anders (?:als|in|im)|was ist [^.;?]{0,60}anders|vergleich(?:e|en|t|st)?|vergleiche\\p{L}*|gegenuberstell\\p{L}*|stell(?:e|t|en)? [^.;?]{0,120}gegenuber|unterschiede?n?|unterscheide[nt]|worin|geandert|anderungen|identisch|neu in d\\p{L}+|was ist neu|weich(?:t|en) [^.;?]{0,80}ab",
      "comparai?son|comparati(?:f|ve|vo)s?|compare[rz]?|(?:en quoi|comment) [^.;?]{0,80}differ(?:ent|e)|qu'est-ce qui (?:a|ont) change|changements|quoi de neuf|nouveautes|identiques?",
      "compara(?:r|cion|me)?|diferencias?|se diferencian?|que (?:ha )?cambi(?:o|ado)|cambios|novedades|identicos?",
    ),
  ],
  audit: [
    source(
      "(?:in line|consistent|in accordance|in agreement|in conflict|compliant|in compliance|at odds) with|compl(?:y|ies)|compliant|violat(?:e|es|ed|ing|ions?)|contradict(?:s|ed|ing|ions?)?|conflicts? with|for (?:conflicts?|contradictions|violations|errors|mistakes)|clash(?:es)? with",
      "(?:break|breach)(?:es|s|ing)? (?!down)(?:[^.;?]{0,30} )?(?:rules?|polic(?:y|ies)|terms|guidelines?)|(?:go|goes|going) against|out of line|(?:stick|sticks|adhere|adheres|adhering)(?:s|ing)? to|abides? by|in keeping with|align(?:s|ed)? with|square(?:s|d)? with|sanity check|policy check|proofread|(?:run|put|get) (?:[^.;?]{1,60} )?past|find contradictions|still accurate|(?:good|safe|ready) to (?:go|send|publish|post)|flag (?:every|any|all)\\p{L}*|breaks? (?:our|any)|fact-?check|backed by|(?:anything|something|everything|nothing|what) in (?:my|this|that|here|the (?:draft|text|reply|answer|letter|mail))|compliance check|match(?:es)? (?:the|our|this)|agrees? with|promises? (?:more|something|anything|too much)",
      "(?:check(?:ed)?|verify|validate|review|proofread|hold|test|audit) (?:[^.;?]{0,100} )?(?:against|whether|with|for violations?|for mistakes|for errors)|spot (?:the )?mistakes|what(?:'s| is) wrong (?:in|with) (?:my|this|the)",
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

/** The same, where a document is named: said of anything else they ask a question. */
export const documentCues: typeof strongCues = {
  summarize: [
    source(
      "what (?:really )?matters|what is (?:really )?important|explanation of (?:the|our)(?: whole| entire| full)?|(?:muss|mussen|soll|sollte|sollten) [^.;?]{2,60} (?:uber|von|zu[rm]?) [^.;?]{2,60} wissen",
    ),
    // pattern-bound 4000: endsOf in intent-rules.ts
    new RegExp(`(?:die|das|den|unsere\\p{L}*) ${documentNoun.source}[^.;?]{0,30} erklar\\p{L}*`, "u"),
    /^(?:explain|describe|introduce|present) (?:me |us )?(?:to me )?(?:the|our|this|die|das|den) (?:[\p{L}-]+ ){0,4}[\p{L}-]+(?: briefly| quickly| please| to \p{L}+)*(?: like .*)?$/u,
  ],
  compare: [
    /^which of (?:the|our|these|those) [^?]*\b(?:more|less|most|least|better|best|worse|\p{L}{3,}(?:er|est))\b/u,
    source(
      "(?:a|the|eine|der|im) (?:comparison|vergleich) (?:of|with|between|to|von|mit|zwischen|zu)|(?:was|were|been|got|is|are) (?:newly )?(?:added|dropped|deleted|taken out|left out|removed)(?: or (?:removed|added|dropped))? (?:from|in|to|since)|(?:added|dropped|removed|new|different) since",
    ),
    /\b(?:are|is|do|does|say|sind|ist)\b(?! the same\b)[^.;?]{0,80}\b(?:same|identical|alike|equal|gleich)\b(?=\s*(?:\?|$|on\b|about\b|in\b|for\b|way\b|as\b|regarding\b))/u,
  ],
  audit: [],
};

/** The same, where a text is there or named. */
export const checkCues = source(
  "cross-check|double-check|(?:verify|make sure|ensure) (?:that )?(?:this|my|the|our|it)",
);

/** Asked about a text that lies there, these words want it checked; without one they mean nothing. */
export const textCues = source(
  "(?:can|may|could|should) (?:i|we) (?:send|publish|say|write|post|use|answer)|o(?:k|kay)|to (?:send|publish)|like this|correct|right|true|wrong|mistakes?|errors?|(?:promise|get|got|breaking|violate|allowed|missed|overlooked|accurate|fits?|match(?:es)?|covered)|darf ich|passt|richtig|korrekt|in ordnung|kann ich das (?:so )?(?:senden|schicken)|correcte?|correcto",
);

/** Things that customers, users or the asker do themselves: "how can users compare prices" asks how. */
export const askedHow =
  /\b(?:how|where|when|why|who|wie|wo|comment|como|donde)\b(?:(?! (?:the|our|these|both|die|der|les|los)\b)[^?.;]){0,60}?\b(?:to |can |could |do |does |may |should |must )(?:\p{L}+ ){0,3}?(?:compare(?! (?:to|with|against))|summari[sz]e|audit|check|verify|validate|condense|shorten)\b/u;

/** "Do not compare", "no need to summarize": what is not wanted. */
export const notWanted =
  /\b(?:don'?t|do not|no need to|without|instead of|rather than|not)\s+(?:\p{L}+ )?(?:compar\p{L}*|summar\p{L}*|audit\p{L}*|check\p{L}*|(?:a )?comparison)[^,.;:]*/gu;

/** Beginnings of a question, as a sentence or behind a comma. */
export const questionStart =
  /(?:^|[,:–-] ?)(?:(?:and|but|so|or|und|aber|et|y|is there|are there) )?(?:who|whom|whose|what|which|when|where|why|how|is|are|was|were|do(?! the same| that| it| this| your)|does|did|can|could|may|must|shall|should|will|would|has|have|had|am|isn't|aren't|doesn't|don't|can't|until when|from when|up to (?:which|what)|by when|at what|in (?:which|what)|for how|wer|wen|wem|wessen|was|welche[rsmn]?|wann|wo|woher|wohin|warum|wieso|weshalb|wie|wieviel|ist|sind|war|hat|haben|kann|konnen|darf|durfen|muss|mussen|soll|sollen|wird|werden|gibt|zahlt|gilt|bis wann|ab wann|ab welche[rmn]|qui|que|quoi|quel(?:le)?s?|quand|ou|pourquoi|comment|combien|est-ce|peut-on|faut-il|qu'est|quien(?:es)?|cual(?:es)?|cuando|donde|por que|como|cuanto?s?|cuantas?|se puede|hay|puede)(?![\p{L}'])/u;

/** Ways to ask for something to be told, without a question. */
export const tellMe = source(
  "(?:check|see|find out|figure out) (?:how|what|when|where|who|why|which|if|whether)|(?:i )?(?:need|want|looking for|searching for) (?:the|a|our) (?:exact |right )?(?:deadline|amount|fee|price|cost|date|number|phone|address|limit|rule|clause|passage|section|paragraph|period|contact|name)|any(?:thing|body|one)? (?:info|information|details|in|on|about)|(?:list|name) (?:the|all|every|any)|tell me|explain|find(?: out)?|look up|search|show me|let me know|i wonder|asks? (?:if|whether|what|how|when|where|who|why)|(?:wants?|like|need) to know|looking (?:for )?(?:information|info|for)|questions? (?:is|are|about|on)|(?:information|info|details|advice) (?:about|on|of|regarding|for)|wonder(?:ing)?|help (?:with|me with|using)|a few things|what now",
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
  /\b(?:something|anything|stuff|sth|etwas|irgendwas|quelque chose|algo|these|those|what can you|who are you|was kannst du|thanks?|danke|merci|gracias|great|asap|your thing|the usual|need (?:it|them|this|these))\b/u;

/** Politeness and address in front of what is asked; none of it says what. */
export const preamble =
  /^(?:(?:hi|hello|hey|hallo|bonjour|hola|please|bitte|ok|okay|so|now|then|also|first|just|quickly|s'il te plait|s'il vous plait|por favor|@[\p{L}\p{N} ]{0,3}|(?:can|could|would|will) (?:you|u)(?: please| quickly)?|i(?:'d| would) like you to|i (?:want|need) you to|kannst du(?: mir)?(?: bitte)?|konnen sie(?: mir)?(?: bitte)?|konntest du|peux-tu|pouvez-vous|puedes|podrias)[ ,!]+)+/u;

/** A message that leans on the one before it: what was done there is done again. */
export const followUp =
  /^(?:and|und|et|y|now|jetzt|again|same|(?:please )?do the same|das gleiche|dasselbe|the same|only|just|(?:please )?(?:make|keep) (?:it|this|that)|nur|seulement|solo|what about|how about|was ist mit|wie sieht es|et pour|y para|in (?:german|english|french|spanish|plain|simple|more|other)|auf (?:deutsch|englisch|franzosisch)|en (?:francais|anglais|espanol|ingles)|(?:a bit |much )?(?:shorter|longer|simpler)|more (?:detail|details|detailed)|(?:etwas |noch )?(?:kurzer|langer|einfacher)|noch ?mal|plus (?:court|long)|mas (?:corto|largo)|(?:the |for the )?(?:first|second|third|other|next|previous|new|old) one|the (?:other|next)|without|ohne)(?![\p{L}\p{N}])|\b(?:the same|do that|do it|once more|again)\b/u;

/** What somebody who types two or three words wants to be told: "minimum age to rent a van". */
export const wantedFact = source(
  "deadlines?|due dates?|fees?|costs?|prices?|charges?|penalt(?:y|ies)|fines?|rates?|limits?|amounts?|(?:minimum|maximum|min|max)|age|(?:opening |office |business )?hours|durations?|periods?|lead times?|requirements?|exceptions?|eligibility|contact|phone number|e?-?mail address",
  "frist(?:en)?|\\p{L}*frist|gebuhr(?:en)?|kosten|preise?|mindest\\p{L}+|hochst\\p{L}+|offnungszeiten|dauer|voraussetzung(?:en)?|ausnahmen?|ansprechpartner",
);

/** Asked whether a text keeps to something. */
export const keepsTo =
  /\b(?:follow|match|meet|fit|respect|reflect|honou?r|allow|cover|permit|hold up|agree|clash|conflict|contradict|folgt|passt|entspricht)(?:s|es|ed)?\b/u;

/** Asked to be told yes or no. */
export const yesOrNo =
  /^(?:(?:and|but|so|or|und|aber) )?(?:is|are|am|was|were|does|do|did|can|could|may|should|would|will|has|have|had|any\p{L}*|everything|ist|sind|darf|durfen|passt|passen|stimmt|kann|hab(?:e|en)?|hat|est-ce|puis-je|puedo|esta|es)(?![\p{L}'])/u;

/** "Check whether she may cancel": a question, as long as no text is to be checked. */
export const checkedWhether =
  // pattern-bound 4000: endsOf in intent-rules.ts
  /\b(?:check|see|find out|figure out|verify|pruf\p{L}*) (?:(?:for )?(?:me|us) )?(?:if|whether|how|what|when|where|who|why|which|ob|wie|was|wann|wo|wer)\b/u;
