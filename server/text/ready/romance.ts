import type { ReadySentences } from "./table.ts";

export const fr: ReadySentences = {
  status: {
    check_cache: "Recherche d’une réponse",
    contextualize: "Analyse de la question",
    retrieve: "Recherche dans la documentation",
    clarify: "Demande de précision",
    act: "Consultation de nos systèmes",
    generate: "Rédaction de la réponse",
    grade: "Vérification de la réponse avec ses sources",
    escalate: "Transmission à notre équipe",
  },
  nothingFound: "Aucun résultat dans la documentation",
  reading: "Lecture de {title}",
  readingMore: "Lecture de {title} et de {n} autres",
  cut: "Cette réponse était trop longue et a été coupée ici.",
  waiting:
    "Nous recevons beaucoup de questions en ce moment. Vous êtes dans la file d’attente. Votre réponse arrivera dès que ce sera votre tour.",
  whichOne: "J’ai trouvé plusieurs sujets qui correspondent. Voulez-vous dire {choices} ?",
  quotes: ["« ", " »"],
  dropped: "D’accord, j’abandonne cette question. Vous pouvez la reformuler ou demander notre équipe à tout moment.",
  smallTalk: {
    greeting: "Bonjour ! Que souhaitez-vous savoir sur {name} ?",
    thanks: "Je vous en prie ! Si vous avez une autre question, n’hésitez pas.",
    goodbye: "Au revoir et bonne journée !",
    acknowledgement: "Très bien. Si vous avez une autre question, n’hésitez pas.",
    identity:
      "Je suis l’assistant IA de {name}. Je réponds à partir de ses documents. Si vous préférez parler à notre équipe, dites-le-moi.",
    wellbeing: "Je vais bien, merci. En quoi puis-je vous aider ?",
  },
  onlyFiles:
    "Je ne peux pas ouvrir les fichiers ni les images. Décrivez votre question par écrit ou demandez notre équipe, qui peut les ouvrir.",
  besideFiles: "Je n’ai pas pu ouvrir votre pièce jointe. Notre équipe le peut : il suffit de demander.",
  handover: {
    unsure: "Je n’ai pas trouvé de réponse fiable. J’ai transmis votre question à notre équipe.",
    notFound: "Je n’ai pas trouvé cela dans notre documentation. J’ai transmis votre question à notre équipe.",
    wanted: "Bien sûr. J’ai prévenu notre équipe.",
    sensitive: "Notre équipe doit examiner cela. Je lui ai transmis votre message.",
    tool: "Un système nécessaire est injoignable. J’ai transmis votre question à notre équipe.",
    noAnswer: "Je ne peux pas rédiger de réponse pour le moment. J’ai transmis votre question à notre équipe.",
  },
  ticket: "Votre conversation porte le numéro #{n}. Vous pouvez fermer ce chat : la réponse apparaîtra ici.",
  goesOn: "Cette conversation se poursuit dans #{n}. Vous la trouverez dans vos conversations.",
  confirmation: {
    asked: "Dois-je continuer ? Rien ne change sans votre accord.",
    asksTeam: "Notre équipe doit d’abord approuver cela. J’ai fait la demande. Rien ne change d’ici là.",
    waitsForTeam: "Merci. Notre équipe doit aussi l’approuver. Rien ne change d’ici là.",
    agreed: "Notre équipe a donné son accord. Je m’en occupe.",
    declined: "D’accord, rien n’a été modifié.",
    refused: "Notre équipe n’a pas donné son accord, donc rien n’a été modifié.",
    expired: "Aucune réponse n’est arrivée à temps, donc rien n’a été modifié : {what}.",
    withdrawn: "Vous êtes passé à autre chose, donc rien n’a été modifié : {what}.",
    unknown:
      "Je ne peux pas savoir si cela a été fait : {what}. Merci de ne pas réessayer pour le moment. Notre équipe vérifie.",
  },
};

