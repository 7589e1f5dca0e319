/** Texts of a transcript. `{name}` is the tenant, `{n}` the ticket's number. */
export interface EmailWords {
  subject: string;
  you: string;
  assistant: string;
  agent: string;
  sources: string;
  older: string;
  why: string;
}

const words: Record<string, EmailWords> = {
  en: {
    subject: "Your conversation with {name} (#{n})",
    you: "You",
    assistant: "Assistant",
    agent: "Support",
    sources: "Sources",
    older: "This e-mail does not include earlier messages.",
    why: "You are receiving this e-mail because someone requested it in the {name} chat. If this wasn't you, you can ignore it.",
  },
  de: {
    subject: "Ihre Unterhaltung mit {name} (#{n})",
    you: "Sie",
    assistant: "Assistent",
    agent: "Support",
    sources: "Quellen",
    older: "Frühere Nachrichten sind in dieser E-Mail nicht enthalten.",
    why: "Sie erhalten diese E-Mail, weil sie im Chat von {name} angefordert wurde. Falls Sie das nicht waren, können Sie sie ignorieren.",
  },
  fr: {
    subject: "Votre conversation avec {name} (n° {n})",
    you: "Vous",
    assistant: "Assistant",
    agent: "Support",
    sources: "Sources",
    older: "Cet e-mail ne contient pas les messages plus anciens.",
    why: "Vous recevez cet e-mail parce que quelqu'un l'a demandé dans le chat de {name}. Si ce n'était pas vous, ignorez-le.",
  },
  es: {
    subject: "Tu conversación con {name} (n.º {n})",
    you: "Tú",
    assistant: "Asistente",
    agent: "Soporte",
    sources: "Fuentes",
    older: "Este correo no incluye los mensajes anteriores.",
    why: "Recibes este correo porque alguien lo solicitó en el chat de {name}. Si no has sido tú, puedes ignorarlo.",
  },
  ar: {
    subject: "محادثتك مع {name} (‎#{n})",
    you: "أنت",
    assistant: "المساعد",
    agent: "الدعم",
    sources: "المصادر",
    older: "لا تتضمن هذه الرسالة الرسائل الأقدم.",
    why: "وصلتك هذه الرسالة لأن أحدهم طلبها في محادثة {name}. إن لم تكن أنت من طلبها، فيمكنك تجاهلها.",
  },
};

/** The texts for a language tag, English for an unsupported language, and the tag for the format of dates. */
export function emailWords(tag: string | null): { words: EmailWords; tag: string } {
  const language = tag?.split(/[-_]/)[0]?.toLowerCase() ?? "en";
  const found = Object.hasOwn(words, language) ? words[language] : undefined;
  // The table contains English.
  return found ? { words: found, tag: language } : { words: words["en"] as EmailWords, tag: "en" };
}
