import type { Language } from "./language.ts";

/** How a person is asked for, by language. Patterns are sources of regular expressions, matched as whole words without regard to case. */
export interface PersonTable {
  /** Ways to ask for a person. */
  requests: string[];
  /** Words from which on the writer says what is wanted: "I", "can", "please". Whatever else stands behind the last of them is done to the request: "can I hide ...". */
  asker: string;
  /** Somebody else who speaks to the person, or words that ask how it works. */
  others: string;
  /** What turns the request down when it stands shortly before it: "without". */
  declined: string;
}

const person =
  "(?:human(?: being)?|person|agent|representative|rep|operator|advis[eo]r|specialist|consultant|supervisor|manager|someone|somebody|staff(?: member)?|colleague|employee|team member|technician|customer (?:service|support|care)|support(?: (?:team|staff|agent|person|rep))?|the team|your team|the support team)";
const living = "(?:real|actual|live|living|human|different|proper|fellow)";
const reach =
  "(?:talk|speak|chat|connect(?: me)?|transfer(?: me)?|forward(?: me)?|switch(?: me)?|redirect(?: me)?|put me(?: through)?|hand me(?: over)?|pass me(?: on)?|get (?:me )?(?:through|in touch|hold)|be connected|be transferred|reach out)";
/** What may follow "a person" when it is the person that is asked for and not a thing named after one, as "agent view" is. */
const end =
  "(?=[^\\p{L}'@]*(?:$|please|now|instead|asap|here|today|right (?:now|away)|directly|immediately|rather|not an?";
const askEnd = `${end}|about|who|that can|to (?:help|talk|speak|look|answer|call|assist|explain|solve|fix|chat)|from (?:your|the)))`;
const reachEnd = `${end}|about|regarding|concerning|who|that|to|from|in|on|at|of|with|for|because|as|since|so|or|and|if|when|by|over|first|then|soon|again|anyway|urgently|quickly|tomorrow|tonight|i|we|it|my|our|this|he|she|thanks?|thank|available|there)(?!\\p{L}))`;
const plainEnd = `${end}|any ?more|at all)(?!\\p{L}))`;
const bot = "(?:bot|robot|machine|ai|chatbot|computer|automated (?:assistant|system))s?";
const rude = "(?:a |an |this |these |your |the |another |some |stupid |dumb |useless )*";

