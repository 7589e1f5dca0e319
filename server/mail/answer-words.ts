/** What a mail with an answer says itself. `{name}` is the tenant, `{n}` the ticket's number, `{about}` what was asked. */
export interface AnswerWords {
  subject: string;
  above: string;
  canReply: string;
  goOn: string;
  earlier: string;
  files: string;
  why: string;
  stop: string;
}

const words: Record<string, AnswerWords> = {
  en: {
    subject: "{name}: {about} (#{n})",
    above: "Please write your reply above this line",
    canReply: "You can simply reply to this mail.",
    goOn: "Go on in the chat",
    earlier: "Before that",
    files: "Files, to be opened in the chat",
    why: "You get this mail because you wrote to {name} in the chat and were not there when the answer came.",
    stop: "Send me no answers by mail",
  },
  de: {
    subject: "{name}: {about} (#{n})",
    above: "Bitte schreiben Sie Ihre Antwort über diese Zeile",
    canReply: "Sie können einfach auf diese Mail antworten.",
    goOn: "Im Chat weitermachen",
    earlier: "Davor",
    files: "Dateien, im Chat zu öffnen",
    why: "Sie erhalten diese Mail, weil Sie {name} im Chat geschrieben haben und nicht mehr da waren, als die Antwort kam.",
    stop: "Keine Antworten mehr per Mail",
  },
  fr: {
    subject: "{name} : {about} (n° {n})",
    above: "Veuillez écrire votre réponse au-dessus de cette ligne",
    canReply: "Vous pouvez simplement répondre à cet e-mail.",
    goOn: "Continuer dans le chat",
    earlier: "Avant cela",
    files: "Fichiers, à ouvrir dans le chat",
    why: "Vous recevez cet e-mail parce que vous avez écrit à {name} dans le chat et n'étiez plus là quand la réponse est arrivée.",
    stop: "Ne plus recevoir de réponses par e-mail",
  },
  es: {
    subject: "{name}: {about} (n.º {n})",
    above: "Escriba su respuesta por encima de esta línea",
    canReply: "Puede responder simplemente a este correo.",
    goOn: "Continuar en el chat",
    earlier: "Antes",
    files: "Archivos, se abren en el chat",
    why: "Recibe este correo porque escribió a {name} en el chat y ya no estaba cuando llegó la respuesta.",
    stop: "No recibir más respuestas por correo",
  },
  ar: {
    subject: "{name}: {about} (‎#{n})",
    above: "يرجى كتابة ردك فوق هذا السطر",
    canReply: "يمكنك ببساطة الرد على هذا البريد.",
    goOn: "متابعة المحادثة",
    earlier: "قبل ذلك",
    files: "ملفات، تُفتح في المحادثة",
    why: "وصلك هذا البريد لأنك كتبت إلى {name} في المحادثة ولم تكن حاضرًا عندما وصل الرد.",
    stop: "لا ترسلوا لي الردود بالبريد",
  },
};

/** The words for the tag that `mailWords` has chosen. */
export function answerWords(tag: string): AnswerWords {
  // English is in the table.
  return words[tag] ?? (words["en"] as AnswerWords);
}
