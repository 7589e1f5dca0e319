import { describe, expect, it } from "vitest";
import {
  askingStems,
  asksDefinition,
  asksForList,
  comparedThings,
  definingStart,
  givesReason,
  isPageTitle,
  listsLinks,
  namesPlace,
  pointsElsewhere,
  setsApart,
  shapeOf,
  tellsToDo,
} from "./answer-patterns.ts";
import type { QuestionShape } from "./answers/table.ts";
import type { Language } from "./language.ts";

describe("a sentence that sends the reader elsewhere", () => {
  it.each<[Language, string]>([
    ["en", "For more details on webhooks, see the reference."],
    ["de", "Weitere Informationen zu Webhooks finden Sie im Handbuch."],
    ["de", "Falls du noch Fragen hast, schreib uns einfach."],
    ["fr", "Pour plus d’informations sur les webhooks, lisez le guide."],
    ["fr", "N'hésitez pas à nous écrire."],
    ["es", "Para obtener más información sobre los webhooks, lee la guía."],
    ["es", "Si tienes alguna duda, escríbenos."],
    ["it", "Per ulteriori informazioni sui webhook, leggi la guida."],
    ["pt", "Para mais informações sobre webhooks, leia o guia."],
    ["nl", "Voor meer informatie over webhooks lees je de handleiding."],
    ["sv", "Läs mer om webhooks i handboken."],
    ["da", "Læs mere om webhooks i vejledningen."],
    ["no", "Les mer om webhooks i veiledningen."],
    ["fi", "Lisätietoja webhookeista on oppaassa."],
    ["hu", "További információ a webhookokról az útmutatóban."],
    ["lt", "Daugiau informacijos apie webhook rasite vadove."],
    ["ro", "Pentru mai multe informații despre webhooks, citiți ghidul."],
    ["ca", "Per obtenir més informació sobre webhooks, llegiu la guia."],
    ["el", "Για περισσότερες πληροφορίες, διαβάστε τον οδηγό."],
    ["tr", "Daha fazla bilgi için kılavuzu okuyun."],
    ["ga", "Tuilleadh eolais faoi seo sa treoir."],
    ["id", "Untuk informasi lebih lanjut tentang webhook, baca panduan."],
    ["ru", "Дополнительную информацию о вебхуках можно найти в руководстве."],
    ["ru", "Если у вас остались вопросы, напишите нам."],
    ["sr", "Za više informacija o vebhukovima pročitajte uputstvo."],
    ["ar", "لمزيد من المعلومات حول الدفع، راجع الدليل."],
    ["zh", "有关退款的更多信息，请参阅帮助中心。"],
    ["zh", "如有任何疑问，请联系客服。"],
    ["ja", "返金の詳細については、ヘルプをご覧ください。"],
    ["ja", "ご不明な点がございましたら、お問い合わせください。"],
    ["ko", "환불에 대한 자세한 내용은 도움말을 참조하세요."],
    ["th", "ดูข้อมูลเพิ่มเติมในคู่มือ"],
  ])("is known in %s: %s", (language, text) => {
    expect(pointsElsewhere(text, language)).toBe(true);
  });

  it.each<[Language, string]>([
    ["en", "Refunds for more expensive orders take longer."],
    ["de", "Die Rückzahlung dauert für mehr als zehn Artikel eine Woche."],
    ["fr", "Les commandes sont livrées sous trois jours pour plus de confort."],
    ["es", "El reembolso tarda más de cinco días."],
    ["nl", "De terugbetaling duurt meer dan vijf dagen."],
    ["ru", "Возврат занимает больше пяти дней."],
    ["ar", "يستغرق رد المبلغ خمسة أيام."],
    ["zh", "退款将在五天内完成。"],
    ["ja", "返金には五日かかります。"],
    ["ko", "환불은 닷새 걸립니다."],
    ["other", "For more information, see the guide."],
  ])("is not any other in %s: %s", (language, text) => {
    expect(pointsElsewhere(text, language)).toBe(false);
  });
});

