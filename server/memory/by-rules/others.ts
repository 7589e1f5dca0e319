import { fact, languages, name, preference, type RuleSet, trimmed, wantsLanguage } from "./rule.ts";

const plans = "(?:Free|Basic|Starter|Standard|Plus|Pro|Premium|Team|Business|Enterprise|Gold|Silber|Platin)";

/** German: nouns have capitals, too, so that only what is no common noun counts as a name. */
export const german: RuleSet = {
  rules: [
    {
      pattern: new RegExp(
        `\\b(?:[Ss]chreib(?:en|t)?|[Aa]ntworte(?:n|t)?|[Ss]prechen|[Kk]ommunizieren)(?: Sie| Ihr)?(?: (?:bitte|mir|uns|mit mir|mit uns|künftig|immer))* (?:auf|in) (?<language>${languages})\\b`,
        "u",
      ),
      make: ({ language }) => wantsLanguage(language),
      mayAsk: true,
    },
    {
      pattern: new RegExp(`\\b[Bb]itte (?:immer |künftig )?auf (?<language>${languages}) (?:schreiben|antworten)`, "u"),
      make: ({ language }) => wantsLanguage(language),
    },
    {
      pattern: /\b[Nn]enn(?:en|t)?(?: Sie)? (?:mich|uns) (?:bitte |einfach |gerne )*(?<called>\p{Lu}[\p{L}-]+)/u,
      make: ({ called }) => preference(`Wants to be called ${called}`, "called"),
    },
    {
      pattern: new RegExp(
        `\\b(?:[Uu]nser|[Mm]ein)(?:e|en)? (?:Tarif|Paket|Abo|Vertrag|Plan) ist (?:der |das )?(?<plan>${plans})\\b`,
        "u",
      ),
      make: ({ plan }) => fact(`Plan: ${plan}`, "plan"),
    },
    {
      pattern: new RegExp(
        `\\b(?:[Ww]ir|[Ii]ch) (?:haben|habe|nutzen|nutze) (?:den |das |einen |ein |euren |Ihren )(?<plan>${plans})[- ](?:Tarif|Paket|Abo|Vertrag|Plan)`,
        "u",
      ),
      make: ({ plan }) => fact(`Plan: ${plan}`, "plan"),
    },
    {
      pattern:
        /\b(?:[Ww]ir|[Ii]ch) (?:haben|habe|betreiben|betreibe) (?<count>zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|zwölf|\d+) (?<thing>Lager|Filialen|Läden|Standorte|Mitarbeiter(?:innen)?|Büros|Shops|Praxen|Restaurants|Nutzer|Hunde|Katzen|Kinder|Fahrzeuge)\b/u,
      make: ({ count, thing }) => fact(`Has ${count} ${thing}`, `count:${thing}`),
    },
    {
      pattern:
        /\b(?:[Ww]ir|[Ii]ch) (?:nutzen|nutze|verwenden|verwende|benutzen|benutze|arbeiten mit|arbeite mit) (?<what>Shopify|WooCommerce|Shopware|Magento|SAP|DATEV|Lexware|Excel|Outlook|Slack|Teams|Jira|Zendesk|HubSpot|Salesforce|Firefox|Chrome|Safari|Edge|Windows|Linux|macOS|Ubuntu|Android|PayPal|Stripe|Klarna|DHL|Hermes|[\p{Lu}][\p{Ll}]*[\p{Lu}\d][\p{L}\d]*)\b/u,
      make: ({ what }) => fact(`Uses ${what}`),
    },
    {
      pattern: /\b(?:[Ii]ch bevorzuge|[Ww]ir bevorzugen) (?<what>[^.,;!?()]{3,80})/u,
      make: ({ what }) => preference(`Prefers ${trimmed(what ?? "")}`),
    },
    {
      pattern: /\b[Bb]itte (?<what>(?:immer|nie|niemals|nur) [^.,;!?()]{4,80})/u,
      make: ({ what }) =>
        /\bauf \p{L}+ (?:schreiben|antworten)/u.test(what ?? "") ? null : preference(`Asks: ${trimmed(what ?? "")}`),
    },
  ],
  asks: /\?\s*$|^(?:was|wo|wann|wer|warum|wie|welche[rsnm]?|kann|könnt?en?|soll(?:te)?n?|ist|sind|darf|gibt)\b/i,
  passing:
    /^(?:wenn|falls|sobald|sollten?|angenommen)\b|\b(?:früher|nicht mehr|damals|letzte[sn]? (?:Jahr|Monat|Woche)|vorübergehend|heute|diesmal|zum Beispiel|z\. ?B\.|vielleicht|überlegen|würden? gerne?)\b/i,
};

