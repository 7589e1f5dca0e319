/** Texts of the sample conversation. */
export interface SampleWords {
  question: string;
  /** Cites its source with the number 1. */
  answer: string;
  source: { title: string; heading: string; quote: string };
  searching: string;
  asksPerson: string;
  personAsked: string;
}

type Row = readonly [
  question: string,
  answer: string,
  limits: readonly [string, string],
  source: readonly [title: string, heading: string, quote: string],
  says: readonly [searching: string, asksPerson: string, personAsked: string],
];

const rows: Readonly<Record<string, Row>> = {
  en: [
    "Do you ship abroad?",
    "Yes, to every country of the European Union, within **three to five days** [1].",
    ["Parcels up to 10 kg cost 6 €.", "From 60 € on, delivery is free."],
    ["Delivery", "Where we deliver", "We deliver to every country of the European Union within three to five days."],
    ["Searching the documents", "Can I talk to a person?", "I've passed this to our team. The reply will appear here."],
  ],
  de: [
    "Liefern Sie ins Ausland?",
    "Ja, in jedes Land der Europäischen Union, innerhalb von **drei bis fünf Tagen** [1].",
    ["Pakete bis 10 kg kosten 6 €.", "Ab 60 € ist die Lieferung kostenlos."],
    [
      "Lieferung",
      "Wohin wir liefern",
      "Wir liefern in jedes Land der Europäischen Union, innerhalb von drei bis fünf Tagen.",
    ],
    [
      "Die Dokumente werden durchsucht",
      "Kann ich mit einem Menschen sprechen?",
      "Ich habe das an unser Team weitergeleitet. Die Antwort erscheint hier.",
    ],
  ],
  fr: [
    "Livrez-vous à l’étranger ?",
    "Oui, dans tous les pays de l’Union européenne, sous **trois à cinq jours** [1].",
    ["Les colis jusqu’à 10 kg coûtent 6 €.", "À partir de 60 €, la livraison est gratuite."],
    ["Livraison", "Où nous livrons", "Nous livrons dans tous les pays de l’Union européenne sous trois à cinq jours."],
    [
      "Recherche dans les documents",
      "Puis-je parler à quelqu’un ?",
      "J’ai transmis votre demande à notre équipe. La réponse apparaîtra ici.",
    ],
  ],
  es: [
    "¿Hacen envíos al extranjero?",
    "Sí, a todos los países de la Unión Europea, en **tres a cinco días** [1].",
    ["Los paquetes de hasta 10 kg cuestan 6 €.", "A partir de 60 €, el envío es gratuito."],
    ["Envíos", "Adónde enviamos", "Enviamos a todos los países de la Unión Europea en tres a cinco días."],
    [
      "Buscando en los documentos",
      "¿Puedo hablar con una persona?",
      "He pasado tu consulta a nuestro equipo. La respuesta aparecerá aquí.",
    ],
  ],
  it: [
    "Spedite all’estero?",
    "Sì, in tutti i Paesi dell’Unione europea, in **tre-cinque giorni** [1].",
    ["I pacchi fino a 10 kg costano 6 €.", "Da 60 € in su la consegna è gratuita."],
    ["Consegna", "Dove consegniamo", "Consegniamo in tutti i Paesi dell’Unione europea in tre-cinque giorni."],
    [
      "Ricerca nei documenti",
      "Posso parlare con una persona?",
      "Ho passato la richiesta al nostro team. La risposta apparirà qui.",
    ],
  ],
  pt: [
    "Enviam para o estrangeiro?",
    "Sim, para todos os países da União Europeia, em **três a cinco dias** [1].",
    ["Pacotes até 10 kg custam 6 €.", "A partir de 60 €, a entrega é gratuita."],
    ["Entrega", "Para onde enviamos", "Enviamos para todos os países da União Europeia em três a cinco dias."],
    [
      "Pesquisando nos documentos",
      "Posso falar com uma pessoa?",
      "Encaminhei para a nossa equipe. A resposta aparecerá aqui.",
    ],
  ],
  nl: [
    "Verzenden jullie naar het buitenland?",
    "Ja, naar elk land van de Europese Unie, binnen **drie tot vijf dagen** [1].",
    ["Pakketten tot 10 kg kosten 6 €.", "Vanaf 60 € is de bezorging gratis."],
    ["Bezorging", "Waar we bezorgen", "We bezorgen in elk land van de Europese Unie binnen drie tot vijf dagen."],
    [
      "De documenten worden doorzocht",
      "Kan ik met een mens praten?",
      "Ik heb dit doorgestuurd naar ons team. Het antwoord verschijnt hier.",
    ],
  ],
  pl: [
    "Czy wysyłacie za granicę?",
    "Tak, do każdego kraju Unii Europejskiej, w ciągu **trzech do pięciu dni** [1].",
    ["Paczki do 10 kg kosztują 6 €.", "Od 60 € dostawa jest bezpłatna."],
    ["Dostawa", "Dokąd wysyłamy", "Wysyłamy do każdego kraju Unii Europejskiej w ciągu trzech do pięciu dni."],
    [
      "Przeszukuję dokumenty",
      "Czy mogę porozmawiać z człowiekiem?",
      "Sprawa trafiła do naszego zespołu. Odpowiedź pojawi się tutaj.",
    ],
  ],
  tr: [
    "Yurt dışına gönderiyor musunuz?",
    "Evet, Avrupa Birliği’nin her ülkesine, **üç ila beş gün** içinde [1].",
    ["10 kg’a kadar paketler 6 € tutar.", "60 € ve üzerinde teslimat ücretsizdir."],
    ["Teslimat", "Nereye gönderiyoruz", "Avrupa Birliği’nin her ülkesine üç ila beş gün içinde gönderiyoruz."],
    ["Belgeler aranıyor", "Bir insanla konuşabilir miyim?", "Bunu ekibimize ilettim. Yanıt burada görünecek."],
  ],
  ar: [
    "هل تشحنون إلى الخارج؟",
    "نعم، إلى جميع دول الاتحاد الأوروبي، خلال **ثلاثة إلى خمسة أيام** [1].",
    ["تكلفة الطرود حتى 10 كغ هي 6 €.", "التوصيل مجاني ابتداءً من 60 €."],
    ["التوصيل", "إلى أين نوصل", "نوصل إلى جميع دول الاتحاد الأوروبي خلال ثلاثة إلى خمسة أيام."],
    ["جارٍ البحث في المستندات", "هل يمكنني التحدث إلى شخص؟", "أحلت طلبك إلى فريقنا. سيظهر الرد هنا."],
  ],
  he: [
    "האם אתם שולחים לחו״ל?",
    "כן, לכל מדינה באיחוד האירופי, בתוך **שלושה עד חמישה ימים** [1].",
    ["חבילות עד 10 ק״ג עולות 6 €.", "מ־60 € ומעלה המשלוח חינם."],
    ["משלוחים", "לאן אנחנו שולחים", "אנחנו שולחים לכל מדינה באיחוד האירופי בתוך שלושה עד חמישה ימים."],
    ["מחפש במסמכים", "אפשר לדבר עם אדם?", "העברתי את הפנייה לצוות שלנו. התשובה תופיע כאן."],
  ],
  ja: [
    "海外へ発送できますか？",
    "はい、欧州連合のすべての国へ、**3～5日**でお届けします [1]。",
    ["10 kgまでの荷物は6 €です。", "60 €以上は送料無料です。"],
    ["配送", "お届け先", "欧州連合のすべての国へ3～5日でお届けします。"],
    ["資料を検索しています", "担当者と話せますか？", "担当チームに引き継ぎました。回答はここに表示されます。"],
  ],
  ko: [
    "해외로 배송하나요?",
    "네, 유럽 연합의 모든 나라에 **3~5일** 안에 배송합니다 [1].",
    ["10 kg까지는 6 €입니다.", "60 €부터는 배송비가 없습니다."],
    ["배송", "배송 지역", "유럽 연합의 모든 나라에 3~5일 안에 배송합니다."],
    ["문서를 검색하는 중", "담당자와 이야기할 수 있나요?", "저희 팀에 전달했습니다. 답변은 여기에 표시됩니다."],
  ],
  zh: [
    "你们寄送到国外吗？",
    "是的，可寄送到欧盟所有国家，**三到五天**送达 [1]。",
    ["10 公斤以内的包裹运费为 6 €。", "满 60 € 免运费。"],
    ["配送", "配送范围", "我们寄送到欧盟所有国家，三到五天送达。"],
    ["正在查找资料", "我可以和真人交谈吗？", "我已转交给我们的团队，回复会显示在这里。"],
  ],
};

/** The texts in the page's language; English when there are none. */
export function sampleWords(language: string): SampleWords {
  const [question, answer, limits, [title, heading, quote], [searching, asksPerson, personAsked]] =
    rows[language] ?? (rows["en"] as Row); // is there
  return {
    question,
    answer: `${answer}\n\n${limits.map((line) => `- ${line}`).join("\n")}`,
    source: { title, heading, quote },
    searching,
    asksPerson,
    personAsked,
  };
}
