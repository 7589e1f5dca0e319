import type { ReadySentences } from "./table.ts";

export const fr: ReadySentences = {
  status: {
    check_cache: "Recherche dans les réponses précédentes",
    contextualize: "Lecture de la question",
    retrieve: "Recherche dans la documentation",
    clarify: "Une précision est nécessaire",
    generate: "Rédaction de la réponse",
    grade: "Vérification de la réponse dans ses sources",
    escalate: "Recherche d’une personne qui peut aider",
  },
  nothingFound: "Rien trouvé dans la documentation",
  reading: "Lecture de {title}",
  readingMore: "Lecture de {title} (+{n})",
  cut: "Cette réponse est devenue trop longue et s’arrête ici.",
  waiting: "Beaucoup de questions arrivent en ce moment. Votre réponse viendra dès que ce sera votre tour.",
  whichOne: "Cela peut concerner plusieurs choses. Voulez-vous dire {choices} ?",
  quotes: ["« ", " »"],
  dropped: "D’accord, je laisse cette question. Vous pouvez la poser autrement ou demander une personne à tout moment.",
  smallTalk: {
    greeting: "Bonjour ! Que souhaitez-vous savoir sur {name} ?",
    thanks: "Je vous en prie ! Si vous avez une autre question, n’hésitez pas.",
    goodbye: "Au revoir et bonne journée !",
    acknowledgement: "Très bien. Si vous avez une autre question, n’hésitez pas.",
    identity:
      "Je suis l’assistant automatique de {name}. Je réponds à partir de ses documents ; si vous préférez une personne, dites-le simplement.",
    wellbeing: "Je vais bien, merci. En quoi puis-je vous aider ?",
  },
  onlyFiles:
    "Je ne peux pas ouvrir de fichiers ni d’images. Dites-moi en quelques mots de quoi il s'agit, ou demandez une personne, qui peut les ouvrir.",
  besideFiles: "Je n’ai pas pu ouvrir votre pièce jointe. Une personne le peut : il suffit de demander.",
  handover: {
    unsure: "Je ne suis pas assez sûr de ma réponse, j’ai donc demandé l’aide d’une personne.",
    notFound: "Je n’ai pas trouvé cela dans notre documentation, j’ai donc demandé l’aide d’une personne.",
    wanted: "Bien sûr. J’ai demandé à une personne de vous rejoindre.",
    sensitive: "Une personne devrait s’en occuper, j’ai donc demandé de l’aide.",
    tool: "Un système dont j’ai besoin est injoignable, j’ai donc demandé l’aide d’une personne.",
    noAnswer: "Je ne peux pas rédiger de réponse en ce moment, j’ai donc demandé l’aide d’une personne.",
  },
  ticket: "Votre ticket porte le numéro #{n}. La réponse apparaîtra ici ; vous pouvez quitter cette page entre-temps.",
  goesOn: "Cette conversation se poursuit dans #{n}. Vous la trouvez parmi vos conversations.",
};

export const es: ReadySentences = {
  status: {
    check_cache: "Buscando en respuestas anteriores",
    contextualize: "Leyendo la pregunta",
    retrieve: "Buscando en la documentación",
    clarify: "Hace falta una aclaración",
    generate: "Escribiendo la respuesta",
    grade: "Comprobando la respuesta con sus fuentes",
    escalate: "Buscando a una persona que pueda ayudar",
  },
  nothingFound: "No se ha encontrado nada en la documentación",
  reading: "Leyendo {title}",
  readingMore: "Leyendo {title} y {n} más",
  cut: "Esta respuesta se hizo demasiado larga y se corta aquí.",
  waiting: "Hay muchas preguntas en este momento. Tu respuesta llegará en cuanto sea tu turno.",
  whichOne: "Esto puede referirse a varias cosas. ¿Te refieres a {choices}?",
  quotes: ["«", "»"],
  dropped: "De acuerdo, dejo esa pregunta. Puedes hacerla de otra forma o pedir una persona en cualquier momento.",
  smallTalk: {
    greeting: "¡Hola! ¿Qué quieres saber sobre {name}?",
    thanks: "¡De nada! Si necesitas algo más, pregunta.",
    goodbye: "¡Hasta luego y que tengas un buen día!",
    acknowledgement: "Perfecto. Si necesitas algo más, pregunta.",
    identity:
      "Soy el asistente automático de {name}. Respondo a partir de sus documentos; si prefieres hablar con una persona, dímelo.",
    wellbeing: "Estoy bien, gracias. ¿En qué puedo ayudarte?",
  },
  onlyFiles:
    "No puedo abrir archivos ni imágenes. Cuéntame con palabras de qué se trata o pide una persona, que sí puede abrirlos.",
  besideFiles: "No he podido abrir lo que adjuntaste. Una persona sí puede: solo tienes que pedirla.",
  handover: {
    unsure: "No estoy lo bastante seguro de mi respuesta, así que he pedido ayuda a una persona.",
    notFound: "No lo he encontrado en nuestra documentación, así que he pedido ayuda a una persona.",
    wanted: "Claro. He pedido a una persona que se una.",
    sensitive: "Esto debería verlo una persona, así que he pedido ayuda.",
    tool: "No he podido acceder a un sistema que necesito, así que he pedido ayuda a una persona.",
    noAnswer: "Ahora mismo no puedo escribir una respuesta, así que he pedido ayuda a una persona.",
  },
  ticket: "Tu ticket es el #{n}. La respuesta aparecerá aquí; mientras tanto puedes salir de esta página.",
  goesOn: "Esta conversación continúa en #{n}. La encuentras entre tus conversaciones.",
};

