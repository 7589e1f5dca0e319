import type { ReadySentences } from "./table.ts";

export const de: ReadySentences = {
  status: {
    check_cache: "Antwort wird gesucht",
    contextualize: "Frage wird ausgewertet",
    retrieve: "Dokumentation wird durchsucht",
    clarify: "Rückfrage wird gestellt",
    act: "Unsere Systeme werden abgefragt",
    generate: "Antwort wird geschrieben",
    grade: "Antwort wird mit den Quellen abgeglichen",
    escalate: "Anfrage wird an unser Team weitergeleitet",
  },
  nothingFound: "Nichts in der Dokumentation gefunden",
  reading: "{title} wird gelesen",
  readingMore: "{title} und {n} weitere werden gelesen",
  cut: "Diese Antwort war zu lang und wurde hier abgeschnitten.",
  waiting:
    "Wir erhalten gerade viele Fragen. Sie sind in der Warteschlange. Ihre Antwort kommt, sobald Sie an der Reihe sind.",
  whichOne: "Dazu gibt es mehrere passende Themen. Meinen Sie {choices}?",
  quotes: ["„", "“"],
  dropped:
    "In Ordnung, ich habe diese Frage verworfen. Formulieren Sie sie gern anders oder fragen Sie jederzeit nach unserem Team.",
  smallTalk: {
    greeting: "Hallo! Was möchten Sie über {name} wissen?",
    thanks: "Gern geschehen! Wenn Sie noch Fragen haben, melden Sie sich einfach.",
    goodbye: "Auf Wiedersehen und einen schönen Tag!",
    acknowledgement: "Prima. Wenn Sie noch Fragen haben, melden Sie sich einfach.",
    identity:
      "Ich bin der KI-Assistent von {name}. Ich antworte auf Grundlage der Dokumente. Wenn Sie lieber mit unserem Team sprechen möchten, sagen Sie einfach Bescheid.",
    wellbeing: "Mir geht es gut, danke. Wobei kann ich Ihnen helfen?",
  },
  onlyFiles:
    "Ich kann keine Dateien oder Bilder öffnen. Bitte beschreiben Sie Ihre Frage in Worten oder fragen Sie nach unserem Team, das sie öffnen kann.",
  besideFiles: "Ihren Anhang konnte ich nicht öffnen. Unser Team kann das: Fragen Sie einfach danach.",
  handover: {
    unsure: "Ich konnte keine verlässliche Antwort finden und habe Ihre Frage an unser Team weitergeleitet.",
    notFound: "Das konnte ich in unserer Dokumentation nicht finden. Ich habe Ihre Frage an unser Team weitergeleitet.",
    wanted: "Gern. Ich habe unserem Team Bescheid gegeben.",
    sensitive: "Das sollte sich unser Team ansehen. Ich habe es weitergeleitet.",
    tool: "Ein dafür benötigtes System ist nicht erreichbar. Ich habe Ihre Frage an unser Team weitergeleitet.",
    noAnswer: "Ich kann gerade keine Antwort schreiben und habe Ihre Frage an unser Team weitergeleitet.",
  },
  ticket: "Ihre Unterhaltung hat die Nummer #{n}. Sie können diesen Chat schließen: Die Antwort erscheint hier.",
  goesOn: "Diese Unterhaltung wird in #{n} fortgesetzt. Sie finden sie in Ihren Unterhaltungen.",
  confirmation: {
    asked: "Soll ich das ausführen? Es ändert sich nichts, bis Sie zustimmen.",
    asksTeam: "Unser Team muss das zuerst genehmigen. Ich habe angefragt. Bis dahin ändert sich nichts.",
    waitsForTeam: "Danke. Unser Team muss das ebenfalls genehmigen. Bis dahin ändert sich nichts.",
    agreed: "Unser Team hat das genehmigt. Ich führe es jetzt aus.",
    declined: "In Ordnung, es wurde nichts geändert.",
    refused: "Unser Team hat das nicht genehmigt, deshalb wurde nichts geändert.",
    expired: "Es kam keine rechtzeitige Antwort, deshalb wurde nichts geändert: {what}.",
    withdrawn: "Sie haben mit etwas anderem weitergemacht, deshalb wurde nichts geändert: {what}.",
    unknown:
      "Ich kann nicht feststellen, ob das ausgeführt wurde: {what}. Bitte versuchen Sie es vorerst nicht erneut. Unser Team prüft das.",
  },
  meanwhile:
    "Ich habe Ihre Frage an unser Team weitergegeben (#{n}). Vielleicht hilft Ihnen bis dahin einer dieser Abschnitte:",
  suggested: "Ich bin mir nicht sicher genug für eine Antwort. Vielleicht hilft Ihnen einer dieser Abschnitte:",
};

