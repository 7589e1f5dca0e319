import type { Theme } from "../../../protocol/requests.ts";

/** Texts of tenant, visitor, assistant and agent in the states, in one language. */
export interface Said {
  lang: string;
  theme: Theme;
  greeting: string;
  starters: string[];
  notice: string;
  link: string;
  invitation: string;
  form: { order: string; topic: string; topics: string[]; consent: string; privacy: string };
  typed: string;
  article: { title: string; heading: string; before: string; passage: string; after: string };
  searching: string;
  thinking: string;
  question: string;
  /** Streamed in parts; cites two sources. */
  answer: string;
  second: { title: string; quote: string };
  code: { question: string; before: string; after: string };
  price: string;
  which: string;
  plans: [string, string];
  tools: {
    where: string;
    lookUp: string;
    orders: string;
    found: string;
    /** Cites the tool's result. */
    answer: string;
    wrong: string;
    sorry: string;
    ask: string;
    move: string;
    bookings: string;
    description: string;
    labels: [string, string, string];
    note: string;
    shall: string;
    both: string;
    moved: string;
    done: string;
    not: string;
    late: string;
  };
  /** The visitor's memories: two facts, a preference, a thing that belongs to the visitor, and the corrected content of one of them. */
  remembered: { facts: [string, string]; preference: string; entity: string; corrected: string };
  picture: string;
  pizza: string;
  handover: (ticket: number) => string;
  agent: { id: string; name: string };
  reply: string;
  more: string;
  later: string;
}

const theme: Theme = {
  name: "Acme Cloud",
  accent: "#0f766e",
  accent_text: "#ffffff",
  mode: "auto",
  position: "right",
  logo_url: null,
};

export const english: Said = {
  lang: "en",
  theme,
  greeting: "Hello! Ask me anything about Acme Cloud.",
  starters: ["How do I allow subdomains?", "Which databases are supported?"],
  notice: "Parcels to the islands take two days longer this week.",
  link: "Status of our services",
  invitation: "Questions about our plans? We answer within minutes.",
  form: {
    order: "Order number",
    topic: "What is it about?",
    topics: ["Invoice", "Delivery"],
    consent: "I agree that Acme Cloud stores what I write here, in order to answer.",
    privacy: "How we treat your data",
  },
  typed: "subdom",
  article: {
    title: "Allowed domains",
    heading: "How do I allow subdomains?",
    before: "# Allowed domains\n\nThe chat opens only on pages that you allow.",
    passage:
      "## How do I allow subdomains?\n\nA domain entry that begins with an asterisk allows every subdomain, but not the bare domain itself.",
    after: "## When does a change apply?\n\nA change applies to new conversations immediately.",
  },
  searching: "Searching the documents",
  thinking: "The visitor runs two sites and asks about subdomains. The second passage says how they are written.",
  question: "How do I allow subdomains?",
  answer:
    "Yes. Add an entry such as `*.example.com` and every subdomain may use the chat [1].\n\n" +
    "Two things to know:\n\n- The **bare domain** is not included, so add `example.com` too [1].\n- Entries are compared as *scheme, host and port* [2].",
  second: { title: "Security", quote: "Hosts are compared lower-cased." },
  code: {
    question: "Can I add one with the API?",
    before: "Yes, with one call:",
    after: "The response contains the entry, which applies immediately:",
  },
  price: "What does it cost?",
  which: "I found more than one topic that fits. Do you mean “Basic plan” or “Pro plan”?",
  plans: ["Basic plan", "Pro plan"],
  tools: {
    where: "Where is my order 4711?",
    lookUp: "Look up an order",
    orders: "Orders",
    found: "Order 4711: packed, leaves on 3 March\nParcel: 2 of 2 boxes",
    answer: "Your order is packed and leaves on 3 March [1].",
    wrong: "And the other ones?",
    sorry: "Sorry, not all of this worked. Our team is checking.",
    ask: "Please move my table to Friday",
    move: "Move a booking",
    bookings: "Bookings",
    description: "Move your table for two to Friday, 6 March, at 19:30.",
    labels: ["Booking", "New time", "Note to the kitchen"],
    note: "One of us can't eat nuts, the other can't have milk. Please note it on the order like last time. ",
    shall: "Shall I go ahead? Nothing changes until you approve.",
    both: "Thank you. Our team has to approve it as well. Nothing changes until then.",
    moved: "Booking B-204: Friday, 6 March, 19:30",
    done: "Your table has been moved to Friday.",
    not: "Okay, nothing was changed.",
    late: "There was no answer in time, so nothing was changed: “Move a booking”.",
  },
  remembered: {
    facts: ["Plan: Pro, for a team of twelve", "Ships from two warehouses, in Ghent and in Porto"],
    preference: "Prefers short answers with steps as a list",
    entity: "Shop: Lantern Bikes",
    corrected: "Plan: Pro, for a team of twenty",
  },
  picture: "This is what I see.",
  pizza: "Can you deliver a pizza?",
  handover: (n) =>
    `I couldn't find this in our documentation, so I've passed it to our team. Your conversation is #${n}. You can close this chat: the reply will appear here.`,
  agent: { id: "a1", name: "Dana Okafor" },
  reply: "Sorry, **no pizza**. But here is a voucher for a month of the Pro plan.",
  more: "One more thing: the voucher is valid until **31 March**, so there is no need to hurry.",
  later: "And when does it end?",
};