export const french: RuleSet = {
  rules: [
    {
      pattern: new RegExp(
        `\\b(?:[ÉéEe]crivez|[Rr]épondez|[Pp]arlez)(?:[- ](?:moi|nous))?(?: toujours)?(?: s'il vous plaît)? en (?<language>${languages})(?![\\p{L}])`,
        "u",
      ),
      make: ({ language }) => wantsLanguage(language),
      mayAsk: true,
    },
    {
      pattern: /\b[Aa]ppelez[- ]moi (?<called>\p{Lu}[\p{L}-]+)/u,
      make: ({ called }) => preference(`Wants to be called ${called}`, "called"),
    },
    {
      pattern: new RegExp(
        `\\b(?:[Nn]otre|[Mm]on) (?:forfait|abonnement|plan|offre) est (?:le |l')?(?<plan>${plans})\\b`,
        "u",
      ),
      make: ({ plan }) => fact(`Plan: ${plan}`, "plan"),
    },
    {
      pattern:
        /\b(?:[Nn]ous avons|[Jj]'ai) (?<count>deux|trois|quatre|cinq|six|sept|huit|neuf|dix|\d+) (?<thing>entrepôts|magasins|boutiques|bureaux|employés|sites|restaurants|chiens|chats|enfants|agences|utilisateurs)(?![\p{L}])/u,
      make: ({ count, thing }) => fact(`Has ${count} ${thing}`, `count:${thing}`),
    },
    {
      pattern: new RegExp(`\\b(?:[Nn]ous utilisons|[Jj]'utilise|[Nn]ous travaillons avec) (?<what>${name})`, "u"),
      make: ({ what }) => fact(`Uses ${trimmed(what ?? "")}`),
    },
    {
      pattern:
        /\b(?:[Jj]e préfère|[Nn]ous préférons) (?!un remboursement|attendre|celui|ne pas|parler)(?<what>[^.,;!?()]{3,80})/u,
      make: ({ what }) => preference(`Prefers ${trimmed(what ?? "")}`),
    },
  ],
  asks: /\?\s*$|^(?:que|quoi|où|quand|qui|pourquoi|comment|quel(?:le)?s?|est-ce|puis-je|pouvez)(?![\p{L}])/iu,
  passing:
    /^(?:si|quand|lorsque)(?![\p{L}])|\b(?:avant|ne plus|l'année dernière|autrefois|aujourd'hui|cette fois|par exemple|peut-être)(?![\p{L}])/iu,
};

export const spanish: RuleSet = {
  rules: [
    {
      pattern: new RegExp(
        `(?<![\\p{L}])(?:[Ee]scr[ií]b(?:a|an|e)(?:me|nos)?|[Rr]esponda(?:n)?(?:me|nos)?|[Cc]ontest[ea](?:me|nos)?|[Hh]able(?:me)?)(?: siempre| por favor)* en (?<language>${languages})(?![\\p{L}])`,
        "u",
      ),
      make: ({ language }) => wantsLanguage(language),
      mayAsk: true,
    },
    {
      pattern: /(?<![\p{L}])(?:[Ll]lám(?:ame|eme))(?: por favor)? (?<called>\p{Lu}[\p{L}-]+)/u,
      make: ({ called }) => preference(`Wants to be called ${called}`, "called"),
    },
    {
      pattern: new RegExp(
        `\\b(?:[Nn]uestro|[Mm]i) (?:plan|suscripción|tarifa|paquete) es (?:el |la )?(?<plan>${plans})\\b`,
        "u",
      ),
      make: ({ plan }) => fact(`Plan: ${plan}`, "plan"),
    },
    {
      pattern:
        /\b(?:[Tt]enemos|[Tt]engo) (?<count>dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|\d+) (?<thing>almacenes|tiendas|oficinas|empleados|sedes|restaurantes|perros|gatos|hijos|usuarios|locales)\b/u,
      make: ({ count, thing }) => fact(`Has ${count} ${thing}`, `count:${thing}`),
    },
    {
      pattern: new RegExp(
        `(?:^|[,;] )(?:[Uu]samos|[Uu]so|[Uu]tilizamos|[Uu]tilizo|[Tt]rabajamos con) (?<what>${name})`,
        "u",
      ),
      make: ({ what }) => fact(`Uses ${trimmed(what ?? "")}`),
    },
    {
      pattern: /\b(?:[Pp]refiero|[Pp]referimos) (?!un reembolso|esperar|ese|este|no |hablar)(?<what>[^.,;!?()]{3,80})/u,
      make: ({ what }) => preference(`Prefers ${trimmed(what ?? "")}`),
    },
  ],
  asks: /\?\s*$|^¿|^(?:qué|dónde|cuándo|quién|cómo|cuál)(?![\p{L}])/iu,
  passing:
    /^(?:si|cuando)(?![\p{L}])|\b(?:antes|ya no|el año pasado|hoy|esta vez|por ejemplo|quizás?|tal vez)(?![\p{L}])/iu,
};
