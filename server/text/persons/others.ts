import type { Language } from "../language.ts";
import type { PersonTable } from "./table.ts";

export const others: Partial<Record<Language, PersonTable>> = {
  fi: {
    requests: [
      "(?:(?:puhua|jutella|keskustella|chatata) (?:\\p{L}+ )?(?:ihmisen|henkilön|asiakaspalvelijan|asiakaspalvelun|jonkun|agentin|työntekijän|neuvojan) kanssa|(?:ihmisen|henkilön|asiakaspalvelijan|jonkun|asiakaspalvelun) kanssa (?:puhua|jutella|keskustella)|(?:puhua|puhuisin) (?:oikealle |elävälle )?(?:ihmiselle|asiakaspalvelijalle|jollekulle)|yhdistä(?:kää)? minut (?:\\p{L}+ )?(?:ihmiseen|asiakaspalvelijaan|asiakaspalveluun|henkilöön))",
    ],
    asker:
      "minä|me|haluan|haluaisin|haluamme|voinko|voisinko|voimmeko|saanko|tahdon|kiitos|mahdollista|mieluummin|nyt|hei|kyllä|ei|miten|oikean|elävän",
    others:
      "asiakkaat|asiakkaani|käyttäjät|käyttäjä|kävijät|kävijä|ihmiset|avustaja\\p{L}*|widget\\p{L}*|bot\\p{L}*|chatbot\\p{L}*|robotti|tekoäly\\p{L}*|järjestelmä|mitä tapahtuu|milloin|miksi|kun",
    declined: "en|ilman|sen sijaan",
  },
  hu: {
    requests: [
      "(?:(?:emberrel|személlyel|ügyintézővel|munkatárssal|operátorral|valakivel|ügyfélszolgálattal|kollégával|ügyfélszolgálatossal) (?:szeretnék |akarok |tudok |lehet )?(?:beszélni|beszélnék|beszélhetek|beszélhetnék|csevegni)|(?:beszélni|beszélhetek|beszélhetnék|csevegni) (?:\\p{L}+ ){0,3}(?:emberrel|személlyel|ügyintézővel|munkatárssal|operátorral|valakivel|ügyfélszolgálattal|kollégával)|kapcsolj(?:on|a|átok)? (?:össze )?(?:\\p{L}+ )?(?:egy )?(?:emberrel|ügyintéző\\p{L}*|operátor\\p{L}*|munkatárs\\p{L}*))",
    ],
    asker:
      "én|mi|szeretnék|szeretnénk|akarok|tudok|tudnék|lehet|kérem|kérek|inkább|most|szia|igen|nem|hogyan|egy|élő|igazi|valódi",
    others:
      "ügyfelek|felhasználók?|látogatók?|emberek|asszisztens|widget|bot|chatbot|robot|rendszer|mi történik|mikor|miért|ha",
    declined: "nem akarok|nem szeretnék|nélkül|helyett",
  },
  lt: {
    requests: [
      "(?:(?:kalbėti|pakalbėti|pasikalbėti|kalbėtis|susisiekti|bendrauti|sujunkite mane|sujunk mane) su (?:\\p{L}+ )?(?:žmogumi|asmeniu|darbuotoju|operatoriumi|konsultantu|agentu|kuo nors|specialistu)|su (?:\\p{L}+ )?(?:žmogumi|darbuotoju|operatoriumi|konsultantu|agentu) (?:kalbėti|pakalbėti|pasikalbėti))",
    ],
    asker: "aš|mes|mane|noriu|norime|norėčiau|galiu|galima|galėčiau|prašau|įmanoma|geriau|dabar|labas|taip|kaip",
    others:
      "klientai|klientas|vartotojai|vartotojas|lankytojai|lankytojas|žmonės|asistentas|valdiklis|botas|robotas|sistema|kas nutinka|kas vyksta|kada|kodėl|kai",
    declined: "ne|nenoriu|be|vietoj",
  },
  el: {
    requests: [
      "(?:μιλήσω|μιλήσουμε|συνομιλήσω|επικοινωνήσω|σύνδεσέ με|συνδέστε με|συνδεθώ) (?:με |σε )(?:(?:έναν?|μία?|κάποιον?|την?|τον?|πραγματικό|αληθινό) )*(?:άνθρωπο|άτομο|εκπρόσωπο|υπάλληλο|συνεργάτη|κάποιον|υποστήριξη|εξυπηρέτηση|πράκτορα|σύμβουλο)",
      "(?:θέλω|χρειάζομαι) (?:έναν? )?(?:πραγματικό )?(?:άνθρωπο|εκπρόσωπο)(?= ?(?:$|παρακαλώ|τώρα))",
    ],
    asker: "εγώ|με|θέλω|θέλουμε|ήθελα|μπορώ|μπορούμε|παρακαλώ|γίνεται|προτιμώ|τώρα|γεια|ναι|να|πώς|θα",
    others:
      "πελάτ\\p{L}*|χρήστ\\p{L}*|επισκέπτ\\p{L}*|βοηθός|widget|bot|chatbot|ρομπότ|σύστημα|τι γίνεται|τι συμβαίνει|πότε|γιατί|όταν",
    declined: "δεν|χωρίς|αντί",
  },
  tr: {
    requests: [
      "(?:insanla|kişiyle|kişi ile|insan ile|temsilciyle|temsilci ile|temsilcisiyle|temsilcisi ile|yetkiliyle|yetkili ile|operatörle|operatör ile|biriyle|birisiyle|müşteri hizmetleriyle|müşteri hizmetleri ile|destekle|destek ekibiyle) (?:görüş|konuş|yazış|sohbet et|iletişime geç)(?:m[ae]k(?! isteyen)|[ae]bilir\\p{L}*|m[ae]liyim|s[ae]m)",
      "beni (?:\\p{L}+ ){0,3}(?:insana|temsilciye|temsilcisine|yetkiliye|operatöre|birine|müşteri hizmetlerine|destek ekibine) (?:bağla|aktar|yönlendir)\\p{L}*",
    ],
    asker: "ben|biz|beni|lütfen|istiyorum|isterim|bir|gerçek|canlı|başka|şimdi|merhaba|evet|hayır|nasıl|müşteri",
    others:
      "müşteriler\\p{L}*|kullanıcı\\p{L}*|ziyaretçi\\p{L}*|insanlar|asistan|widget|bot|chatbot|robot|yapay zeka|sistem|ne olur|ne zaman|neden",
    declined: "değil|yerine",
  },
  ga: {
    requests: [
      "(?:labhairt|caint|comhrá)(?: a dhéanamh)? le (?:(?:fíor|beo) )?(?:duine|gníomhaire|oibreoir|ball foirne)(?: (?:beo|daonna|éigin))?",
    ],
    asker: "mé|mise|liom|dom|ba|mhaith|is|féidir|teastaíonn|uaim|ag|a|go|conas|anois",
    others:
      "custaiméirí|custaiméir|úsáideoirí|úsáideoir|cuairteoirí|cuairteoir|cúntóir|bot|róbat|cad a tharlaíonn|cathain|cén fáth|nuair",
    declined: "ní|gan|in ionad",
  },
  id: {
    requests: [
      "(?:berbicara|bicara|ngobrol|mengobrol|chat|terhubung|hubungkan saya|sambungkan saya) (?:dengan|ke|sama) (?:(?:seorang|salah satu) )?(?:manusia|orang|agen|petugas|operator|staf|layanan pelanggan|customer service|cs|seseorang)(?: (?:asli|sungguhan|nyata))?",
      "(?:mau|ingin|butuh) (?:manusia|agen manusia|orang asli)(?= ?(?:$|tolong|sekarang))",
    ],
    asker:
      "saya|aku|kami|mau|ingin|bisa|bisakah|boleh|bolehkah|tolong|mohon|butuh|sekarang|halo|ya|tidak|bagaimana|cara",
    others:
      "pelanggan|pengguna|pengunjung|orang-orang|asisten|widget|bot|chatbot|robot|ai|sistem|apa yang terjadi|kapan|kenapa|mengapa|ketika|jika",
    declined: "tanpa|tidak (?:mau|ingin)|daripada|alih-alih",
  },
  ru: {
    requests: [
      "(?:поговорить|говорить|пообщаться|соедините|соедини|связаться|переключите|переведите|позовите)(?: меня)? (?:с|на|к|со) ?(?:живым |настоящим |реальным )?(?:человек\\p{L}*|оператор\\p{L}*|сотрудник\\p{L}*|специалист\\p{L}*|менеджер\\p{L}*|поддержк\\p{L}*|кем-нибудь)",
      "позовите (?:человека|оператора|менеджера)",
      "(?:нужен|хочу) (?:живой |живого )?(?:человека?|оператора?)(?= ?(?:$|пожалуйста|сейчас))",
    ],
    asker:
      "я|мы|меня|мне|хочу|хотим|хотел|хотела|могу|можно|можем|пожалуйста|нужно|надо|возможно|лучше|сейчас|здравствуйте|привет|да|нет|как|бы",
    others:
      "клиент\\p{L}*|пользовател\\p{L}*|посетител\\p{L}*|люди|ассистент\\p{L}*|виджет\\p{L}*|бот\\p{L}*|чат-бот\\p{L}*|чатбот\\p{L}*|робот\\p{L}*|систем\\p{L}*|что происходит|что будет|когда|почему|если",
    declined: "не хочу|без|не|вместо",
  },
  sr: {
    requests: [
      "(?:razgovarati|razgovaram|pričam|pričati|govorim|govoriti|povežite me|poveži me|spojite me) (?:sa|s) (?:\\p{L}+ )?(?:čovekom|osobom|operaterom|agentom|nekim|zaposlenim|podrškom|predstavnikom)",
      "(?:разговарати|разговарам|причам|причати|говорим|говорити|повежите ме|повежи ме|спојите ме) (?:са|с) (?:\\p{L}+ )?(?:човеком|особом|оператером|агентом|неким|запосленим|подршком|представником)",
    ],
    asker:
      "ja|mi|me|želim|hoću|mogu|možemo|bih|hteo|htela|molim|moguće|radije|sada|zdravo|da|kako|ја|ми|ме|желим|хоћу|могу|можемо|бих|хтео|хтела|молим|могуће|радије|сада|здраво|да|како",
    others:
      "klijent\\p{L}*|korisni\\p{L}*|posetio\\p{L}*|posetilac|ljudi|asistent|vidžet|bot|čet-bot|robot|sistem|šta se dešava|kada|zašto|клијент\\p{L}*|корисни\\p{L}*|посетио\\p{L}*|посетилац|људи|асистент|бот|робот|систем|шта се дешава|када|зашто",
    declined: "ne|bez|umesto|ne želim|не|без|уместо",
  },
  ar: {
    requests: [
      "(?:التحدث|أتحدث|اتحدث|التكلم|أتكلم|اتكلم|الحديث|التواصل|أتواصل|تحويلي|حولني|وصلني) (?:مع|إلى|الى) (?:(?:أحد|احد) )?(?:ال)?(?:شخص|إنسان|انسان|موظف|ممثل|وكيل|أحد|احد|خدمة العملاء|الدعم|دعم)(?: \\p{L}+)?",
    ],
    asker:
      "أنا|انا|أريد|اريد|أود|اود|نريد|أرغب|يمكنني|هل|ممكن|يمكن|فضلك|الرجاء|أرجو|من|أن|ان|الآن|مرحبا|كيف|أحتاج|احتاج|إلى",
    others:
      "العملاء|عملاء|العميل|المستخدم\\p{L}*|الزوار|زوار|الزائر|زائر|المساعد|البوت|بوت|الروبوت|روبوت|النظام|ماذا يحدث|متى|لماذا|عندما",
    declined: "لا|بدون|دون|بدلا من",
  },
};
