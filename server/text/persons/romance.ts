import type { Language } from "../language.ts";
import type { PersonTable } from "./table.ts";

export const romance: Partial<Record<Language, PersonTable>> = {
  fr: {
    requests: [
      "(?:parler|discuter|échanger|chatter|joindre|contacter|mettre en (?:relation|contact)|transférer|transférez|passer|passez|être mis en relation)(?:[- ]moi)? (?:(?:à|avec|a|vers) )?(?:(?:une?|le|la|l'|votre|quelqu'un du|quelqu'un de) ?)?(?:(?:vrai|vraie|autre) )?(?:humain|personne|conseill(?:er|ère)|agent|opérateur|être humain|quelqu'un|service client|support|équipe)",
      "(?:veux|voudrais|souhaite|besoin d')(?: ?une?)? ?(?:vrai |vraie )?(?:humain|conseill(?:er|ère)|agent|personne réelle)(?= ?(?:$|s'il|humain|maintenant))",
      "(?:veux|voudrais|souhaite) (?:pas|plus) (?:parler|discuter) (?:à|avec) (?:un|une|ce|cette|votre|le|la) (?:bot|robot|machine|chatbot|ordinateur|ia)",
    ],
    asker:
      "je|j'|j'aimerais|nous|on|moi|me|veux|voudrais|voulons|souhaite|aimerais|peux|puis|puis-je|pourrais|pourriez-vous|pouvez-vous|besoin|merci|svp|s'il vous plaît|s'il te plaît|possible|moyen|préfère|bonjour|oui|non|comment",
    others:
      "clients?|visiteurs?|utilisateurs?|internautes|gens|assistant|widget|bots?|robots?|chatbots?|ia|système|que se passe|qu'arrive|quand|pourquoi|lorsqu\\p{L}*|est-ce que (?:le|la|les|l')",
    declined: "sans|ne|n'|au lieu de|plutôt que|éviter|empêcher",
  },
  es: {
    requests: [
      "(?:hablar|chatear|comunicarme|contactar|conectarme|transferirme|pásame|páseme|comuníqueme|conécteme|ponme|póngame) (?:con|a) (?:(?:una?|el|la|algún|alguna|tu|su) )?(?:(?:verdadera?|otra|otro) )?(?:persona|humano|humana|agente|alguien|representante|operadora?|asesora?|soporte|atención al cliente)",
      "(?:quiero|necesito|quisiera) (?:una? )?(?:persona|humano|agente|asesor|operador)(?= ?(?:$|por favor|real|human[oa]|ahora))",
      "(?:no quiero|cansad[oa] de|hart[oa] de) (?:seguir )?(?:hablar|hablando|chatear) con (?:un|una|el|la|este|esta) (?:bot|robot|máquina|chatbot|ia)",
    ],
    asker:
      "yo|me|nos|quiero|queremos|necesito|quisiera|querría|gustaría|puedo|puede|puedes|podría|podrías|podemos|por favor|favor|posible|prefiero|manera|hola|sí|no|ahora|cómo",
    others:
      "clientes?|usuarios?|visitantes?|gente|personas|asistente|widget|bots?|robot|chatbot|ia|sistema|qué pasa|qué ocurre|cuándo|por qué|si (?:un|una|el|la|los|las)",
    declined: "sin|no quiero|en vez de|en lugar de|evitar|impedir",
  },
  it: {
    requests: [
      "(?:parlare|chattare|mett(?:etemi|imi|ersi) in contatto|collegar(?:mi|emi)|collegatemi|passar(?:mi|emi)|passatemi|passami|essere messo in contatto|contattare) (?:(?:con|a) )?(?:(?:una?|un'|l'|il|la|qualche|il vostro|la vostra) ?)?(?:(?:vera|vero|altra) )?(?:persona|umano|operatore|operatrice|agente|qualcuno|consulente|assistenza|servizio clienti|essere umano)",
      "(?:voglio|vorrei|ho bisogno di) (?:una? |un')?(?:persona|operatore|operatrice|umano|agente)(?= ?(?:$|per favore|reale|vera|umano|adesso))",
      "non voglio (?:più )?(?:parlare|chattare) con (?:un|una|il|la|questo|questa) (?:bot|robot|macchina|chatbot|ia)",
    ],
    asker:
      "io|mi|noi|ci|voglio|vogliamo|vorrei|posso|possiamo|potrei|può|potete|bisogno|per favore|favore|cortesia|possibile|preferisco|modo|ciao|sì|no|ora|adesso|come",
    others:
      "clienti|utenti|visitatori|gente|persone|assistente|widget|bot|robot|chatbot|ia|sistema|cosa succede|che succede|quando|perché|se (?:un|una|il|la|i|gli|le)",
    declined: "senza|non voglio|invece di|evitare|impedire",
  },
  pt: {
    requests: [
      "(?:falar|conversar|entrar em contato|transfer(?:ir|e|ir-me)|transfira-me|conectar|passar)(?:[- ]me)? (?:com|para|a) (?:(?:uma?|o|a|algum|alguma|seu|sua) )?(?:(?:verdadeira|real|outra) )?(?:pessoa|humano|atendente|agente|alguém|operadora?|representante|suporte|atendimento)",
      "(?:quero|preciso de|gostaria de) (?:uma? )?(?:pessoa|humano|atendente|operador)(?= ?(?:$|por favor|real|agora))",
      "não quero (?:mais )?(?:falar|conversar) com (?:um|uma|o|a|este|esta|esse|essa) (?:bot|robô|máquina|chatbot|ia)",
    ],
    asker:
      "eu|me|nós|quero|queremos|queria|preciso|gostaria|posso|podemos|poderia|pode|por favor|favor|possível|prefiro|forma|jeito|olá|oi|sim|não|agora|como",
    others:
      "clientes?|usuários?|utilizadores|visitantes?|pessoas|assistente|widget|bots?|robô|chatbot|ia|sistema|o que acontece|quando|por que|porque|se (?:um|uma|o|a|os|as)",
    declined: "sem|não quero|em vez de|evitar|impedir",
  },
  ca: {
    requests: [
      "(?:parlar|xatejar|contactar|connectar-me|connecta'm|passa'm|passi'm) amb (?:(?:una?|el|la|algun|alguna) )?(?:persona|humà|agent|algú|representant|operadora?|atenció al client)(?: (?:real|de veritat))?",
      "(?:vull|necessito|voldria) (?:una? )?(?:persona|humà|agent|operador)(?= ?(?:$|sisplau|si us plau|real|ara))",
    ],
    asker: "jo|em|vull|volem|voldria|necessito|puc|podem|podria|sisplau|plau|possible|prefereixo|hola|sí|ara|com",
    others: "clients?|usuaris?|visitants?|gent|assistent|widget|bots?|xatbot|robot|ia|sistema|què passa|quan|per què",
    declined: "sense|no vull|en lloc de|evitar",
  },
  ro: {
    requests: [
      "(?:vorb(?:esc|im|i)|discut|conecta(?:ți|ti)?-mă|legătura|contacta) (?:cu )?(?:(?:un|o) )?(?:persoană|om|agent|operator|consultant|cineva|angajat|reprezentant)(?: (?:real|reală|uman|adevărat))?",
      "(?:vreau|doresc|am nevoie de) (?:un |o )?(?:operator|om|agent|persoană)(?= ?(?:$|uman|real|acum|vă rog))",
    ],
    asker: "eu|mă|vreau|vrem|doresc|aș|dori|vrea|pot|putem|poate|puteți|rog|nevoie|posibil|prefer|bună|da|acum|cum",
    others:
      "clienți\\p{L}*|utilizatori\\p{L}*|vizitatori\\p{L}*|oameni\\p{L}*|asistent\\p{L}*|widget\\p{L}*|bot\\p{L}*|chatbot\\p{L}*|robot\\p{L}*|sistem\\p{L}*|ce se întâmplă|când|de ce",
    declined: "fără|nu vreau|în loc să|evita|împiedic",
  },
};
