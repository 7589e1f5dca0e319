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
    canReply: "You can reply to this e-mail.",
    goOn: "Continue in the chat",
    earlier: "Earlier messages",
    files: "Files (open them in the chat)",
    why: "You are receiving this e-mail because you left the {name} chat before the reply arrived.",
    stop: "Unsubscribe from replies by e-mail",
  },
  de: {
    subject: "{name}: {about} (#{n})",
    above: "Bitte schreiben Sie Ihre Antwort oberhalb dieser Zeile",
    canReply: "Sie können direkt auf diese E-Mail antworten.",
    goOn: "Im Chat fortfahren",
    earlier: "Frühere Nachrichten",
    files: "Dateien (im Chat öffnen)",
    why: "Sie erhalten diese E-Mail, weil Sie den Chat von {name} verlassen haben, bevor die Antwort kam.",
    stop: "Antworten per E-Mail abbestellen",
  },
  fr: {
    subject: "{name} : {about} (n° {n})",
    above: "Veuillez écrire votre réponse au-dessus de cette ligne",
    canReply: "Vous pouvez répondre à cet e-mail.",
    goOn: "Poursuivre dans le chat",
    earlier: "Messages précédents",
    files: "Fichiers (à ouvrir dans le chat)",
    why: "Vous recevez cet e-mail parce que vous avez quitté le chat de {name} avant l'arrivée de la réponse.",
    stop: "Se désabonner des réponses par e-mail",
  },
  es: {
    subject: "{name}: {about} (n.º {n})",
    above: "Escribe tu respuesta por encima de esta línea",
    canReply: "Puedes responder a este correo.",
    goOn: "Continuar en el chat",
    earlier: "Mensajes anteriores",
    files: "Archivos (ábrelos en el chat)",
    why: "Recibes este correo porque saliste del chat de {name} antes de que llegara la respuesta.",
    stop: "Cancelar las respuestas por correo",
  },
  ar: {
    subject: "{name}: {about} (‎#{n})",
    above: "يرجى كتابة ردك فوق هذا السطر",
    canReply: "يمكنك الرد على هذه الرسالة.",
    goOn: "متابعة المحادثة",
    earlier: "الرسائل السابقة",
    files: "ملفات (افتحها في المحادثة)",
    why: "وصلتك هذه الرسالة لأنك غادرت محادثة {name} قبل وصول الرد.",
    stop: "إلغاء الاشتراك في الردود عبر البريد الإلكتروني",
  },
};

/** The words for the tag that `mailWords` has chosen. */
export function answerWords(tag: string): AnswerWords {
  // English is in the table.
  return words[tag] ?? (words["en"] as AnswerWords);
}
