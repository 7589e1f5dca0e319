import type { ReadySentences } from "./table.ts";

export const de: ReadySentences = {
  status: {
    check_cache: "Frühere Antworten werden geprüft",
    contextualize: "Die Frage wird gelesen",
    retrieve: "Die Dokumentation wird durchsucht",
    clarify: "Eine Rückfrage kommt",
    act: "In unseren Systemen wird nachgesehen",
    generate: "Die Antwort wird geschrieben",
    grade: "Die Antwort wird mit den Quellen verglichen",
    escalate: "Ein Mensch wird gesucht, der helfen kann",
  },
  nothingFound: "Nichts in der Dokumentation gefunden",
  reading: "Gelesen wird {title}",
  readingMore: "Gelesen wird {title} (+{n})",
  cut: "Diese Antwort wurde zu lang und ist hier abgeschnitten.",
  waiting: "Gerade fragen viele. Ihre Antwort kommt, sobald Sie an der Reihe sind.",
  whichOne: "Das kann mehreres bedeuten. Meinen Sie {choices}?",
  quotes: ["„", "“"],
  dropped:
    "Gut, diese Frage lasse ich fallen. Sie können sie anders stellen oder jederzeit nach einem Menschen fragen.",
  smallTalk: {
    greeting: "Hallo! Was möchten Sie über {name} wissen?",
    thanks: "Gern geschehen! Wenn noch etwas ist, fragen Sie einfach.",
    goodbye: "Auf Wiedersehen und einen schönen Tag!",
    acknowledgement: "Gut. Wenn noch etwas ist, fragen Sie einfach.",
    identity:
      "Ich bin der automatische Assistent von {name}. Ich antworte aus den Dokumenten; wenn Sie lieber mit einem Menschen sprechen, sagen Sie es einfach.",
    wellbeing: "Mir geht es gut, danke. Wobei kann ich helfen?",
  },
  onlyFiles:
    "Ich kann keine Dateien oder Bilder öffnen. Bitte schreiben Sie mir, worum es geht, oder fragen Sie nach einem Menschen, der sie öffnen kann.",
  besideFiles: "Ihren Anhang konnte ich nicht öffnen. Ein Mensch kann das: Fragen Sie einfach danach.",
  handover: {
    unsure: "Ich bin mir meiner Antwort nicht sicher genug und habe einen Menschen um Hilfe gebeten.",
    notFound: "Das habe ich in unserer Dokumentation nicht gefunden und deshalb einen Menschen um Hilfe gebeten.",
    wanted: "Natürlich. Ich habe einen Menschen dazugebeten.",
    sensitive: "Das sollte sich ein Mensch ansehen; ich habe um Hilfe gebeten.",
    tool: "Ein System, das ich dafür brauche, ist nicht erreichbar. Ich habe einen Menschen um Hilfe gebeten.",
    noAnswer: "Im Moment kann ich keine Antwort schreiben und habe einen Menschen um Hilfe gebeten.",
  },
  ticket: "Ihr Ticket hat die Nummer #{n}. Die Antwort erscheint hier; Sie können diese Seite solange verlassen.",
  goesOn: "Dieses Gespräch geht in #{n} weiter. Sie finden es unter Ihren Gesprächen.",
  confirmation: {
    asked: "Soll ich das tun? Bevor Sie zustimmen, wird nichts geändert.",
    asksTeam:
      "Dem muss zuerst jemand aus unserem Team zustimmen. Ich habe dort nachgefragt; vorher wird nichts geändert.",
    waitsForTeam: "Danke. Auch jemand aus unserem Team muss zustimmen. Vorher wird nichts geändert.",
    agreed: "Unser Team hat zugestimmt. Ich erledige es jetzt.",
    declined: "In Ordnung, es wurde nichts geändert.",
    refused: "Unser Team hat dem nicht zugestimmt, deshalb wurde nichts geändert.",
    expired: "Niemand hat rechtzeitig zugestimmt, deshalb wurde nichts geändert: {what}.",
    withdrawn: "Sie haben mit etwas anderem weitergemacht, deshalb wurde nichts geändert: {what}.",
    unknown:
      "Ich weiß nicht, ob das erledigt wurde: {what}. Bitte versuchen Sie es noch nicht erneut: Jemand aus unserem Team geht dem nach.",
  },
};

