import type { Language } from "../language.ts";
import type { PersonTable } from "./table.ts";

export const germanic: Partial<Record<Language, PersonTable>> = {
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
};
