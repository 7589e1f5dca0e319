/** What a transcript says itself. `{name}` is the tenant, `{n}` the ticket's number. */
export interface MailWords {
  subject: string;
  you: string;
  assistant: string;
  agent: string;
  sources: string;
  older: string;
  why: string;
}

const words: Record<string, MailWords> = {
  en: {
    subject: "Your conversation with {name} (#{n})",
    you: "You",
    assistant: "Assistant",
    agent: "Support",
    sources: "Sources",
    older: "Earlier messages are not in this mail.",
    why: "You get this mail because somebody asked for it in the chat of {name}. If it was not you, nothing needs to be done.",
  },
  de: {
    subject: "Ihre Unterhaltung mit {name} (#{n})",
    you: "Sie",
    assistant: "Assistent",
    agent: "Support",
    sources: "Quellen",
    older: "Frühere Nachrichten stehen nicht in dieser Mail.",
    why: "Sie erhalten diese Mail, weil jemand sie im Chat von {name} angefordert hat. Waren Sie es nicht, ist nichts zu tun.",
  },
  fr: {
    subject: "Votre conversation avec {name} (n° {n})",
    you: "Vous",
    assistant: "Assistant",
    agent: "Support",
    sources: "Sources",
    older: "Les messages plus anciens ne figurent pas dans cet e-mail.",
    why: "Vous recevez cet e-mail parce que quelqu'un l'a demandé dans le chat de {name}. Si ce n'était pas vous, il n'y a rien à faire.",
  },
  es: {
    subject: "Su conversación con {name} (n.º {n})",
    you: "Usted",
    assistant: "Asistente",
    agent: "Soporte",
    sources: "Fuentes",
    older: "Los mensajes anteriores no están en este correo.",
    why: "Recibe este correo porque alguien lo pidió en el chat de {name}. Si no fue usted, no tiene que hacer nada.",
  },
  ar: {
    subject: "محادثتك مع {name} (‎#{n})",
    you: "أنت",
    assistant: "المساعد",
    agent: "الدعم",
    sources: "المصادر",
    older: "الرسائل الأقدم ليست في هذا البريد.",
    why: "وصلك هذا البريد لأن أحدًا طلبه في محادثة {name}. إن لم تكن أنت، فلا يلزم فعل شيء.",
  },
};

/** The words for a language tag, English when it is not spoken here, and the tag that dates are written with. */
export function mailWords(tag: string | null): { words: MailWords; tag: string } {
  const language = tag?.split(/[-_]/)[0]?.toLowerCase() ?? "en";
  const found = Object.hasOwn(words, language) ? words[language] : undefined;
  // English is in the table.
  return found ? { words: found, tag: language } : { words: words["en"] as MailWords, tag: "en" };
}
