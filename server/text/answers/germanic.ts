import type { Language } from "../language.ts";
import type { AnswerTable } from "./table.ts";

export const germanic: Partial<Record<Language, AnswerTable>> = {
  en: {
    links:
      "(?:additional|further|related|see also|more) (?:resources?|reading|articles?|links?|topics?|information)|see also|next steps",
    titles: "how to",
    elsewhere:
      "for (?:more|further|additional|detailed) (?:information|details|help|on|about)|(?:to )?learn more|read more|see (?:also|the|our|how|more)|check out|take a look|more (?:information|details)|click here|visit (?:our|the)|contact (?:us|our)|if you (?:have|need|run into) (?:any |more |further )?(?:questions|help|issues|problems|assistance)",
    contrast:
      "while|whereas|but|unlike|instead|differ(?:s|ent|ence|ences)?|compared|contrast|than|versus|however|only|the other",
    comparisons: [
      "(?:differences?|distinction|distinguish|differentiate|comparison|compare)(?!\\p{L}).*?(?:between|of)\\s+~\\s+(?:and|vs\\.?|versus|or)\\s+~",
      "(?:compare|distinguish|differentiate)\\s+~\\s+(?:and|with|to|from|vs\\.?|versus)\\s+~",
      "how (?:is|are|do|does)\\s+~\\s+(?:different|differ|distinguished)\\s+(?:from|to|than)\\s+~",
    ],
    comparing: "difference different differ compare comparison distinction mean explain what",
    definitions: "(?:what(?:'s| is| are)|define|explain) (?:an? )?~",
    defines: "is|are|means|refers? to|lets?|allows?|gives?|enables?|stands? for|provides?|describes?|helps?",
    shapes: [
      ["steps", "how (?:do|can|could|would|should|to|might|does one)|steps?|way to|set ?up|configure|install"],
      ["time", "how (?:long|soon|often|quickly|fast|late)|when|what time"],
      ["money", "^(?![^]*(?<!\\p{L})why(?!\\p{L}))[^]*(?<!\\p{L})(?:price|pricing|costs?|fees?|charge|how expensive)"],
      ["number", "how (?:much|many|big|large|high|far)|limit|maximum|minimum|default"],
      ["reason", "why|reason|how come"],
      ["place", "where"],
      ["definition", "^(?:what|who)(?:'s| is| are| does)|what (?:is|are|does)|define|meaning of|^explain"],
      ["yes_no", "^(?:is|are|can|could|do|does|did|will|would|should|may|am|has|have)"],
      ["any", "[^]*"],
    ],
    asking:
      "long much soon often mean means meaning define definition explain describe happen happens question help difference work works exactly hi hello",
    lists: "list|which|what (?:are|kinds?|types?|options?|settings?|fields?)|all|every|available|requirements?|options",
    instructs: "to|you can|go to|click|select|navigate|open|run|set|use|add|in the",
    places: "(?:in|under|at|on|from) (?:the|your|a)",
    reasons: "because|since|due to|so that|reasons?|therefore|caused?|prevents?|to (?:avoid|protect|ensure)",
  },
  de: {
    links:
      "(?:weitere|weiterführende|verwandte|ähnliche|zusätzliche|nützliche) (?:\\p{L}+ )?(?:artikel|themen|links|informationen|infos|ressourcen|hinweise|seiten|beiträge)|siehe auch|(?:die )?nächsten? schritte|mehr zum thema|das könnte (?:sie|dich) auch interessieren",
    titles: "(?:so|wie) (?:sie|du|man|ihr|kann|kannst|können|funktioniert|geht)|anleitung",
    elsewhere:
      "(?:für )?(?:weitere|mehr|nähere|genauere|zusätzliche|ausführliche) (?:informationen|infos|details|hilfe|hinweise)|(?:mehr|näheres|einzelheiten|alles weitere) (?:erfahren|lesen|finden|dazu|hierzu|darüber|zum?|zur|über)|(?:erfahren|lesen) sie (?:mehr|hier|auch)|(?:erfahre|lies) (?:mehr|hier|auch)|weiterlesen|siehe|klicken sie hier|klicke? hier|besuchen sie|besuche? (?:unsere|die)|(?:kontaktieren sie|kontaktiere|wenden sie sich an|wende dich an|schreiben sie|schreib) (?:uns|unser\\p{L}*|den support)|(?:wenn|falls|sollten|solltest|haben|hast|bei) (?:sie |du )?(?:noch |weitere |weiteren )*(?:fragen|probleme\\p{L}*|hilfe)",
    contrast:
      "während|wohingegen|hingegen|dagegen|aber|jedoch|sondern|im gegensatz|anders als|stattdessen|unterschied\\p{L}*|unterscheide\\p{L}*|verglichen|im vergleich|als|nur|der andere|die andere|das andere|demgegenüber",
    comparisons: [
      "(?:unterschiede?n?|vergleich|gegenüberstellung)(?!\\p{L}).*?(?:zwischen|von)\\s+~\\s+(?:und|mit|oder|gegenüber|vs\\.?|versus)\\s+~",
      "unterscheide[nt] sich\\s+~\\s+(?:von|vom|und)\\s+~",
      "(?:vergleichen?(?: sie)?|was unterscheidet)\\s+~\\s+(?:und|mit|von|vom)\\s+~",
    ],
    comparing: "unterschied unterschiede unterscheiden unterscheidet vergleich vergleichen bedeuten erklären genau",
    definitions:
      "(?:was (?:ist|sind|bedeutet|bedeuten|heißt|versteht man unter)|definier(?:e|en sie)|erklär(?:e|en sie)?(?: mir)?) (?:(?:eine?[mnrs]?|der|die|das|den|dem) )?~",
    defines:
      "ist|sind|bedeutet|bedeuten|bezeichne[nt]|heißt|steht für|stehen für|meint|dient|dienen|ermöglich(?:t|en)|erlaub(?:t|en)|beschreib(?:t|en)|hilft|helfen",
    procedure: "schritte?n?|anleitung|einrichten|einrichtung|installieren|installation|konfigurieren|konfiguration",
    amounts: "limits?|grenzwert\\p{L}*|obergrenze|höchstens|maximal\\p{L}*|maximum|minimum|mindestens",
    countless: "unbegrenzt\\p{L}*|unlimitiert|beliebig\\p{L}*|kein(?:e|en)? (?:limit|grenze|beschränkung)",
    asking:
      "lange viel oft schnell bedeuten bedeutet bedeutung heißt definieren definition erklären erkläre beschreiben passiert geschieht frage hilfe helfen unterschied funktioniert funktionieren genau hallo",
    lists:
      "liste|auflistung|welche\\p{L}*|alle[nrs]?|jede[nrsm]?|sämtliche\\p{L}*|verfügbare?\\p{L}*|anforderungen|voraussetzungen|optionen|möglichkeiten|arten|einstellungen",
    instructs:
      "um|sie können|du kannst|gehen sie|gehe?|klicken?|klicke|wählen?|wähle|öffnen?|öffne|starten?|starte|führen?|führe|stellen?|stelle|setzen?|setze|verwenden?|verwende|fügen?|füge|geben?|gib|melden?|melde|im|in den|unter",
    places:
      "(?:im|in|unter|auf|bei|aus|am|beim|vom|unterm) (?:dem|der|den|das|ihrem|ihrer|deinem|deiner|einem|einer)|im|am|beim",
    reasons:
      "weil|da|denn|deshalb|daher|deswegen|damit|aufgrund|wegen|grund|gründe|um zu (?:vermeiden|schützen)|verhindert|verursacht",
  },
  nl: {
    links:
      "zie ook|lees ook|(?:gerelateerde|verwante|aanvullende|meer|verdere|nuttige|extra) (?:artikelen|onderwerpen|links|informatie|bronnen|pagina's)|verder lezen|(?:de )?volgende stappen",
    titles: "hoe (?:je|u|jij|kun|kan|kunt|werkt)|zo (?:kun|kunt|stel|doe|werkt)",
    elsewhere:
      "(?:voor )?(?:meer|verdere|aanvullende|nadere) (?:informatie|info|details|hulp|uitleg)|(?:meer|verder) (?:weten|lezen)|lees (?:meer|ook|hier|verder)|zie (?:ook|de|het|onze|hoe|hier)|bekijk (?:ook|de|het|onze|hoe)|klik hier|bezoek (?:onze|de|het)|(?:neem|u kunt|je kunt) contact|contacteer|(?:als|heb|heeft|mocht) (?:je |u )?(?:nog |meer |andere |vragen hebt|hebt )*(?:vragen|hulp|problemen)|bij (?:vragen|problemen)",
    contrast:
      "terwijl|maar|echter|daarentegen|in tegenstelling|anders dan|in plaats|verschil\\p{L}*|onderscheid\\p{L}*|vergeleken|vergelijking|dan|alleen|slechts|de andere|het andere",
    comparisons: [
      "(?:verschil(?:len)?|onderscheid|vergelijking|vergelijk)(?!\\p{L}).*?(?:tussen|van)\\s+~\\s+(?:en|of|met)\\s+~",
      "(?:vergelijk|onderscheid)\\s+~\\s+(?:en|met|van)\\s+~",
      "(?:waarin|hoe)?\\s*(?:verschillen|verschilt|onderscheidt zich|onderscheiden zich)\\s+~\\s+(?:van|en)\\s+~",
    ],
    comparing:
      "verschil verschillen verschilt verschillend onderscheid vergelijken vergelijking uitleggen betekent precies",
    definitions: "(?:wat (?:is|zijn|betekent|betekenen|houdt)|definieer|leg uit wat) (?:een |de |het )?~",
    defines:
      "is|zijn|betekent|betekenen|verwijst naar|staat voor|staan voor|dient|dienen|maakt|laat|geeft|biedt|beschrijft|helpt",
    procedure: "stappen|stap|handleiding|instellen|installeren|installatie|configureren|configuratie",
    amounts: "limiet|limieten|maximum|maximaal|maximale|minimum|minimaal|hoogstens",
    countless: "onbeperkt\\p{L}*|ongelimiteerd|geen (?:limiet|beperking)|gratis",
    asking:
      "lang veel vaak snel betekent betekenen betekenis definitie definiëren uitleggen beschrijven gebeurt vraag hulp helpen verschil werkt werken precies hallo",
    lists: "lijst|overzicht|welke|alle|elke|beschikbare?|vereisten|opties|mogelijkheden|soorten|instellingen",
    instructs:
      "om|je kunt|u kunt|ga naar|klik|kies|selecteer|open|start|voer|stel|zet|gebruik|voeg|meld|in de|in het|onder",
    places: "(?:in|onder|op|bij|van|uit|via) (?:de|het|je|uw|een)",
    reasons:
      "omdat|want|doordat|daarom|daardoor|zodat|vanwege|wegens|reden|redenen|om te (?:voorkomen|beschermen)|voorkomt|veroorzaakt",
  },
};