describe("a list of other pages", () => {
  it.each<[Language, string, string]>([
    ["en", "Additional resources", "How to pay by invoice"],
    ["de", "Weiterführende Artikel", "So kannst du per Rechnung zahlen"],
    ["fr", "Articles connexes", "Comment payer par facture"],
    ["es", "Artículos relacionados", "Cómo pagar con factura"],
    ["it", "Articoli correlati", "Come pagare con fattura"],
    ["pt", "Artigos relacionados", "Como pagar por fatura"],
    ["nl", "Gerelateerde artikelen", "Hoe je per factuur betaalt"],
    ["sv", "Relaterade artiklar", "Så här betalar du med faktura"],
    ["ru", "Похожие статьи", "Как оплатить по счёту"],
    ["ar", "مقالات ذات صلة", "كيفية الدفع بفاتورة"],
    ["zh", "相关文章", "如何通过发票付款"],
    ["ja", "関連記事", "請求書で支払う方法"],
    ["ko", "관련 문서", "청구서로 결제하는 방법"],
    ["tr", "İlgili makaleler", "Fatura ile nasıl ödenir"],
  ])("is known by its heading and by the titles in it in %s", (language, heading, title) => {
    expect(listsLinks(heading, language)).toBe(true);
    expect(isPageTitle(`- ${title}`, language)).toBe(true);
    expect(listsLinks(title, language)).toBe(false);
  });
});

describe("a list of steps", () => {
  it.each<[Language, string]>([
    ["en", "Choose the method of payment"],
    ["de", "Wähle, wie gewohnt, die Zahlungsart"],
    ["fr", "Choisissez le mode de paiement"],
    ["zh", "选择付款方式"],
    ["ja", "支払い方法を選ぶ"],
    ["ko", "결제 방법을 선택"],
    ["th", "เลือกวิธีชำระเงิน"],
  ])("names no pages in %s: %s", (language, step) => {
    expect(isPageTitle(`- ${step}`, language)).toBe(false);
  });
});

describe("a question that compares", () => {
  it.each<[Language, string, [string, string]]>([
    ["en", "What is the difference between the Basic plan and the Pro plan?", ["Basic", "Pro"]],
    ["de", "Worin unterscheidet sich der Tarif Basis vom Tarif Profi?", ["Basis", "Profi"]],
    ["de", "Was ist der Unterschied zwischen Gutschein und Rabatt?", ["Gutschein", "Rabatt"]],
    ["fr", "Quelle est la différence entre un avoir et un remboursement ?", ["avoir", "remboursement"]],
    ["fr", "En quoi le forfait Pro diffère du forfait Base ?", ["Pro", "Base"]],
    ["es", "¿En qué se diferencia un vale de un reembolso?", ["vale", "reembolso"]],
    ["it", "Che differenza c'è tra un buono e un rimborso?", ["buono", "rimborso"]],
    ["pt", "Qual é a diferença entre um vale e um reembolso?", ["vale", "reembolso"]],
    ["nl", "Wat is het verschil tussen een tegoed en een terugbetaling?", ["tegoed", "terugbetaling"]],
    ["sv", "Vad är skillnaden mellan en kredit och en återbetalning?", ["kredit", "återbetalning"]],
    ["da", "Hvad er forskellen på en kredit og en refusion?", ["kredit", "refusion"]],
    ["no", "Hva er forskjellen på en kreditt og en refusjon?", ["kreditt", "refusjon"]],
    ["fi", "Mikä on ero hyvityksen ja palautuksen välillä?", ["hyvityksen", "palautuksen"]],
    ["hu", "Mi a különbség a kupon és a kedvezmény között?", ["kupon", "kedvezmény"]],
    ["ro", "Care este diferența dintre un voucher și o rambursare?", ["voucher", "rambursare"]],
    ["el", "Ποια είναι η διαφορά μεταξύ κουπονιού και έκπτωσης;", ["κουπονιού", "έκπτωσης"]],
    ["tr", "Temel plan ile Pro plan arasındaki fark nedir?", ["Temel", "Pro"]],
    ["id", "Apa perbedaan antara paket Dasar dan paket Pro?", ["Dasar", "Pro"]],
    ["ru", "Чем тариф Базовый отличается от тарифа Про?", ["Базовый", "Про"]],
    ["ru", "В чём разница между купоном и скидкой?", ["купоном", "скидкой"]],
    ["ar", "ما الفرق بين القسيمة والخصم؟", ["القسيمة", "الخصم"]],
    ["zh", "优惠券和折扣有什么区别？", ["优惠券", "折扣"]],
    ["ja", "クーポンと割引の違いは何ですか？", ["クーポン", "割引"]],
    ["ko", "쿠폰과 할인의 차이는 무엇인가요?", ["쿠폰", "할인"]],
    ["other", "Kredito vs. repago", ["Kredito", "repago"]],
  ])("names two things in %s: %s", (language, text, [one, other]) => {
    const things = comparedThings(text, language);
    expect(things?.[0]).toContain(one);
    expect(things?.[0]).not.toContain(other);
    expect(things?.[1]).toContain(other);
    expect(things?.[1]).not.toContain(one);
  });

  it.each<[Language, string]>([
    ["de", "Wie ändere ich Name und Adresse?"],
    ["fr", "Comment changer le nom et l'adresse ?"],
    ["es", "¿Cómo cambio el nombre y la dirección?"],
    ["ru", "Как изменить имя и адрес?"],
    ["ar", "كيف أغير الاسم والعنوان؟"],
    ["zh", "如何更改姓名和地址？"],
    ["ja", "名前と住所を変えるにはどうすればいいですか？"],
    ["ko", "이름과 주소를 어떻게 바꾸나요?"],
  ])("is not one that names two things and compares nothing in %s: %s", (language, text) => {
    expect(comparedThings(text, language)).toBeNull();
  });

  it.each<[Language, string, string]>([
    ["de", "Ein Gutschein gilt ein Jahr, ein Rabatt dagegen nur heute.", "Gutscheine und Rabatte gibt es im Konto."],
    [
      "fr",
      "L'avoir est valable un an, tandis que la remise expire ce soir.",
      "L'avoir et la remise sont sur le compte.",
    ],
    ["ru", "Купон действует год, а скидка кончается сегодня.", "Купоны и скидки видны в профиле."],
    ["zh", "优惠券有效期一年，而折扣今天结束。", "优惠券和折扣都在账户里。"],
    ["ja", "クーポンは一年間有効ですが、割引は今日までです。", "クーポンと割引はアカウントにあります。"],
  ])("is answered by a sentence that sets them apart in %s", (language, apart, together) => {
    expect(setsApart(apart, language)).toBe(true);
    expect(setsApart(together, language)).toBe(false);
  });
});

