import type { LanguageTable } from "./table.ts";

export const german: LanguageTable = {
  stop: `ab aber alle allem allen aller alles als also am an auch auf aus bei beim bereits bin bis bist bitte da dabei dafür damit dann daran darauf
  das dass davon dazu dein deine dem den denn der des dessen deshalb die dies diese diesem diesen dieser dieses doch dort du durch eben ein eine
  einem einen einer eines einfach er es etwas euch euer für gegen geht gibt habe haben hallo hat hatte hätte her hier hin ich ihm ihn ihnen ihr ihre
  ihrem ihren ihrer im immer in ins ist ja jede jedem jeden jeder jedes jetzt kann kannst kein keine keinem keinen keiner können könnte könnten mal
  man mehr mein meine meinem meinen meiner meines mich mir mit möchte muss müssen nach nein nicht nichts noch nun nur ob oder ohne schon sehr sein
  seine seinem seinen seiner seit sich sie sind so soll sollen sollte sollten sondern sonst tun über um und uns unser unsere unserem unseren unter viel
  vom von vor wann war warum was weil welche welchem welchen welcher welches wenn wer werde werden weshalb wie wieder wieso will wir wird wo woher
  wohin wollen worden wurde wurden würde zu zum zur zwischen danke`,
  negation:
    "nicht|nichts|kein|keine[mnrs]?|nie|niemals|niemand|ohne|weder|nirgends|außer|statt|anstatt|unmöglich|fehlgeschlagen|verweigert",
  notNegating:
    "(?:weiß|weiss|verstehe|sehe) (?:leider )?nicht,? (?:wie|warum|was|wo|wann|ob|welche\\p{L}?)|kann .{0,40}nicht (?:finden|sehen|mehr finden)|finde .{0,40}nicht|nicht wahr|oder nicht|wenn nicht",
  opposites: `
    aktivieren aktivierung entsperren freigeben freischalten starten erlauben zulassen fortsetzen schalt_ein schalt_an stell_an mach_an einschalten anschalten einzuschalten anzuschalten / deaktivieren deaktivierung sperren blockieren stoppen verbieten verhindern pausieren schalt_aus schalt_ab stell_ab mach_aus ausschalten abschalten auszuschalten abzuschalten
    hinzufügen hinzuzufügen füg_hinzu erstellen anlegen leg_an einladen lad_ein anhängen aufnehmen / entfernen löschen ausladen ausschließen entziehen
    installieren / deinstallieren
    abonnieren buchen / kündigen abbestellen stornieren
    öffnen öffn / schließen
    vor vorher / nach nachher
    erhöhen steigern upgrade mehr höher maximal maximum höchstens länger größer / senken verringern reduzieren downgrade weniger niedriger minimal minimum mindestens kürzer kleiner
    importieren hochladen lad_hoch empfangen einzahlen eingehend / exportieren herunterladen lad_herunter senden verschicken auszahlen abheben ausgehend
    kaufen / verkaufen
    anmelden anzumelden anmeldung meld_an einloggen logg_ein verbinden beitreten verknüpfen / abmelden abzumelden abmeldung meld_ab ausloggen logg_aus trennen verlassen
    anzeigen zeigen einblenden sichtbar öffentlich / ausblenden verbergen verstecken unsichtbar privat
    verschlüsseln / entschlüsseln
    annehmen akzeptieren genehmigen erfolgreich funktioniert / ablehnen zurückweisen fehlgeschlagen scheitern
    erste älteste anfang beginn / letzte neueste ende
    richtig korrekt / falsch
    monatlich monat / jährlich jahr
    kostenlos gratis / kostenpflichtig bezahlt
    absender / empfänger
    innerhalb intern / außerhalb extern
    manuell / automatisch
    vorübergehend temporär / dauerhaft permanent endgültig
    archivieren / wiederherstellen
    mit / ohne`,
  particles: [
    "(schalt|stell|mach|meld|logg|füg|leg|lad)(?:e|en|et|t|st|est)?",
    "(?:ein|aus|an|ab|hinzu|hoch|herunter|runter)(?=\\s*(?:[?.!,;]|$|(?:und|oder|um|für|in|bei|auf|ohne) ))",
  ],
  numbers:
    "0.5 halb halbe halber halbes, 1 erste ersten erster erstes, 2 zwei zweite zweiten zweiter zweimal, 3 drei dritte dritten dritter dreimal, 4 vier, 5 fünf, 6 sechs, 7 sieben, 8 acht, 9 neun, 10 zehn",
  fillers:
    "neu neue bitte hilfe hallo aktuell eigentlich wirklich genau möglich möglichkeit information frage wissen erklären verstehen brauchen schnell einfach gerade heute bald lang lange",
  roles:
    "von vom aus ab / zu zum zur nach auf aufs ins ans bis / als, vor, mit, für, durch, über, bei beim, gegen, unter, in im, an am, per, dem den einem",
  persons: "ich mir mich wir uns / du dir dich ihr euch sie ihnen",
  sidedVerbs: "ist sind habe haben hat geht gibt tun will wollen",
  owners:
    "mein meine meinem meinen meiner meines unser unsere unserem unseren unserer / dein deine deinem deinen deiner deines ihr ihre ihrem ihren ihrer ihres euer eure",
  kinds: {
    reason: "warum|wieso|weshalb|weswegen|aus welchem grund|was ist der grund",
    time: "wann|wie lange|wie schnell|bis wann|ab wann|seit wann|um wie viel uhr",
    amount: "wie ?viele?|wie oft|wie hoch|wie groß|wie gross|wie weit|wie teuer|was kostet|was kosten",
    place: "wo|wohin|woher|wo finde",
    person: "wer|wem|wen|wessen",
    method: "wie|was muss ich tun|auf welche weise",
    choice: "welche\\p{L}?",
    what: "was",
    whether:
      "^(?:muss|müssen|ist|sind|hat|habe|haben|kann|können|darf|dürfen|soll|sollte|wird|werden|gibt)(?! sie | du )",
  },
  money: "preis\\p{L}*|kosten|kostet|gebühr\\p{L}*|teuer|bezahl\\p{L}*",
  capitalNouns: true,
  references: {
    caseMatters: true,
    pronouns:
      "[Ee]s|[Ee]r|sie|ihn|ihm|ihr|ihnen|dessen|deren|[Dd]ies|[Dd]iese[mnrs]?|[Jj]ene[mnrs]?|[Dd]enen|[Dd]avon|[Dd]amit|[Dd]afür|[Dd]azu|[Dd]aran|[Dd]arauf|[Dd]arin|[Dd]abei|[Dd]agegen|[Dd]arüber|[Dd]as(?=[\\s?.!,]*$|\\s+(?:auch|so|wirklich|alles|kostenlos|möglich|erlaubt|im|in|für|bei|mit|pro|inklusive|enthalten|noch|jetzt|machen|tun|ändern|löschen|kosten|gehen|heißt|bedeutet|ist|geht|kostet|kann|gilt))",
    neutral:
      "[Gg]ibt es|[Ee]s gibt|[Ii]st es (?:möglich|erlaubt|nötig|notwendig|sicher)|[Gg]eht es|[Ee]s geht|[Ww]ie geht es|[Ee]s ist|wird es|[Ff]unktioniert es|[Dd]iese[nrms]? (?:Woche|Monats?|Jahre?s?|Seite|Website)|damit (?=\\p{Ll}+ )",
    backward:
      "(?:der|die|das|dem|den|des)selben?|(?:der|die|das|dem|den) (?:gleiche|andere|erste|zweite|dritte|letzte|nächste|vorige|obige)n?(?=[\\s?.!,]*$)|(?:ein|eine|einen) (?:andere[rns]?|weitere[rns]?)(?=[\\s?.!,]*$)|die (?:anderen|beiden)|so ein(?:e[nmr]?)?|solche[rnms]?|in (?:dem|diesem) fall|stattdessen|was (?:sonst|noch)|wie sonst|sonst noch|noch etwas|welche[rs]? davon",
    opening:
      "was ist mit|wie ist es mit|wie wäre es mit|wie sieht es .{0,15}aus|wenn ja|wenn nein|warum nicht|wieso nicht|inwiefern|zum beispiel|mehr|sonst",
    link: "ok(?:ay)?|gut|und|aber|oder|also|dann|auch|denn|weil",
    asks: "wie|was|warum|wieso|weshalb|wann|wo|wohin|woher|wer|wen|wem|welche\\p{L}?|kann|können|könnte|muss|müssen|soll|sollte|darf|ist|sind|gibt|hat|habe|haben|wird|werden",
    reply: "ja|nein|nee|doch|klar|genau",
    remark:
      "(?:das|es) (?:ist|war|klingt)(?: sehr| echt| wirklich)* [\\p{L}-]+|(?:ok(?:ay)?|super|danke|prima|toll|gut|verstehe|alles klar|perfekt)",
    definition:
      "(?:was|wer) (?:ist|sind|bedeutet|bedeuten|war) (?:ein |eine |der |die |das )?(?!(?:das|es|dies|er|sie|damit|davon|los)(?!\\p{L}))",
    named: "außer|neben|abgesehen von|statt|anstatt|anstelle",
    condition: "wenn|falls|sobald|nachdem|bevor",
    tells: "ich|wir|mein\\p{L}*|unser\\p{L}*",
    clause: "und|wenn|falls|aber|weil|nachdem|bevor|um|dass",
  },
};