export const es: ReadySentences = {
  status: {
    check_cache: "Buscando una respuesta",
    contextualize: "Analizando la pregunta",
    retrieve: "Buscando en la documentación",
    clarify: "Pidiendo una aclaración",
    act: "Consultando nuestros sistemas",
    generate: "Escribiendo la respuesta",
    grade: "Comprobando la respuesta con sus fuentes",
    escalate: "Pasando la consulta a nuestro equipo",
  },
  nothingFound: "No hay resultados en la documentación",
  reading: "Leyendo {title}",
  readingMore: "Leyendo {title} y {n} más",
  cut: "Esta respuesta era demasiado larga y se cortó aquí.",
  waiting: "Estamos recibiendo muchas preguntas. Estás en la cola. Tu respuesta llegará en cuanto sea tu turno.",
  whichOne: "He encontrado varios temas que encajan. ¿Te refieres a {choices}?",
  quotes: ["«", "»"],
  dropped:
    "De acuerdo, descarto esa pregunta. Puedes hacerla con otras palabras o pedir hablar con nuestro equipo en cualquier momento.",
  smallTalk: {
    greeting: "¡Hola! ¿Qué quieres saber sobre {name}?",
    thanks: "¡De nada! Si necesitas algo más, pregunta.",
    goodbye: "¡Hasta luego y que tengas un buen día!",
    acknowledgement: "Perfecto. Si necesitas algo más, pregunta.",
    identity:
      "Soy el asistente de IA de {name}. Respondo a partir de sus documentos. Si prefieres hablar con nuestro equipo, dímelo.",
    wellbeing: "Estoy bien, gracias. ¿En qué puedo ayudarte?",
  },
  onlyFiles:
    "No puedo abrir archivos ni imágenes. Describe tu pregunta con palabras o pide hablar con nuestro equipo, que sí puede abrirlos.",
  besideFiles: "No he podido abrir tu archivo adjunto. Nuestro equipo sí puede: solo tienes que pedirlo.",
  handover: {
    unsure: "No he encontrado una respuesta fiable, así que he pasado tu consulta a nuestro equipo.",
    notFound: "No lo he encontrado en nuestra documentación, así que he pasado tu consulta a nuestro equipo.",
    wanted: "Claro. He avisado a nuestro equipo.",
    sensitive: "Esto debería verlo nuestro equipo, así que se lo he pasado.",
    tool: "No he podido acceder a un sistema que necesito, así que he pasado tu consulta a nuestro equipo.",
    noAnswer: "Ahora mismo no puedo escribir una respuesta, así que he pasado tu consulta a nuestro equipo.",
  },
  ticket: "Tu conversación es la #{n}. Puedes cerrar este chat: la respuesta aparecerá aquí.",
  goesOn: "Esta conversación continúa en #{n}. La encontrarás en tus conversaciones.",
  confirmation: {
    asked: "¿Lo hago? No cambia nada hasta que digas que sí.",
    asksTeam: "Nuestro equipo tiene que aprobarlo primero. Ya lo he pedido. Hasta entonces no cambia nada.",
    waitsForTeam: "Gracias. Nuestro equipo también tiene que aprobarlo. Hasta entonces no cambia nada.",
    agreed: "Nuestro equipo lo ha aprobado. Lo hago ahora.",
    declined: "De acuerdo, no se ha cambiado nada.",
    refused: "Nuestro equipo no lo ha aprobado, así que no se ha cambiado nada.",
    expired: "No hubo respuesta a tiempo, así que no se ha cambiado nada: {what}.",
    withdrawn: "Pasaste a otro asunto, así que no se ha cambiado nada: {what}.",
    unknown:
      "No puedo saber si esto se hizo: {what}. No lo intentes de nuevo todavía. Nuestro equipo lo está comprobando.",
  },
};

export const it: ReadySentences = {
  status: {
    check_cache: "Cerco una risposta",
    contextualize: "Analizzo la domanda",
    retrieve: "Cerco nella documentazione",
    clarify: "Chiedo una precisazione",
    act: "Consulto i nostri sistemi",
    generate: "Scrivo la risposta",
    grade: "Confronto la risposta con le fonti",
    escalate: "Passo la richiesta al nostro team",
  },
  nothingFound: "Nessun risultato nella documentazione",
  reading: "Leggo {title}",
  readingMore: "Leggo {title} e altri {n}",
  cut: "Questa risposta era troppo lunga ed è stata interrotta qui.",
  waiting: "Stiamo ricevendo molte domande. Lei è in coda. La risposta arriverà appena sarà il suo turno.",
  whichOne: "Ho trovato più argomenti che corrispondono. Intende {choices}?",
  quotes: ["«", "»"],
  dropped:
    "Va bene, lascio questa domanda. Può porla con altre parole o chiedere del nostro team in qualsiasi momento.",
  smallTalk: {
    greeting: "Salve! Che cosa vorrebbe sapere su {name}?",
    thanks: "Prego! Se le serve altro, chieda pure.",
    goodbye: "Arrivederci e buona giornata!",
    acknowledgement: "Bene. Se le serve altro, chieda pure.",
    identity:
      "Sono l’assistente IA di {name}. Rispondo in base ai suoi documenti. Se preferisce parlare con il nostro team, me lo dica.",
    wellbeing: "Sto bene, grazie. In che cosa posso aiutarla?",
  },
  onlyFiles:
    "Non posso aprire file o immagini. Descriva la sua domanda a parole oppure chieda del nostro team, che può aprirli.",
  besideFiles: "Non ho potuto aprire il suo allegato. Il nostro team può farlo: basta chiedere.",
  handover: {
    unsure: "Non ho trovato una risposta affidabile, quindi ho passato la sua richiesta al nostro team.",
    notFound: "Non l’ho trovato nella nostra documentazione, quindi ho passato la sua richiesta al nostro team.",
    wanted: "Certo. Ho avvisato il nostro team.",
    sensitive: "È meglio che se ne occupi il nostro team: gli ho passato la richiesta.",
    tool: "Non riesco a raggiungere un sistema necessario, quindi ho passato la sua richiesta al nostro team.",
    noAnswer: "Al momento non riesco a scrivere una risposta, quindi ho passato la sua richiesta al nostro team.",
  },
  ticket: "La sua conversazione è la #{n}. Può chiudere questa chat: la risposta apparirà qui.",
  goesOn: "Questa conversazione continua in #{n}. La trova tra le sue conversazioni.",
  confirmation: {
    asked: "Procedo? Non cambia nulla finché non dice di sì.",
    asksTeam: "Prima deve approvarlo il nostro team. Ho inviato la richiesta. Fino ad allora non cambia nulla.",
    waitsForTeam: "Grazie. Deve approvarlo anche il nostro team. Fino ad allora non cambia nulla.",
    agreed: "Il nostro team ha approvato. Lo faccio subito.",
    declined: "Va bene, non è stato modificato nulla.",
    refused: "Il nostro team non ha approvato, quindi non è stato modificato nulla.",
    expired: "Non è arrivata una risposta in tempo, quindi non è stato modificato nulla: {what}.",
    withdrawn: "È passato ad altro, quindi non è stato modificato nulla: {what}.",
    unknown:
      "Non riesco a capire se questo è stato fatto: {what}. Per ora non riprovi. Il nostro team sta verificando.",
  },
};