export const it: ReadySentences = {
  status: {
    check_cache: "Cerco tra le risposte precedenti",
    contextualize: "Leggo la domanda",
    retrieve: "Cerco nella documentazione",
    clarify: "Serve una precisazione",
    generate: "Scrivo la risposta",
    grade: "Confronto la risposta con le fonti",
    escalate: "Cerco una persona che possa aiutare",
  },
  nothingFound: "Nessun risultato nella documentazione",
  reading: "Leggo {title}",
  readingMore: "Leggo {title} (+{n})",
  cut: "Questa risposta era troppo lunga ed è stata interrotta qui.",
  waiting: "Ci sono molte domande in questo momento. La risposta arriverà appena sarà il suo turno.",
  whichOne: "La domanda può riguardare più cose. Intende {choices}?",
  quotes: ["«", "»"],
  dropped: "Va bene, lascio questa domanda. Può porla in altro modo o chiedere di una persona in qualsiasi momento.",
  smallTalk: {
    greeting: "Salve! Che cosa vorrebbe sapere su {name}?",
    thanks: "Prego! Se le serve altro, chieda pure.",
    goodbye: "Arrivederci e buona giornata!",
    acknowledgement: "Bene. Se le serve altro, chieda pure.",
    identity:
      "Sono l’assistente automatico di {name}. Rispondo in base ai suoi documenti; se preferisce parlare con una persona, me lo dica.",
    wellbeing: "Sto bene, grazie. In che cosa posso aiutarla?",
  },
  onlyFiles:
    "Non posso aprire file o immagini. Mi dica a parole di che cosa si tratta, oppure chieda di una persona, che può aprirli.",
  besideFiles: "Non ho potuto aprire il suo allegato. Una persona può farlo: basta chiedere.",
  handover: {
    unsure: "Non sono abbastanza sicuro della mia risposta, quindi ho chiesto aiuto a una persona.",
    notFound: "Non l’ho trovato nella nostra documentazione, quindi ho chiesto aiuto a una persona.",
    wanted: "Certo. Ho chiesto a una persona di unirsi.",
    sensitive: "È meglio che se ne occupi una persona: ho chiesto aiuto.",
    tool: "Non riesco a raggiungere un sistema che mi serve, quindi ho chiesto aiuto a una persona.",
    noAnswer: "Al momento non riesco a scrivere una risposta, quindi ho chiesto aiuto a una persona.",
  },
  ticket: "La sua richiesta è la #{n}. La risposta apparirà qui; nel frattempo può lasciare questa pagina.",
  goesOn: "Questa conversazione prosegue in #{n}. La trova tra le sue conversazioni.",
};

export const pt: ReadySentences = {
  status: {
    check_cache: "Procurando em respostas anteriores",
    contextualize: "Lendo a pergunta",
    retrieve: "Procurando na documentação",
    clarify: "É preciso um esclarecimento",
    generate: "Escrevendo a resposta",
    grade: "Conferindo a resposta com as fontes",
    escalate: "Procurando uma pessoa que possa ajudar",
  },
  nothingFound: "Nada encontrado na documentação",
  reading: "Lendo {title}",
  readingMore: "Lendo {title} e mais {n}",
  cut: "Esta resposta ficou longa demais e foi cortada aqui.",
  waiting: "Há muitas perguntas neste momento. Sua resposta chegará assim que for a sua vez.",
  whichOne: "Isso pode se referir a mais de uma coisa. Você quer dizer {choices}?",
  quotes: ["“", "”"],
  dropped: "Tudo bem, deixei essa pergunta. Você pode fazê-la de outra forma ou pedir uma pessoa a qualquer momento.",
  smallTalk: {
    greeting: "Olá! O que você gostaria de saber sobre {name}?",
    thanks: "De nada! Se precisar de mais alguma coisa, é só perguntar.",
    goodbye: "Até logo e tenha um bom dia!",
    acknowledgement: "Ótimo. Se precisar de mais alguma coisa, é só perguntar.",
    identity:
      "Sou o assistente automático de {name}. Respondo com base nos documentos; se preferir falar com uma pessoa, é só dizer.",
    wellbeing: "Estou bem, obrigado. Em que posso ajudar?",
  },
  onlyFiles:
    "Não consigo abrir arquivos nem imagens. Diga-me em palavras do que se trata ou peça uma pessoa, que pode abri-los.",
  besideFiles: "Não consegui abrir o seu anexo. Uma pessoa consegue: basta pedir.",
  handover: {
    unsure: "Não tenho certeza suficiente da minha resposta, por isso pedi ajuda a uma pessoa.",
    notFound: "Não encontrei isso na nossa documentação, por isso pedi ajuda a uma pessoa.",
    wanted: "Claro. Pedi a uma pessoa que entre na conversa.",
    sensitive: "Uma pessoa deve analisar isso, por isso pedi ajuda.",
    tool: "Não consegui acessar um sistema de que preciso, por isso pedi ajuda a uma pessoa.",
    noAnswer: "No momento não consigo escrever uma resposta, por isso pedi ajuda a uma pessoa.",
  },
  ticket: "O número do seu atendimento é #{n}. A resposta aparecerá aqui; enquanto isso, você pode sair desta página.",
  goesOn: "Esta conversa continua em #{n}. Você a encontra entre as suas conversas.",
};
