import type { LanguageTable } from "./table.ts";

export const dutch: LanguageTable = {
  stop: `aan al alle alles als altijd andere ben bent bij daar dan dank dat de deze die dit doe doen door dus een en er erg even gaan gaat geen geweest graag
  haar had hallo heb hebben hebt heeft heel hem het hier hij hoe hun ik in is ja je jij jou jouw jullie kan kon kunnen kunt maar mag me meer men met mij mijn
  moet moeten na naar nee niet niets nog nu of om omdat ons onze ook op over per te tegen toch toen tot u uit uw van vanaf veel voor waar waarom wanneer want
  was wat we wel welk welke werd wie wil willen wij worden wordt zal ze zelf zich zij zijn zo zonder zou bedankt alsjeblieft alstublieft`,
  negation:
    "niet|niets|geen|nooit|niemand|zonder|nergens|noch|behalve|onmogelijk|in plaats van|mislukt|mislukte|geweigerd",
  notNegating:
    "(?:weet|begrijp|snap|zie) niet (?:hoe|waarom|wat|waar|wanneer|of|welke?)|kan .{0,40}niet (?:vinden|zien)|vind .{0,40}niet|of niet|zo niet|niet waar",
  opposites: `
    inschakelen activeren activering deblokkeren ontgrendelen toestaan starten hervatten schakel_in zet_aan doe_aan aanzetten / uitschakelen deactiveren deactivering blokkeren vergrendelen verbieten voorkomen stoppen pauzeren schakel_uit zet_uit doe_uit uitzetten
    toevoegen voeg_toe toe_voegen maken aanmaken uitnodigen bijvoegen / verwijderen wissen uitsluiten weghalen
    installeren / deïnstalleren verwijderen
    abonneren / opzeggen annuleren afmelden
    openen / sluiten
    voor / na
    verhogen meer maximum maximaal maximale hoger langer / verlagen verminderen minder minimum minimaal minimale lager korter
    importeren uploaden ontvangen storten / exporteren downloaden verzenden opnemen
    kopen / verkopen
    aanmelden inloggen log_in meld_aan verbinden koppelen / uitloggen log_uit meld_af loskoppelen verlaten
    tonen weergeven zichtbaar openbaar / verbergen onzichtbaar privé
    accepteren goedkeuren werkt / weigeren afwijzen mislukt
    eerste begin / laatste einde
    juist correct / onjuist fout
    maandelijks maand / jaarlijks jaar
    gratis / betaald
    afzender / ontvanger
    intern / extern
    handmatig / automatisch
    tijdelijk / permanent definitief
    met / zonder`,
  particles: [
    "(schakel|zet|doe|meld|log|voeg)(?:t|en)?",
    "(?:in|uit|aan|af|toe)(?=\\s*(?:[?.!,;]|$|(?:en|of|om|voor|op|bij|als|zonder) ))",
  ],
  numbers:
    "0.5 half halve helft, 1 eerste, 2 twee tweede, 3 drie derde, 4 vier, 5 vijf, 6 zes, 7 zeven, 8 acht, 9 negen, 10 tien",
  fillers:
    "nieuw nieuwe hulp hallo huidig huidige eigenlijk echt precies mogelijk manier optie informatie vraag weten uitleggen begrijpen nodig snel makkelijk lang",
  roles: "van vanaf uit / naar aan tot / dan als, met, voor, door, op, bij, over, tegen, in, per, via",
  persons: "ik mij me wij we ons / jij je jou jullie u",
  sidedVerbs: "is zijn doen doet gaan gaat heb hebben heeft wil willen",
  owners: "mijn onze ons / jouw jullie uw",
  kinds: {
    reason: "waarom|hoezo|hoe komt het|wat is de reden",
    time: "wanneer|hoe lang|hoelang|hoe snel|hoe laat|tot wanneer|vanaf wanneer",
    amount: "hoeveel|hoe vaak|hoe hoog|hoe groot|hoe duur|wat kost|wat kosten",
    place: "waar(?!om)|waarheen|waarvandaan",
    person: "wie|wiens",
    method: "hoe|op welke manier|wat moet ik doen",
    choice: "welke?",
    what: "wat",
    whether: "^(?:moet|is|zijn|heeft|heb|kan|mag|wordt|worden|zal)(?! (?:je|u) )",
  },
  money: "prij[sz]\\p{L}*|kosten|kost|tarie[fv]\\p{L}*|betal\\p{L}*|duur",
  references: {
    pronouns:
      "hij|zij|ze|hem|haar|hun|hen|dit|deze|die(?=[\\s?.!,]*$|\\s+(?:ook|dan|aan|uit|in|op|weer|verwijderen|wijzigen))|ervan|ervoor|ermee|erop|erin|eraan|erbij|daarvan|daarmee|daarvoor|daarin|het(?=[\\s?.!,]*$|\\s+(?:ook|weer|aan|uit|in|op|nog|dan|verwijderen|wijzigen|opzeggen|annuleren|kosten|doen))|dat(?=[\\s?.!,]*$|\\s+(?:ook|dan|doen|kosten|mogelijk|gratis|voor|in|met|per|aan|uit))",
    neutral: "is het (?:mogelijk|toegestaan|nodig|veilig)|dit jaar|deze (?:maand|week|pagina|website|site)",
    backward:
      "(?:de|het)zelfde|(?:de|het) (?:andere|eerste|tweede|derde|laatste|vorige|volgende)(?=[\\s?.!,]*$)|een ander(?:e)?(?=[\\s?.!,]*$)|zo'n|dergelijke|in dat geval|in plaats daarvan|wat nog meer|nog iets|iets anders|hoe anders|welke van|de anderen",
    opening:
      "hoe zit het met|wat dacht je van|en (?:voor|als|met)|hetzelfde|in dat geval|zo ja|zo niet|waarom niet|bijvoorbeeld|meer|anders",
    link: "ok[eé]?|oké|goed|en|maar|of|dus|dan|ook|want",
    asks: "hoe|wat|waarom|wanneer|waar|wie|welke?|hoeveel|kan|kun|kunnen|kunt|moet|mag|is|zijn|heb|heeft|zal|wordt",
    reply: "ja|nee|jawel|zeker|klopt",
    remark:
      "(?:dat|dit|het) (?:is|was|klinkt)(?: heel| erg| echt)* [\\p{L}-]+|(?:ok[eé]?|oké|bedankt|prima|perfect|mooi|top|goed|duidelijk)",
    definition: "(?:wat|wie) (?:is|zijn|betekent|was) (?:een |de |het )?(?!(?:dat|dit|het|die|deze|er)(?!\\p{L}))",
    named: "behalve|naast|afgezien van|in plaats van",
    condition: "als|wanneer|indien|nadat|voordat",
    tells: "ik|we|wij|mijn|onze|ons",
    clause: "en|als|maar|omdat|nadat|voordat|om",
  },
};