/** English leads; the others say the same. */
export const personRequests: Partial<Record<Language, PersonTable>> = {
  en: {
    requests: [
      `${reach}\\s+(?:to|with|of)\\s+(?:a |an |the |some |one of (?:your|the) |your |another |any )?(?:${living} )*${person}${reachEnd}`,
      `(?:want|need|prefer|like|give me|get me|bring me|find me|can i (?:get|have)|could i (?:get|have)|let me (?:have|get))\\s+(?:to (?:see|reach|contact|have|get) )?(?:a |an |the |some |another )?(?:${living} )*(?:human(?: being)?|person|agent|representative|operator|supervisor|human help|human support|live chat|live support)${askEnd}`,
      `(?:reach|contact) (?:a |an |some |another )(?:${living} )*(?:human(?: being)?|person|agent|representative|operator)${plainEnd}`,
      `^(?:just |no |ok(?:ay)? |please |yes )*(?:a |an |the )?(?:${living} )*(?:human(?: being)?s?|person|agent|representative|operator|live chat|customer service)(?: please| now| asap| instead| help| needed| required)*$`,
      `is (?:there|anybody|anyone)(?!\\p{L}).{0,20}(?<!\\p{L})(?:(?:${living} (?:human|person|agent|someone)|human)(?=\\W*(?:$|i|we|who|that|to|available|here|there|around|online|on)(?!\\p{L}))|(?:person|agent|someone|somebody|anyone|anybody) (?:(?:i|we) (?:can|could)|available|(?:to|who can) (?:talk|speak|help)))`,
      "^is (?:anybody|anyone|somebody|someone) (?:there|here|around|available|online)$",
      "(?:can|could|would|will|have) (?:someone|somebody|anyone|a person|a human|an agent|a representative)(?: from (?:your|the) \\w+)?(?: please)? (?:please )?(?:call|phone|ring|contact|email|e-mail|reach|get back to) (?:me|us)(?=\\W*(?:$|please|back|at|on|about|regarding|to|today|tomorrow|asap|now|later|soon|as soon|when|in))",
      "^(?:please |can you |could you |i want you to |i(?:'d| would) like you to )*escalate (?:this|it|my (?:case|issue|ticket|problem|request|question))",
      `(?:(?:don't|do not|dont) want to|not going to|tired of|sick of|fed up with|hate|stop) (?:talk|speak|chat|deal)(?:ing)? (?:to|with) ${rude}${bot}`,
      `(?:(?:don't|do not|dont) want|tired of|sick of|fed up with|hate) ${rude}${bot}${plainEnd}`,
    ],
    asker:
      "i'd|i'm|we'd|i|we|me|us|want|wanna|need|like|prefer|please|pls|try|trying|hoping|wish|possible|possibility|way|able|just|really|directly|call|rather|urgently|hello|hi|hey|ok|okay|yes|no|then|now",
    others:
      "visitors?|customers?|users?|clients?|people|they|them|assistant|widget|bots?|chatbots?|robot|ai|machine|system|software|members?|agents|teammates|its|(?:can|does|do|may|will|should|must) (?:it|(?:an?|the|my|our|your) \\w+)|how (?:does|is|are)|what (?:does|is|are|happens?)|when (?:does|is|are|should)|why (?:does|is|are)|who can|which",
    declined:
      "don't|do not|dont|without|never|no need|rather than|instead of|not|avoid|before i|stop|prevent|disable|turn off",
  },
  de: {
    requests: [
      "(?:mit|zu) (?:(?:einem|einer|dem|der|jemandem|jemand|ihrem|ihrer|eurem|euren?|ihren?) )?(?:(?:echten?|richtigen?|menschlichen?|anderen?) )?(?:menschen?|mitarbeiter(?:in|n|innen)?|person|berater(?:in)?|kundenberater(?:in)?|support|kundenservice|kundendienst|ansprechpartner(?:in)?|jemandem?|agenten?|team)(?: (?:aus|vom|von) \\p{L}+(?: \\p{L}+)?)? (?:sprechen|reden|chatten|telefonieren|verbinden|verbunden werden|schreiben|weiterleiten|weitergeleitet werden)",
      "(?:(?:möglich|möglichkeit|bitte|gern|gerne|darum|wünsche|hoffe|weg|versuche),? )(?:mit|zu) (?:(?:einem|einer|dem|der|ihrem|ihrer) )?(?:(?:echten?|richtigen?|menschlichen?|anderen?) )?(?:menschen|mitarbeiter(?:in)?|person|berater(?:in)?|support|kundenservice|ansprechpartner(?:in)?|jemandem?|agenten) (?:zu (?:sprechen|reden|chatten)|verbunden zu werden)",
      "(?:verbinden|verbinde|leiten|leite) (?:sie )?mich .{0,20}(?:mit|an) .{0,20}(?:menschen|mitarbeiter|person|berater|support|kundenservice|jemand(?:em|en)?)",
      "(?:möchte|will|brauche|hätte gern\\p{L}*) (?:bitte )?(?:(?:einen|eine) )?(?:(?:echten?|richtigen?|menschlichen?) )?(?:menschen|mitarbeiter(?:in)?|ansprechpartner(?:in)?|berater(?:in)?)(?= ?(?:$|bitte|sprechen|am telefon|erreichen|jetzt))",
      "(?:will|möchte|mag|werde) nicht (?:mehr )?(?:weiter )?mit (?:einem|einer|dem|der|diesem|dieser|deinem|ihrem) (?:bot|chatbot|roboter|maschine|computer|ki) (?:sprechen|reden|chatten|schreiben)",
    ],
    asker:
      "ich|wir|mich|uns|bitte|gern|gerne|möchte|will|wollen|würde|kann|können|könnte|möglich|möglichkeit|lieber|jetzt|sofort|endlich|direkt|mal|hallo|ja|nein",
    others:
      "kunden|kundinnen|besucher\\p{L}*|nutzer\\p{L}*|anwender|benutzer|leute|assistent\\p{L}*|widget|bots?|chatbots?|roboter|ki|system|wie (?:können|spricht|reden|kann man)|was passiert|was geschieht|wann|wieso|warum|wenn|falls",
    declined: "nicht|ohne|kein|keinen|keine|statt|anstatt|bevor ich",
  },
  fr: {
    requests: [
      "(?:parler|discuter|échanger|chatter|joindre|contacter|mettre en (?:relation|contact)|transférer|transférez|passer|passez|être mis en relation)(?:[- ]moi)? (?:(?:à|avec|a|vers) )?(?:(?:une?|le|la|l'|votre|quelqu'un du|quelqu'un de) ?)?(?:(?:vrai|vraie|autre) )?(?:humain|personne|conseill(?:er|ère)|agent|opérateur|être humain|quelqu'un|service client|support|équipe)",
      "(?:veux|voudrais|souhaite|besoin d')(?: ?une?)? ?(?:vrai |vraie )?(?:humain|conseill(?:er|ère)|agent|personne réelle)(?= ?(?:$|s'il|humain|maintenant))",
      "(?:veux|voudrais|souhaite) (?:pas|plus) (?:parler|discuter) (?:à|avec) (?:un|une|ce|cette|votre|le|la) (?:bot|robot|machine|chatbot|ordinateur|ia)",
    ],
    asker:
      "je|j'|j'aimerais|nous|on|moi|me|veux|voudrais|voulons|souhaite|aimerais|peux|puis|puis-je|pourrais|pourriez-vous|pouvez-vous|besoin|merci|svp|s'il vous plaît|s'il te plaît|possible|moyen|préfère|bonjour|oui|non|comment",
    others:
      "clients?|visiteurs?|utilisateurs?|internautes|gens|assistant|widget|bots?|robots?|chatbots?|ia|système|que se passe|qu'arrive|quand|pourquoi|lorsqu\\p{L}*|est-ce que (?:le|la|les|l')",
    declined: "sans|ne|n'|au lieu de|plutôt que|éviter|empêcher",
  },
  es: {
    requests: [
      "(?:hablar|chatear|comunicarme|contactar|conectarme|transferirme|pásame|páseme|comuníqueme|conécteme|ponme|póngame) (?:con|a) (?:(?:una?|el|la|algún|alguna|tu|su) )?(?:(?:verdadera?|otra|otro) )?(?:persona|humano|humana|agente|alguien|representante|operadora?|asesora?|soporte|atención al cliente)",
      "(?:quiero|necesito|quisiera) (?:una? )?(?:persona|humano|agente|asesor|operador)(?= ?(?:$|por favor|real|human[oa]|ahora))",
      "(?:no quiero|cansad[oa] de|hart[oa] de) (?:seguir )?(?:hablar|hablando|chatear) con (?:un|una|el|la|este|esta) (?:bot|robot|máquina|chatbot|ia)",
    ],
    asker:
      "yo|me|nos|quiero|queremos|necesito|quisiera|querría|gustaría|puedo|puede|puedes|podría|podrías|podemos|por favor|favor|posible|prefiero|manera|hola|sí|no|ahora|cómo",
    others:
      "clientes?|usuarios?|visitantes?|gente|personas|asistente|widget|bots?|robot|chatbot|ia|sistema|qué pasa|qué ocurre|cuándo|por qué|si (?:un|una|el|la|los|las)",
    declined: "sin|no quiero|en vez de|en lugar de|evitar|impedir",
  },
  it: {
    requests: [
      "(?:parlare|chattare|mett(?:etemi|imi|ersi) in contatto|collegar(?:mi|emi)|collegatemi|passar(?:mi|emi)|passatemi|passami|essere messo in contatto|contattare) (?:(?:con|a) )?(?:(?:una?|un'|l'|il|la|qualche|il vostro|la vostra) ?)?(?:(?:vera|vero|altra) )?(?:persona|umano|operatore|operatrice|agente|qualcuno|consulente|assistenza|servizio clienti|essere umano)",
      "(?:voglio|vorrei|ho bisogno di) (?:una? |un')?(?:persona|operatore|operatrice|umano|agente)(?= ?(?:$|per favore|reale|vera|umano|adesso))",
      "non voglio (?:più )?(?:parlare|chattare) con (?:un|una|il|la|questo|questa) (?:bot|robot|macchina|chatbot|ia)",
    ],
    asker:
      "io|mi|noi|ci|voglio|vogliamo|vorrei|posso|possiamo|potrei|può|potete|bisogno|per favore|favore|cortesia|possibile|preferisco|modo|ciao|sì|no|ora|adesso|come",
    others:
      "clienti|utenti|visitatori|gente|persone|assistente|widget|bot|robot|chatbot|ia|sistema|cosa succede|che succede|quando|perché|se (?:un|una|il|la|i|gli|le)",
    declined: "senza|non voglio|invece di|evitare|impedire",
  },
  pt: {
    requests: [
      "(?:falar|conversar|entrar em contato|transfer(?:ir|e|ir-me)|transfira-me|conectar|passar)(?:[- ]me)? (?:com|para|a) (?:(?:uma?|o|a|algum|alguma|seu|sua) )?(?:(?:verdadeira|real|outra) )?(?:pessoa|humano|atendente|agente|alguém|operadora?|representante|suporte|atendimento)",
      "(?:quero|preciso de|gostaria de) (?:uma? )?(?:pessoa|humano|atendente|operador)(?= ?(?:$|por favor|real|agora))",
      "não quero (?:mais )?(?:falar|conversar) com (?:um|uma|o|a|este|esta|esse|essa) (?:bot|robô|máquina|chatbot|ia)",
    ],
    asker:
      "eu|me|nós|quero|queremos|queria|preciso|gostaria|posso|podemos|poderia|pode|por favor|favor|possível|prefiro|forma|jeito|olá|oi|sim|não|agora|como",
    others:
      "clientes?|usuários?|utilizadores|visitantes?|pessoas|assistente|widget|bots?|robô|chatbot|ia|sistema|o que acontece|quando|por que|porque|se (?:um|uma|o|a|os|as)",
    declined: "sem|não quero|em vez de|evitar|impedir",
  },
  ca: {
    requests: [
      "(?:parlar|xatejar|contactar|connectar-me|connecta'm|passa'm|passi'm) amb (?:(?:una?|el|la|algun|alguna) )?(?:persona|humà|agent|algú|representant|operadora?|atenció al client)(?: (?:real|de veritat))?",
      "(?:vull|necessito|voldria) (?:una? )?(?:persona|humà|agent|operador)(?= ?(?:$|sisplau|si us plau|real|ara))",
    ],
    asker: "jo|em|vull|volem|voldria|necessito|puc|podem|podria|sisplau|plau|possible|prefereixo|hola|sí|ara|com",
    others: "clients?|usuaris?|visitants?|gent|assistent|widget|bots?|xatbot|robot|ia|sistema|què passa|quan|per què",
    declined: "sense|no vull|en lloc de|evitar",
  },
  ro: {
    requests: [
      "(?:vorb(?:esc|im|i)|discut|conecta(?:ți|ti)?-mă|legătura|contacta) (?:cu )?(?:(?:un|o) )?(?:persoană|om|agent|operator|consultant|cineva|angajat|reprezentant)(?: (?:real|reală|uman|adevărat))?",
      "(?:vreau|doresc|am nevoie de) (?:un |o )?(?:operator|om|agent|persoană)(?= ?(?:$|uman|real|acum|vă rog))",
    ],
    asker: "eu|mă|vreau|vrem|doresc|aș|dori|vrea|pot|putem|poate|puteți|rog|nevoie|posibil|prefer|bună|da|acum|cum",
    others:
      "clienți\\p{L}*|utilizatori\\p{L}*|vizitatori\\p{L}*|oameni\\p{L}*|asistent\\p{L}*|widget\\p{L}*|bot\\p{L}*|chatbot\\p{L}*|robot\\p{L}*|sistem\\p{L}*|ce se întâmplă|când|de ce",
    declined: "fără|nu vreau|în loc să|evita|împiedic",
  },
  nl: {
    requests: [
      "(?:met|naar) (?:(?:een|de|iemand van|jullie|uw) )?(?:(?:echte?|echt|menselijke|ander) )?(?:mens|persoon|medewerker|iemand|agent|klantenservice|support|collega|adviseur|team)(?: van \\p{L}+)?(?: te)? (?:spreken|praten|chatten|bellen|verbinden|doorverbinden|doorverbonden worden|verbonden worden|overleggen)",
      "(?:verbind|verbindt|zet) (?:u )?(?:mij|me) (?:door )?(?:met|naar) .{0,15}(?:mens|persoon|medewerker|iemand|klantenservice|agent)",
      "(?:wil|zou graag) (?:een )?(?:echt mens|echte persoon|medewerker|mens)(?= ?(?:$|spreken|alstublieft|nu))",
      "wil niet (?:meer )?(?:met|tegen) (?:een|de|deze|dit) (?:bot|robot|chatbot|machine|computer) (?:praten|spreken|chatten)",
    ],
    asker:
      "ik|wij|we|me|mij|wil|willen|graag|kan|kunnen|mag|zou|alstublieft|alsjeblieft|aub|mogelijk|liever|nu|hallo|ja|nee|even|direct",
    others:
      "klanten|gebruikers?|bezoekers?|mensen|assistent|widget|bots?|chatbots?|robot|ai|systeem|wat gebeurt|wanneer|waarom|als (?:een|de|het)",
    declined: "niet|zonder|geen|in plaats van|voorkom\\p{L}*",
  },
  sv: {
    requests: [
      "(?:prata|tala|chatta|kopplas|koppla mig|kontakt) (?:till |med )(?:(?:en|er|någon) )?(?:(?:riktig|verklig|levande|mänsklig) )?(?:människa|person|medarbetare|handläggare|agent|kundtjänst|någon|support(?:en)?|operatör)",
      "(?:vill ha|behöver) (?:en )?(?:riktig |mänsklig )?(?:människa|agent|handläggare)(?= ?(?:$|tack|nu))",
    ],
    asker: "jag|vi|mig|oss|vill|skulle|kan|får|gärna|snälla|tack|möjligt|hellre|nu|hej|ja|nej",
    others:
      "kunder\\p{L}*|användar\\p{L}*|besökar\\p{L}*|folk|assistent\\p{L}*|widget\\p{L}*|bot\\p{L}*|chatbot\\p{L}*|robot\\p{L}*|ai|system\\p{L}*|vad händer|när|varför",
    declined: "inte|utan|istället för|i stället för|hindra",
  },
  da: {
    requests: [
      "(?:tale|snakke|chatte|stillet ind|stilles ind|stil mig(?: ind)?|stille mig(?: ind)?|kontakt) (?:til |med )(?:(?:en|et|jeres|nogen) )?(?:(?:rigtigt?|ægte|levende|menneskelig) )?(?:menneske|person|medarbejder|agent|kundeservice|nogen|support|rådgiver)",
      "(?:vil have|vil gerne have|har brug for) (?:en |et )?(?:rigtigt? |ægte )?(?:menneske|agent|medarbejder)(?= ?(?:$|tak|nu))",
    ],
    asker: "jeg|vi|mig|os|vil|gerne|kan|må|få|lov|venligst|tak|muligt|hellere|nu|hej|ja|nej|blive",
    others:
      "kunder\\p{L}*|bruger\\p{L}*|besøgende\\p{L}*|folk|assistent\\p{L}*|widget\\p{L}*|bot\\p{L}*|chatbot\\p{L}*|robot\\p{L}*|ai|system\\p{L}*|hvad sker|hvornår|hvorfor|når",
    declined: "ikke|uden|i stedet for|forhindre\\p{L}*",
  },
  no: {
    requests: [
      "(?:snakke|prate|chatte|sett meg over|settes over|sette meg over|kontakt) (?:til |med )(?:(?:en|et|deres|noen) )?(?:(?:ekte|levende|menneskelig|virkelig) )?(?:menneske|person|medarbeider|agent|kundeservice|noen|support|rådgiver|kundebehandler)",
      "(?:vil ha|vil gjerne ha|trenger) (?:en |et )?(?:ekte )?(?:menneske|agent|medarbeider)(?= ?(?:$|takk|nå))",
    ],
    asker: "jeg|vi|meg|oss|vil|gjerne|kan|får|vennligst|takk|mulig|heller|nå|hei|ja|nei|bli",
    others:
      "kunder\\p{L}*|bruker\\p{L}*|besøkende\\p{L}*|folk|assistent\\p{L}*|widget\\p{L}*|bot\\p{L}*|chatbot\\p{L}*|robot\\p{L}*|ai|system\\p{L}*|hva skjer|når|hvorfor",
    declined: "ikke|uten|i stedet for|hindre\\p{L}*",
  },
  fi: {
    requests: [
      "(?:(?:puhua|jutella|keskustella|chatata) (?:\\p{L}+ )?(?:ihmisen|henkilön|asiakaspalvelijan|asiakaspalvelun|jonkun|agentin|työntekijän|neuvojan) kanssa|(?:ihmisen|henkilön|asiakaspalvelijan|jonkun|asiakaspalvelun) kanssa (?:puhua|jutella|keskustella)|(?:puhua|puhuisin) (?:oikealle |elävälle )?(?:ihmiselle|asiakaspalvelijalle|jollekulle)|yhdistä(?:kää)? minut (?:\\p{L}+ )?(?:ihmiseen|asiakaspalvelijaan|asiakaspalveluun|henkilöön))",
    ],
    asker:
      "minä|me|haluan|haluaisin|haluamme|voinko|voisinko|voimmeko|saanko|tahdon|kiitos|mahdollista|mieluummin|nyt|hei|kyllä|ei|miten|oikean|elävän",
    others:
      "asiakkaat|asiakkaani|käyttäjät|käyttäjä|kävijät|kävijä|ihmiset|avustaja\\p{L}*|widget\\p{L}*|bot\\p{L}*|chatbot\\p{L}*|robotti|tekoäly\\p{L}*|järjestelmä|mitä tapahtuu|milloin|miksi|kun",
    declined: "en|ilman|sen sijaan",
  },
  hu: {
    requests: [
      "(?:(?:emberrel|személlyel|ügyintézővel|munkatárssal|operátorral|valakivel|ügyfélszolgálattal|kollégával|ügyfélszolgálatossal) (?:szeretnék |akarok |tudok |lehet )?(?:beszélni|beszélnék|beszélhetek|beszélhetnék|csevegni)|(?:beszélni|beszélhetek|beszélhetnék|csevegni) (?:\\p{L}+ ){0,3}(?:emberrel|személlyel|ügyintézővel|munkatárssal|operátorral|valakivel|ügyfélszolgálattal|kollégával)|kapcsolj(?:on|a|átok)? (?:össze )?(?:\\p{L}+ )?(?:egy )?(?:emberrel|ügyintéző\\p{L}*|operátor\\p{L}*|munkatárs\\p{L}*))",
    ],
    asker:
      "én|mi|szeretnék|szeretnénk|akarok|tudok|tudnék|lehet|kérem|kérek|inkább|most|szia|igen|nem|hogyan|egy|élő|igazi|valódi",
    others:
      "ügyfelek|felhasználók?|látogatók?|emberek|asszisztens|widget|bot|chatbot|robot|rendszer|mi történik|mikor|miért|ha",
    declined: "nem akarok|nem szeretnék|nélkül|helyett",
  },
  lt: {
    requests: [
      "(?:(?:kalbėti|pakalbėti|pasikalbėti|kalbėtis|susisiekti|bendrauti|sujunkite mane|sujunk mane) su (?:\\p{L}+ )?(?:žmogumi|asmeniu|darbuotoju|operatoriumi|konsultantu|agentu|kuo nors|specialistu)|su (?:\\p{L}+ )?(?:žmogumi|darbuotoju|operatoriumi|konsultantu|agentu) (?:kalbėti|pakalbėti|pasikalbėti))",
    ],
    asker: "aš|mes|mane|noriu|norime|norėčiau|galiu|galima|galėčiau|prašau|įmanoma|geriau|dabar|labas|taip|kaip",
    others:
      "klientai|klientas|vartotojai|vartotojas|lankytojai|lankytojas|žmonės|asistentas|valdiklis|botas|robotas|sistema|kas nutinka|kas vyksta|kada|kodėl|kai",
    declined: "ne|nenoriu|be|vietoj",
  },
  el: {
    requests: [
      "(?:μιλήσω|μιλήσουμε|συνομιλήσω|επικοινωνήσω|σύνδεσέ με|συνδέστε με|συνδεθώ) (?:με |σε )(?:(?:έναν?|μία?|κάποιον?|την?|τον?|πραγματικό|αληθινό) )*(?:άνθρωπο|άτομο|εκπρόσωπο|υπάλληλο|συνεργάτη|κάποιον|υποστήριξη|εξυπηρέτηση|πράκτορα|σύμβουλο)",
      "(?:θέλω|χρειάζομαι) (?:έναν? )?(?:πραγματικό )?(?:άνθρωπο|εκπρόσωπο)(?= ?(?:$|παρακαλώ|τώρα))",
    ],
    asker: "εγώ|με|θέλω|θέλουμε|ήθελα|μπορώ|μπορούμε|παρακαλώ|γίνεται|προτιμώ|τώρα|γεια|ναι|να|πώς|θα",
    others:
      "πελάτ\\p{L}*|χρήστ\\p{L}*|επισκέπτ\\p{L}*|βοηθός|widget|bot|chatbot|ρομπότ|σύστημα|τι γίνεται|τι συμβαίνει|πότε|γιατί|όταν",
    declined: "δεν|χωρίς|αντί",
  },
  tr: {
    requests: [
      "(?:insanla|kişiyle|kişi ile|insan ile|temsilciyle|temsilci ile|temsilcisiyle|temsilcisi ile|yetkiliyle|yetkili ile|operatörle|operatör ile|biriyle|birisiyle|müşteri hizmetleriyle|müşteri hizmetleri ile|destekle|destek ekibiyle) (?:görüş|konuş|yazış|sohbet et|iletişime geç)(?:m[ae]k(?! isteyen)|[ae]bilir\\p{L}*|m[ae]liyim|s[ae]m)",
      "beni (?:\\p{L}+ ){0,3}(?:insana|temsilciye|temsilcisine|yetkiliye|operatöre|birine|müşteri hizmetlerine|destek ekibine) (?:bağla|aktar|yönlendir)\\p{L}*",
    ],
    asker: "ben|biz|beni|lütfen|istiyorum|isterim|bir|gerçek|canlı|başka|şimdi|merhaba|evet|hayır|nasıl|müşteri",
    others:
      "müşteriler\\p{L}*|kullanıcı\\p{L}*|ziyaretçi\\p{L}*|insanlar|asistan|widget|bot|chatbot|robot|yapay zeka|sistem|ne olur|ne zaman|neden",
    declined: "değil|yerine",
  },
  ga: {
    requests: [
      "(?:labhairt|caint|comhrá)(?: a dhéanamh)? le (?:(?:fíor|beo) )?(?:duine|gníomhaire|oibreoir|ball foirne)(?: (?:beo|daonna|éigin))?",
    ],
    asker: "mé|mise|liom|dom|ba|mhaith|is|féidir|teastaíonn|uaim|ag|a|go|conas|anois",
    others:
      "custaiméirí|custaiméir|úsáideoirí|úsáideoir|cuairteoirí|cuairteoir|cúntóir|bot|róbat|cad a tharlaíonn|cathain|cén fáth|nuair",
    declined: "ní|gan|in ionad",
  },
  id: {
    requests: [
      "(?:berbicara|bicara|ngobrol|mengobrol|chat|terhubung|hubungkan saya|sambungkan saya) (?:dengan|ke|sama) (?:(?:seorang|salah satu) )?(?:manusia|orang|agen|petugas|operator|staf|layanan pelanggan|customer service|cs|seseorang)(?: (?:asli|sungguhan|nyata))?",
      "(?:mau|ingin|butuh) (?:manusia|agen manusia|orang asli)(?= ?(?:$|tolong|sekarang))",
    ],
    asker:
      "saya|aku|kami|mau|ingin|bisa|bisakah|boleh|bolehkah|tolong|mohon|butuh|sekarang|halo|ya|tidak|bagaimana|cara",
    others:
      "pelanggan|pengguna|pengunjung|orang-orang|asisten|widget|bot|chatbot|robot|ai|sistem|apa yang terjadi|kapan|kenapa|mengapa|ketika|jika",
    declined: "tanpa|tidak (?:mau|ingin)|daripada|alih-alih",
  },
  ru: {
    requests: [
      "(?:поговорить|говорить|пообщаться|соедините|соедини|связаться|переключите|переведите|позовите)(?: меня)? (?:с|на|к|со) ?(?:живым |настоящим |реальным )?(?:человек\\p{L}*|оператор\\p{L}*|сотрудник\\p{L}*|специалист\\p{L}*|менеджер\\p{L}*|поддержк\\p{L}*|кем-нибудь)",
      "позовите (?:человека|оператора|менеджера)",
      "(?:нужен|хочу) (?:живой |живого )?(?:человека?|оператора?)(?= ?(?:$|пожалуйста|сейчас))",
    ],
    asker:
      "я|мы|меня|мне|хочу|хотим|хотел|хотела|могу|можно|можем|пожалуйста|нужно|надо|возможно|лучше|сейчас|здравствуйте|привет|да|нет|как|бы",
    others:
      "клиент\\p{L}*|пользовател\\p{L}*|посетител\\p{L}*|люди|ассистент\\p{L}*|виджет\\p{L}*|бот\\p{L}*|чат-бот\\p{L}*|чатбот\\p{L}*|робот\\p{L}*|систем\\p{L}*|что происходит|что будет|когда|почему|если",
    declined: "не хочу|без|не|вместо",
  },
  sr: {
    requests: [
      "(?:razgovarati|razgovaram|pričam|pričati|govorim|govoriti|povežite me|poveži me|spojite me) (?:sa|s) (?:\\p{L}+ )?(?:čovekom|osobom|operaterom|agentom|nekim|zaposlenim|podrškom|predstavnikom)",
      "(?:разговарати|разговарам|причам|причати|говорим|говорити|повежите ме|повежи ме|спојите ме) (?:са|с) (?:\\p{L}+ )?(?:човеком|особом|оператером|агентом|неким|запосленим|подршком|представником)",
    ],
    asker:
      "ja|mi|me|želim|hoću|mogu|možemo|bih|hteo|htela|molim|moguće|radije|sada|zdravo|da|kako|ја|ми|ме|желим|хоћу|могу|можемо|бих|хтео|хтела|молим|могуће|радије|сада|здраво|да|како",
    others:
      "klijent\\p{L}*|korisni\\p{L}*|posetio\\p{L}*|posetilac|ljudi|asistent|vidžet|bot|čet-bot|robot|sistem|šta se dešava|kada|zašto|клијент\\p{L}*|корисни\\p{L}*|посетио\\p{L}*|посетилац|људи|асистент|бот|робот|систем|шта се дешава|када|зашто",
    declined: "ne|bez|umesto|ne želim|не|без|уместо",
  },
  ar: {
    requests: [
      "(?:التحدث|أتحدث|اتحدث|التكلم|أتكلم|اتكلم|الحديث|التواصل|أتواصل|تحويلي|حولني|وصلني) (?:مع|إلى|الى) (?:(?:أحد|احد) )?(?:ال)?(?:شخص|إنسان|انسان|موظف|ممثل|وكيل|أحد|احد|خدمة العملاء|الدعم|دعم)(?: \\p{L}+)?",
    ],
    asker:
      "أنا|انا|أريد|اريد|أود|اود|نريد|أرغب|يمكنني|هل|ممكن|يمكن|فضلك|الرجاء|أرجو|من|أن|ان|الآن|مرحبا|كيف|أحتاج|احتاج|إلى",
    others:
      "العملاء|عملاء|العميل|المستخدم\\p{L}*|الزوار|زوار|الزائر|زائر|المساعد|البوت|بوت|الروبوت|روبوت|النظام|ماذا يحدث|متى|لماذا|عندما",
    declined: "لا|بدون|دون|بدلا من",
  },
  zh: {
    requests: [
      "(?:转|轉|接|找|要|换|換)(?:到|接)?(?:一[个個位]|[个個])?(?:人工|真人)(?:客服|服务|服務|坐席)?(?!的|时间|時間|功能|按钮|按鈕|设置|設置)",
      "^(?:人工|真人)(?:客服|服务|服務)?(?:谢谢|謝謝)?$",
      "(?:和|与|與|跟|同)(?:一[个個位]|[个個])?(?:真人|真正的人|人工客服|人工|客服|工作人员|工作人員)(?:客服)?(?:说话|說話|交谈|交談|聊|谈|談|通话|通話|沟通|溝通|对话|對話)(?!的|时间|功能|按钮)",
    ],
    asker:
      "我们|我們|我|想要|想|要|请|請|可以|能不能|能否|能|麻烦|麻煩|帮|幫|需要|希望|给|給|一下|直接|你好|您好|如何|怎么|怎麼",
    others:
      "访客|訪客|客户|客戶|用户|用戶|顾客|顧客|人们|助手|机器人|機器人|系统|系統|什么时候|什麼時候|为什么|為什麼|如果|会发生",
    declined: "不想|不要|不用|不需要|不必|无需|無需|没有|而不是",
  },
  ja: {
    requests: [
      "(?:人間|担当者|担当の方|オペレーター|スタッフ|人|係の人|サポート)(?:の方)?(?:と|に)(?:直接)?(?:話したい|話せ|話をし|お話し|話し|つない|繋い|代わっ|替わっ|チャットし|相談し)(?!ときの|時の)",
    ],
    asker: "私は|私|僕|お願い|ください|すみません|直接|生身の|本物の|実際の|今すぐ|こんにちは|はい|いいえ|有人の|の",
    others:
      "訪問者|お客様|顧客|ユーザー|利用者|アシスタント|ウィジェット|ボット|チャットボット|ロボット|システム|どうなり|いつ|なぜ|場合",
    declined: "ではなく|せずに|なしで",
  },
  ko: {
    requests: [
      "(?:상담원|상담사|사람|직원|담당자|고객센터)(?:과|와|하고|에게|이랑|랑)? ?(?:직접 )?(?:연결|통화|이야기|얘기|대화|상담|채팅)(?:을|를|이|가)?(?= ?(?:하고 싶|할 수|해|부탁|원해|원합|좀|바꿔|시켜|가능|하게|$))",
    ],
    asker: "저는|제가|나는|저|좀|제발|지금|바로|실제|진짜|안녕하세요|네|아니요|다른",
    others: "방문자|고객(?!센터)|사용자|이용자|어시스턴트|위젯|봇|챗봇|로봇|시스템|어떻게 되|언제|왜",
    declined: "말고|없이|대신",
  },
  th: {
    requests: [
      "(?:คุย|พูด|พูดคุย|สนทนา|แชท|ติดต่อ)(?:กับ)?(?:เจ้าหน้าที่|พนักงาน|คนจริง|คน(?!อื่น)|มนุษย์|แอดมิน)(?:จริง ?ๆ)?",
      "(?:โอนสาย|โอน|ต่อสาย)(?:ให้)?(?:ฉัน|ผม)?(?:ไป)?(?:ที่|ยัง|กับ|หา|ให้)?(?:เจ้าหน้าที่|พนักงาน|คนจริง)",
    ],
    asker: "ฉัน|ผม|ดิฉัน|เรา|อยาก|ต้องการ|ขอ|ช่วย|กรุณา|สามารถ|ได้|จะ|สวัสดี|ครับ|ค่ะ",
    others: "ลูกค้า|ผู้ใช้|ผู้เยี่ยมชม|ผู้ช่วย|บอท|แชทบอท|หุ่นยนต์|ระบบ|เกิดอะไร|เมื่อไหร่|เมื่อไร|ทำไม",
    declined: "ไม่|โดยไม่|แทนที่จะ",
  },
};