describe("a question after what something is, and a sentence that says it", () => {
  it.each<[Language, string, string, string]>([
    ["en", "What's a suppression group?", "A suppression group is a list of addresses.", "suppression group"],
    ["de", "Was ist eine Sperrliste?", "Eine Sperrliste ist eine Liste von Adressen.", "Sperrliste"],
    ["fr", "Qu’est-ce qu’une liste noire ?", "Une liste noire est une liste d'adresses.", "liste noire"],
    ["es", "¿Qué es una lista negra?", "Una lista negra es una lista de direcciones.", "lista negra"],
    ["it", "Cos'è una lista nera?", "Una lista nera è un elenco di indirizzi.", "lista nera"],
    ["pt", "O que é uma lista negra?", "Uma lista negra é uma lista de endereços.", "lista negra"],
    ["nl", "Wat is een zwarte lijst?", "Een zwarte lijst is een lijst met adressen.", "zwarte lijst"],
    ["sv", "Vad är en svartlista?", "En svartlista är en lista med adresser.", "svartlista"],
    ["da", "Hvad er en sortliste?", "En sortliste er en liste over adresser.", "sortliste"],
    ["fi", "Mikä on estolista?", "Estolista on luettelo osoitteista.", "Estolista"],
    ["hu", "Mi az a tiltólista?", "A tiltólista olyan címek listája, amelyekre nem küldünk.", "tiltólista"],
    ["ru", "Что такое чёрный список?", "Чёрный список — это список адресов.", "Чёрный список"],
    ["ar", "ما هي القائمة السوداء؟", "القائمة السوداء هي قائمة عناوين.", "القائمة السوداء"],
    ["tr", "Kara liste nedir?", "Kara liste bir adres listesidir.", "Kara liste"],
    ["zh", "什么是黑名单？", "黑名单是一个地址列表。", "黑名单"],
    ["zh", "黑名单是什么意思？", "黑名单是指不再发送的地址。", "黑名单"],
    ["ja", "ブラックリストとは何ですか？", "ブラックリストとは、送信しない宛先の一覧です。", "ブラックリスト"],
    ["ko", "차단 목록이란 무엇인가요?", "차단 목록은 보내지 않는 주소의 목록입니다.", "차단 목록"],
  ])("are known in %s", (language, question, sentence, subject) => {
    expect(asksDefinition(question, language)).toBe(true);
    expect(definingStart(sentence, language)).toContain(subject);
  });

  it.each<[Language, string]>([
    ["de", "Was kostet eine Sperrliste?"],
    ["fr", "Qu'est-ce que je dois payer ?"],
    ["es", "¿Qué documentos necesito, y por qué?"],
    ["nl", "Wat kost een lijst?"],
    ["ru", "Что делать, если список пуст?"],
    ["zh", "黑名单要多少钱？"],
    ["ja", "ブラックリストはどこで編集できますか？"],
    ["ko", "차단 목록은 어디에서 바꾸나요?"],
    ["ga", "Cad é liosta dubh?"],
  ])("is none that asks for more, or in a language whose definitions are not known: %s, %s", (language, text) => {
    expect(asksDefinition(text, language)).toBe(false);
  });
});