export const arabic: Said = {
  lang: "ar",
  theme: { ...theme, name: "أكمي كلاود", position: "left" },
  greeting: "مرحبًا! اسألني أي شيء عن أكمي كلاود.",
  starters: ["كيف أسمح بالنطاقات الفرعية؟", "ما قواعد البيانات المدعومة؟"],
  notice: "تتأخر الطرود المرسلة إلى الجزر يومين هذا الأسبوع.",
  link: "حالة خدماتنا",
  invitation: "هل لديك أسئلة عن باقاتنا؟ نجيب خلال دقائق.",
  form: {
    order: "رقم الطلب",
    topic: "ما موضوع سؤالك؟",
    topics: ["الفاتورة", "التوصيل"],
    consent: "أوافق على أن تحفظ أكمي كلاود ما أكتبه هنا للرد عليه.",
    privacy: "كيف نتعامل مع بياناتك",
  },
  typed: "النطاق",
  article: {
    title: "النطاقات المسموح بها",
    heading: "كيف أسمح بالنطاقات الفرعية؟",
    before: "# النطاقات المسموح بها\n\nتفتح المحادثة في الصفحات التي تسمح بها وحدها.",
    passage:
      "## كيف أسمح بالنطاقات الفرعية؟\n\nيسمح النطاق الذي يبدأ بنجمة بكل النطاقات الفرعية، ولكن ليس بالنطاق الأصلي نفسه.",
    after: "## متى يسري التغيير؟\n\nيسري التغيير فورًا على المحادثات الجديدة.",
  },
  searching: "البحث في المستندات",
  thinking: "لدى الزائر موقعان ويسأل عن النطاقات الفرعية. توضح الفقرة الثانية كيفية كتابتها.",
  question: "كيف أسمح بالنطاقات الفرعية؟",
  answer:
    "نعم. أضف نطاقًا مثل `*.example.com` فيُسمح لكل النطاقات الفرعية باستخدام المحادثة [1].\n\n" +
    "أمران ينبغي معرفتهما:\n\n- **النطاق الأصلي** غير مشمول، فأضف `example.com` أيضًا [1].\n- تُقارن النطاقات حسب *البروتوكول والمضيف والمنفذ* [2].",
  second: { title: "الأمان", quote: "تُقارن أسماء المضيفين بأحرف صغيرة." },
  code: {
    question: "هل يمكنني إضافته عبر واجهة البرمجة؟",
    before: "نعم، بطلب واحد:",
    after: "يذكر الرد النطاق المضاف، ويسري فورًا:",
  },
  price: "كم يكلف؟",
  which: "وجدت أكثر من أمر قد يكون المقصود. هل تقصد «الباقة الأساسية» أم «الباقة الاحترافية»؟",
  plans: ["الباقة الأساسية", "الباقة الاحترافية"],
  tools: {
    where: "أين طلبي رقم 4711؟",
    lookUp: "البحث عن طلب",
    orders: "الطلبات",
    found: "الطلب 4711: تم تغليفه، يُرسل في 3 مارس\nالطرد: صندوقان من اثنين",
    answer: "تم تغليف طلبك ويُرسل في 3 مارس [1].",
    wrong: "وماذا عن الطلبات الأخرى؟",
    sorry: "عذرًا، لم ينجح كل شيء. أحد الزملاء يتحقق من الأمر.",
    ask: "أرجو نقل طاولتي إلى يوم الجمعة",
    move: "نقل حجز",
    bookings: "الحجوزات",
    description: "تُنقل طاولتكم لشخصين إلى يوم الجمعة 6 مارس الساعة 19:30.",
    labels: ["الحجز", "الوقت الجديد", "ملاحظة للمطبخ"],
    note: "أحدنا لا يأكل المكسرات والآخر لا يشرب الحليب، فيرجى كتابة ذلك كما في المرة السابقة. ",
    shall: "هل أقوم بذلك؟ لن يتغير شيء قبل موافقتك.",
    both: "شكرًا لك. يجب أن يوافق أحد أعضاء فريقنا أيضًا.",
    moved: "الحجز B-204: الجمعة 6 مارس 19:30",
    done: "نُقلت طاولتك إلى يوم الجمعة.",
    not: "حسنًا، لم يتغير شيء.",
    late: "لم يوافق أحد في الوقت المحدد، لذلك لم يتغير شيء: «نقل حجز».",
  },
  remembered: {
    facts: ["الباقة: الاحترافية، لفريق من اثني عشر شخصًا", "يشحن من مستودعين في غنت وبورتو"],
    preference: "يفضل الإجابات القصيرة مع خطوات مرقمة",
    entity: "المتجر: Lantern Bikes",
    corrected: "الباقة: الاحترافية، لفريق من عشرين شخصًا",
  },
  picture: "هذا ما أراه.",
  pizza: "هل يمكنكم توصيل بيتزا؟",
  handover: (n) =>
    `لم أجد هذا في مستنداتنا، لذلك أحلت طلبك إلى فريقنا. رقم محادثتك #${n}. يمكنك إغلاق هذه المحادثة: سيظهر الرد هنا.`,
  agent: { id: "a1", name: "ليلى حداد" },
  reply: "عذرًا، **لا توجد بيتزا**. لكن إليك قسيمة لشهر من الباقة الاحترافية.",
  more: "أمر آخر: القسيمة صالحة حتى **31 مارس**، فلا داعي للعجلة.",
  later: "ومتى تنتهي؟",
};