export const nl: ReadySentences = {
  status: {
    check_cache: "Eerdere antwoorden bekijken",
    contextualize: "De vraag lezen",
    retrieve: "De documentatie doorzoeken",
    clarify: "Vragen wat u bedoelt",
    act: "Opzoeken in onze systemen",
    generate: "Een antwoord schrijven",
    grade: "Het antwoord met de bronnen vergelijken",
    escalate: "Een medewerker zoeken die kan helpen",
  },
  nothingFound: "Niets gevonden in de documentatie",
  reading: "{title} lezen",
  readingMore: "{title} en {n} meer lezen",
  cut: "Dit antwoord werd te lang en is hier afgebroken.",
  waiting: "Er komen nu veel vragen binnen. Uw antwoord komt zodra u aan de beurt bent.",
  whichOne: "Dit kan over meer dan één onderwerp gaan. Bedoelt u {choices}?",
  quotes: ["“", "”"],
  dropped: "Goed, die vraag laat ik rusten. U kunt hem anders stellen of op elk moment om een medewerker vragen.",
  smallTalk: {
    greeting: "Hallo! Wat wilt u weten over {name}?",
    thanks: "Graag gedaan! Als er nog iets is, vraag het gerust.",
    goodbye: "Tot ziens en een fijne dag!",
    acknowledgement: "Prima. Als er nog iets is, vraag het gerust.",
    identity:
      "Ik ben de automatische assistent van {name}. Ik antwoord uit de documenten; als u liever een medewerker spreekt, zeg het gerust.",
    wellbeing: "Het gaat goed, dank u. Waarmee kan ik helpen?",
  },
  onlyFiles:
    "Ik kan geen bestanden of afbeeldingen openen. Vertel me in woorden waar het over gaat, of vraag naar een medewerker, die ze wel kan openen.",
  besideFiles: "Ik kon je bijlage niet openen. Een medewerker kan dat wel: vraag er gerust naar.",
  handover: {
    unsure: "Ik ben niet zeker genoeg van mijn antwoord en heb een medewerker om hulp gevraagd.",
    notFound: "Ik kon dit niet vinden in onze documentatie en heb een medewerker om hulp gevraagd.",
    wanted: "Natuurlijk. Ik heb een medewerker gevraagd om mee te kijken.",
    sensitive: "Hier moet een medewerker naar kijken; ik heb om hulp gevraagd.",
    tool: "Ik kon een systeem niet bereiken dat ik hiervoor nodig heb en heb een medewerker om hulp gevraagd.",
    noAnswer: "Ik kan nu geen antwoord schrijven en heb een medewerker om hulp gevraagd.",
  },
  ticket: "Uw aanvraag heeft nummer #{n}. Het antwoord verschijnt hier; u kunt deze pagina intussen verlaten.",
  goesOn: "Dit gesprek gaat verder in #{n}. U vindt het bij uw gesprekken.",
  confirmation: {
    asked: "Zal ik dit doen? Er wordt niets gewijzigd voordat u ja zegt.",
    asksTeam:
      "Iemand van ons team moet hier eerst mee instemmen. Ik heb het gevraagd; tot dan wordt er niets gewijzigd.",
    waitsForTeam: "Dank u. Iemand van ons team moet ook nog instemmen. Tot dan wordt er niets gewijzigd.",
    agreed: "Ons team heeft ingestemd. Ik doe het nu.",
    declined: "Goed, er is niets gewijzigd.",
    refused: "Ons team heeft hier niet mee ingestemd, dus er is niets gewijzigd.",
    expired: "Niemand heeft op tijd ja gezegd, dus er is niets gewijzigd: {what}.",
    withdrawn: "U ging verder met iets anders, dus er is niets gewijzigd: {what}.",
    unknown: "Ik weet niet of dit is gedaan: {what}. Probeer het nog niet opnieuw: iemand van ons team zoekt het uit.",
  },
};