describe("what a question wants and what a sentence offers", () => {
  it.each<[Language, string, string, string, string, string]>([
    [
      "de",
      "Gibt es ein Limit für Dateien?",
      "Welche Zahlungsarten gibt es?",
      "Klicken Sie auf Speichern.",
      "Das geht nicht, weil die Karte abgelaufen ist.",
      "Die Einstellung steht unter dem Menü.",
    ],
    [
      "nl",
      "Is er een limiet voor bestanden?",
      "Welke betaalmethoden zijn er?",
      "Klik op Opslaan.",
      "Dat kan niet omdat de kaart verlopen is.",
      "De instelling staat onder het menu.",
    ],
    [
      "da",
      "Er der en grænse for filer?",
      "Hvilke betalingsmåder er der?",
      "Klik på Gem.",
      "Det går ikke, fordi kortet er udløbet.",
      "Indstillingen står under menuen.",
    ],
    [
      "sv",
      "Finns det en gräns för filer?",
      "Vilka betalningssätt finns det?",
      "Klicka på Spara.",
      "Det går inte, eftersom kortet har gått ut.",
      "Inställningen finns under menyn.",
    ],
    [
      "no",
      "Er det en grense for filer?",
      "Hvilke betalingsmåter er det?",
      "Klikk på Lagre.",
      "Det går ikke, fordi kortet er utløpt.",
      "Innstillingen står under menyen.",
    ],
    [
      "fi",
      "Onko tiedostoille raja?",
      "Mitkä maksutavat ovat käytössä?",
      "Valitse Tallenna.",
      "Se ei onnistu, koska kortti on vanhentunut.",
      "Asetus on valikossa.",
    ],
    [
      "hu",
      "Van korlát a fájlokra?",
      "Melyek a fizetési módok?",
      "Kattintson a Mentés gombra.",
      "Nem lehet, mert a kártya lejárt.",
      "A beállítás a menüben van.",
    ],
    [
      "lt",
      "Ar yra failų limitas?",
      "Kokie yra mokėjimo būdai?",
      "Pasirinkite Išsaugoti.",
      "Negalima, nes kortelė baigė galioti.",
      "Nustatymas yra po meniu.",
    ],
    [
      "ro",
      "Există o limită pentru fișiere?",
      "Toate metodele de plată, vă rog",
      "Selectați Salvare.",
      "Nu se poate, deoarece cardul a expirat.",
      "Setarea este în meniu.",
    ],
    [
      "ca",
      "Hi ha un límit per als fitxers?",
      "Quins mètodes de pagament hi ha?",
      "Feu clic a Desa.",
      "No es pot, perquè la targeta ha caducat.",
      "L'opció és sota el menú.",
    ],
    [
      "fr",
      "Y a-t-il une limite pour les fichiers ?",
      "Quels sont les modes de paiement ?",
      "Cliquez sur Enregistrer.",
      "C'est impossible, car la carte a expiré.",
      "Le réglage est dans le menu.",
    ],
    [
      "es",
      "¿Hay un límite para los archivos?",
      "¿Cuáles son las formas de pago?",
      "Haga clic en Guardar.",
      "No se puede porque la tarjeta ha caducado.",
      "El ajuste está en el menú.",
    ],
    [
      "it",
      "C'è un limite per i file?",
      "Quali sono i metodi di pagamento?",
      "Fai clic su Salva.",
      "Non si può perché la carta è scaduta.",
      "L'impostazione è nel menu.",
    ],
    [
      "pt",
      "Há um limite para os ficheiros?",
      "Quais são as formas de pagamento?",
      "Clique em Guardar.",
      "Não é possível, pois o cartão expirou.",
      "A opção está no menu.",
    ],
    [
      "el",
      "Υπάρχει όριο για τα αρχεία;",
      "Ποιες είναι όλες οι επιλογές;",
      "Επιλέξτε Αποθήκευση.",
      "Δεν γίνεται, επειδή η κάρτα έληξε.",
      "Η ρύθμιση είναι στο μενού.",
    ],
    [
      "tr",
      "Dosyalar için bir sınır var mı?",
      "Hangi ödeme yöntemleri var?",
      "Bunun için menüyü açın.",
      "Kartın süresi dolduğu için olmaz, çünkü geçersizdir.",
      "Ayar menünün altında bulunur.",
    ],
    [
      "ga",
      "An bhfuil teorainn ar chomhaid?",
      "Tabhair liosta dom",
      "Roghnaigh Sábháil.",
      "Ní féidir mar tá an cárta as feidhm.",
      "Tá an socrú faoi roghchlár.",
    ],
    [
      "id",
      "Adakah batas untuk berkas?",
      "Apa saja metode pembayaran?",
      "Klik Simpan.",
      "Tidak bisa karena kartu kedaluwarsa.",
      "Pengaturan ada di menu.",
    ],
    [
      "ru",
      "Есть ли лимит на файлы?",
      "Какие есть способы оплаты?",
      "Нажмите «Сохранить».",
      "Нельзя, потому что карта просрочена.",
      "Настройка находится в меню профиля на странице.",
    ],
    [
      "sr",
      "Da li postoji ograničenje za fajlove?",
      "Sve opcije plaćanja",
      "Izaberite Sačuvaj.",
      "Ne može jer je kartica istekla.",
      "Podešavanje je u meniju.",
    ],
    [
      "ar",
      "هل هناك حد للملفات؟",
      "ما هي طرق الدفع؟",
      "انقر على حفظ.",
      "لا يمكن لأن البطاقة منتهية.",
      "الإعداد في القائمة.",
    ],
    ["zh", "文件有上限吗？", "有哪些付款方式？", "点击“保存”。", "不行，因为卡已过期。", "该选项在菜单中。"],
    [
      "ja",
      "ファイルに上限はありますか？",
      "支払い方法の一覧",
      "まず保存を押します。",
      "カードの期限が切れたためです。",
      "設定はメニューにあります。",
    ],
    [
      "ko",
      "파일에 제한이 있나요?",
      "모든 결제 수단",
      "먼저 저장을 누르세요.",
      "카드가 만료되었기 때문입니다.",
      "설정은 메뉴에서 찾습니다.",
    ],
    ["th", "ไฟล์มีขีดจำกัดไหม", "มีวิธีชำระเงินอะไรบ้าง", "คลิกบันทึก", "ไม่ได้เพราะบัตรหมดอายุ", "การตั้งค่าอยู่ในเมนู"],
    [
      "en",
      "Is there a limit for files?",
      "Which ways to pay are there?",
      "Click Save.",
      "It fails because the card has expired.",
      "The setting is under the menu.",
    ],
  ])("is told in %s", (language, amount, list, order, reason, place) => {
    expect(shapeOf(amount, language)).toBe("number");
    expect(asksForList(list, language)).toBe(true);
    expect(tellsToDo(order, language)).toBe(true);
    expect(givesReason(reason, language)).toBe(true);
    expect(namesPlace(place, language)).toBe(true);
    for (const other of [order, amount]) expect(givesReason(other, language)).toBe(false);
    expect(tellsToDo(reason, language)).toBe(false);
    expect(askingStems(language).size).toBeGreaterThan(5);
  });

  it.each<[Language, string, QuestionShape]>([
    ["de", "Wie lange dauert die Installation?", "time"],
    ["de", "Was kostet die Einrichtung?", "money"],
    ["de", "Postgres einrichten", "steps"],
    ["de", "Was ist ein Ticket?", "definition"],
    ["de", "Kann der Besucher Dateien senden?", "yes_no"],
    ["fr", "installation avec Docker", "steps"],
    ["es", "¿Qué es un ticket?", "definition"],
    ["ru", "установка на сервер", "steps"],
    ["ja", "チケットとは何ですか", "definition"],
    ["en", "How long does it take to get an answer?", "time"],
    ["en", "Why is the price so high?", "reason"],
    ["en", "What’s a ticket?", "definition"],
  ])("is told by the question's own words before others: %s, %s", (language, question, shape) => {
    expect(shapeOf(question, language)).toBe(shape);
  });
});