export const pt: ReadySentences = {
  status: {
    check_cache: "Procurando uma resposta",
    contextualize: "Analisando a pergunta",
    retrieve: "Procurando na documentação",
    clarify: "Pedindo um esclarecimento",
    act: "Consultando nossos sistemas",
    generate: "Escrevendo a resposta",
    grade: "Conferindo a resposta com as fontes",
    escalate: "Encaminhando para a nossa equipe",
  },
  nothingFound: "Nenhum resultado na documentação",
  reading: "Lendo {title}",
  readingMore: "Lendo {title} e mais {n}",
  cut: "Esta resposta ficou longa demais e foi cortada aqui.",
  waiting: "Estamos recebendo muitas perguntas. Você está na fila. Sua resposta chegará assim que for a sua vez.",
  whichOne: "Encontrei mais de um assunto que se encaixa. Você quer dizer {choices}?",
  quotes: ["“", "”"],
  dropped:
    "Tudo bem, deixei essa pergunta de lado. Você pode perguntar com outras palavras ou pedir nossa equipe a qualquer momento.",
  smallTalk: {
    greeting: "Olá! O que você gostaria de saber sobre {name}?",
    thanks: "De nada! Se precisar de mais alguma coisa, é só perguntar.",
    goodbye: "Até logo e tenha um bom dia!",
    acknowledgement: "Ótimo. Se precisar de mais alguma coisa, é só perguntar.",
    identity:
      "Sou o assistente de IA de {name}. Respondo com base nos documentos. Se preferir falar com a nossa equipe, é só dizer.",
    wellbeing: "Estou bem, obrigado. Em que posso ajudar?",
  },
  onlyFiles:
    "Não consigo abrir arquivos nem imagens. Descreva sua pergunta em palavras ou peça nossa equipe, que pode abri-los.",
  besideFiles: "Não consegui abrir o seu anexo. Nossa equipe consegue: basta pedir.",
  handover: {
    unsure: "Não encontrei uma resposta confiável, por isso encaminhei sua pergunta para a nossa equipe.",
    notFound: "Não encontrei isso na nossa documentação, por isso encaminhei sua pergunta para a nossa equipe.",
    wanted: "Claro. Já avisei a nossa equipe.",
    sensitive: "Nossa equipe deve analisar isso, por isso encaminhei para ela.",
    tool: "Não consegui acessar um sistema de que preciso, por isso encaminhei sua pergunta para a nossa equipe.",
    noAnswer: "No momento não consigo escrever uma resposta, por isso encaminhei sua pergunta para a nossa equipe.",
  },
  ticket: "Sua conversa é a #{n}. Você pode fechar este chat: a resposta aparecerá aqui.",
  goesOn: "Esta conversa continua em #{n}. Você a encontra nas suas conversas.",
  confirmation: {
    asked: "Posso prosseguir? Nada muda até você dizer sim.",
    asksTeam: "Nossa equipe precisa aprovar isso primeiro. Já fiz o pedido. Até lá, nada muda.",
    waitsForTeam: "Obrigado. Nossa equipe também precisa aprovar. Até lá, nada muda.",
    agreed: "Nossa equipe aprovou. Vou fazer isso agora.",
    declined: "Certo, nada foi alterado.",
    refused: "Nossa equipe não aprovou, por isso nada foi alterado.",
    expired: "Não houve resposta a tempo, por isso nada foi alterado: {what}.",
    withdrawn: "Você passou para outro assunto, por isso nada foi alterado: {what}.",
    unknown:
      "Não consigo saber se isso foi feito: {what}. Por favor, não tente de novo ainda. Nossa equipe está verificando.",
  },
};