export const nl: ReadySentences = {
  status: {
    check_cache: "Antwoord zoeken",
    contextualize: "Vraag begrijpen",
    retrieve: "Documentatie doorzoeken",
    clarify: "Om verduidelijking vragen",
    act: "Opzoeken in onze systemen",
    generate: "Antwoord schrijven",
    grade: "Antwoord met de bronnen vergelijken",
    escalate: "Doorsturen naar ons team",
  },
  nothingFound: "Niets gevonden in de documentatie",
  reading: "{title} lezen",
  readingMore: "{title} en nog {n} lezen",
  cut: "Dit antwoord was te lang en is hier afgebroken.",
  waiting: "We krijgen nu veel vragen. U staat in de wachtrij. Uw antwoord komt zodra u aan de beurt bent.",
  whichOne: "Ik vond meerdere onderwerpen die passen. Bedoelt u {choices}?",
  quotes: ["“", "”"],
  dropped: "Oké, ik laat die vraag vallen. U kunt hem anders stellen of op elk moment om ons team vragen.",
  smallTalk: {
    greeting: "Hallo! Wat wilt u weten over {name}?",
    thanks: "Graag gedaan! Als u nog iets wilt weten, vraag het gerust.",
    goodbye: "Tot ziens en een fijne dag!",
    acknowledgement: "Mooi. Als u nog iets wilt weten, vraag het gerust.",
    identity:
      "Ik ben de AI-assistent van {name}. Ik antwoord op basis van de documenten. Wilt u liever met ons team spreken, zeg het dan gerust.",
    wellbeing: "Het gaat goed, dank u. Waarmee kan ik u helpen?",
  },
  onlyFiles:
    "Ik kan geen bestanden of afbeeldingen openen. Beschrijf uw vraag in woorden, of vraag om ons team: zij kunnen ze openen.",
  besideFiles: "Ik kon uw bijlage niet openen. Ons team kan dat wel: vraag er gerust om.",
  handover: {
    unsure: "Ik kon geen betrouwbaar antwoord vinden en heb uw vraag doorgestuurd naar ons team.",
    notFound: "Ik kon dit niet vinden in onze documentatie en heb uw vraag doorgestuurd naar ons team.",
    wanted: "Natuurlijk. Ik heb ons team op de hoogte gebracht.",
    sensitive: "Ons team kan dit het best bekijken. Ik heb het doorgestuurd.",
    tool: "Ik kon een systeem dat ik hiervoor nodig heb niet bereiken en heb uw vraag doorgestuurd naar ons team.",
    noAnswer: "Ik kan nu geen antwoord schrijven en heb uw vraag doorgestuurd naar ons team.",
  },
  ticket: "Uw gesprek heeft nummer #{n}. U kunt deze chat sluiten: het antwoord verschijnt hier.",
  goesOn: "Dit gesprek gaat verder in #{n}. U vindt het bij uw gesprekken.",
  confirmation: {
    asked: "Zal ik dit uitvoeren? Er verandert niets tot u akkoord gaat.",
    asksTeam: "Ons team moet dit eerst goedkeuren. Ik heb het gevraagd. Tot die tijd verandert er niets.",
    waitsForTeam: "Dank u. Ons team moet dit ook goedkeuren. Tot die tijd verandert er niets.",
    agreed: "Ons team heeft dit goedgekeurd. Ik voer het nu uit.",
    declined: "Oké, er is niets gewijzigd.",
    refused: "Ons team heeft dit niet goedgekeurd, dus er is niets gewijzigd.",
    expired: "Er kwam niet op tijd antwoord, dus er is niets gewijzigd: {what}.",
    withdrawn: "U ging verder met iets anders, dus er is niets gewijzigd: {what}.",
    unknown: "Ik kan niet zien of dit is uitgevoerd: {what}. Probeer het nog niet opnieuw. Ons team zoekt het uit.",
  },
  meanwhile: "Ik heb dit doorgegeven aan ons team (#{n}). Misschien helpt een van deze stukken u alvast verder:",
  suggested: "Ik weet dit niet zeker genoeg om te antwoorden. Misschien helpt een van deze stukken u verder:",
};
