/** Two questions of one domain in one language. */
export interface QuestionPair {
  domain: string;
  locale: string;
  a: string;
  b: string;
}

/** Reads lines of `locale | question | question` below a line with the domain's name. */
export function pairs(domain: string, lines: string): QuestionPair[] {
  return lines
    .trim()
    .split("\n")
    .map((line) => {
      const [locale = "", a = "", b = ""] = line.split(" | ").map((part) => part.trim());
      return { domain, locale, a, b };
    });
}

/** Nearly the same words but a different question: reversed, or different in the one decisive word. */
export const turnedPairs: QuestionPair[] = [
  ...pairs(
    "loans and education",
    `
    en | Can parents transfer a loan to the student? | Can the student transfer a loan to parents?
    en | Does the school pay the lender directly? | Does the lender pay the school directly?
    en | Can I move from the college to the university after a year? | Can I move from the university to the college after a year?
    en | Do I register for the course before I pay the fee? | Do I pay the fee before I register for the course?
    en | Is a private loan cheaper than a federal loan? | Is a federal loan cheaper than a private loan?
    en | How long does a grant application take? | How long does a late grant application take?
    en | May a teacher grade another teacher's students? | May a student grade another student's teachers?
    de | Kann der Vater den Kredit auf die Tochter übertragen? | Kann die Tochter den Kredit auf den Vater übertragen?
    ru | Может ли студент передать договор университету? | Может ли университет передать договор студенту?
    `,
  ),
  ...pairs(
    "software plans",
    `
    en | How do I switch from Pro to Basic? | How do I switch from Basic to Pro?
    en | Can an admin assign a ticket to a member? | Can a member assign a ticket to an admin?
    en | Does the Team plan include the Business features? | Does the Business plan include the Team features?
    en | How do I import contacts from HubSpot? | How do I import contacts to HubSpot?
    en | Do editors approve posts by authors? | Do authors approve posts by editors?
    en | How do I delete a workspace? | How do I delete a shared workspace?
    fr | Comment passer du forfait Équipe au forfait Solo ? | Comment passer du forfait Solo au forfait Équipe ?
    zh | 怎么从团队版降到个人版？ | 怎么从个人版降到团队版？
    tr | Aylık plandan yıllık plana nasıl geçerim? | Yıllık plandan aylık plana nasıl geçerim?
    `,
  ),
  ...pairs(
    "file conversion",
    `
    en | How do I convert PDF to Word? | How do I convert Word to PDF?
    en | Can I turn a spreadsheet into a presentation? | Can I turn a presentation into a spreadsheet?
    en | Does JPEG compress better than PNG? | Does PNG compress better than JPEG?
    en | How do I copy pages from a scan into a document? | How do I copy pages from a document into a scan?
    en | How large may a file be? | How large may an encrypted file be?
    es | ¿Cómo paso un archivo de Excel a CSV? | ¿Cómo paso un archivo de CSV a Excel?
    ja | EPUBをMOBIに変換するには？ | MOBIをEPUBに変換するには？
    ko | MP4를 GIF로 바꾸려면 어떻게 하나요? | GIF를 MP4로 바꾸려면 어떻게 하나요?
    `,
  ),
  ...pairs(
    "banking",
    `
    en | How do I move money from savings to checking? | How do I move money from checking to savings?
    en | Can the bank charge the merchant for a dispute? | Can the merchant charge the bank for a dispute?
    en | What is the rate from dollars to euros? | What is the rate from euros to dollars?
    en | Can I pay my credit card with my debit card? | Can I pay my debit card with my credit card?
    en | Do I sign before the notary stamps the form? | Does the notary stamp the form before I sign?
    en | What does a transfer cost? | What does an instant transfer cost?
    it | Come sposto i soldi dal conto corrente al conto deposito? | Come sposto i soldi dal conto deposito al conto corrente?
    fi | Miten siirrän rahaa säästötililtä käyttötilille? | Miten siirrän rahaa käyttötililtä säästötilille?
    pt | Como transfiro da poupança para a carteira? | Como transfiro da carteira para a poupança?
    `,
  ),
  ...pairs(
    "travel and health",
    `
    en | Is there a night train from Vienna to Rome? | Is there a night train from Rome to Vienna?
    en | Do I take the tablets before the meal? | Do I take the meal before the tablets?
    en | Can a child infect an adult with measles? | Can an adult infect a child with measles?
    en | How long do mushrooms keep in the fridge? | How long do cooked mushrooms keep in the fridge?
    en | Does asthma cause allergies? | Do allergies cause asthma?
    en | Can the pilot overrule the crew chief? | Can the crew chief overrule the pilot?
    nl | Hoe kom ik van het vliegveld naar het station? | Hoe kom ik van het station naar het vliegveld?
    ar | كيف أصل من المطار إلى الفندق؟ | كيف أصل من الفندق إلى المطار؟
    sv | Hur tar jag mig från hotellet till stranden? | Hur tar jag mig från stranden till hotellet?
    `,
  ),
  ...pairs(
    "several, written after the rules",
    `
    en | Can I convert my traditional IRA to a Roth IRA? | Can I convert my Roth IRA to a traditional IRA?
    en | Is it safe to drink coffee after taking ibuprofen? | Is it safe to take ibuprofen after drinking coffee?
    en | How do I forward my Gmail to Outlook? | How do I forward my Outlook to Gmail?
    en | How do I sync my phone with my laptop? | How do I sync my laptop with my phone?
    en | What happens when the buyer sues the seller? | What happens when the seller sues the buyer?
    en | Can my employer see my employees' data? | Can my employees see my employer's data?
    en | How do I upgrade from the free trial to the paid plan? | How do I upgrade from the paid plan to the free trial?
    en | How do I translate from English into Spanish? | How do I translate from Spanish into English?
    en | Should I eat before exercise? | Should I exercise before eating?
    en | Will the insurance reimburse the hospital? | Will the hospital reimburse the insurance?
    en | Can a landlord sue a tenant? | Can a tenant sue a landlord?
    en | Is gold better than silver? | Is silver better than gold?
    en | How many dollars is one euro? | How many euros is one dollar?
    en | How many ounces are in a pound? | How many pounds are in an ounce?
    en | Can I deduct losses from gains? | Can I deduct gains from losses?
    en | Can doctors refer patients to specialists? | Can specialists refer patients to doctors?
    en | What is the flight time London - New York? | What is the flight time New York - London?
    en | flights London to New York | flights New York to London
    en | How do I merge account A into account B? | How do I merge account B into account A?
    en | Can I link PayPal to Stripe? | Can I link Stripe to PayPal?
    en | Can you call me? | Can I call you?
    en | Do I pay you or do you pay me first? | Do you pay me or do I pay you first?
    en | Can my wife access my husband's account? | Can my husband access my wife's account?
    en | How do I get from the airport to downtown? | How do I get from downtown to the airport?
    en | When does a freelancer invoice a client? | When does a client invoice a freelancer?
    en | Does Slack integrate into Teams? | Does Teams integrate into Slack?
    en | Does the API call the webhook? | Does the webhook call the API?
    en | Who can a guest invite as a member? | Who can a member invite as a guest?
    en | Can I exchange points for miles? | Can I exchange miles for points?
    en | Are refunds charged to the seller by the buyer? | Are refunds charged to the buyer by the seller?
    de | Kann der Mieter den Vermieter verklagen? | Kann der Vermieter den Mieter verklagen?
    de | Wie übertrage ich Daten vom iPhone auf Android? | Wie übertrage ich Daten von Android auf das iPhone?
    de | Zahlt der Kunde dem Händler die Gebühr? | Zahlt der Händler dem Kunden die Gebühr?
    fr | Le locataire peut-il poursuivre le propriétaire ? | Le propriétaire peut-il poursuivre le locataire ?
    fr | Comment transférer de l'iPhone vers Android ? | Comment transférer d'Android vers l'iPhone ?
    es | ¿Puede el inquilino demandar al dueño? | ¿Puede el dueño demandar al inquilino?
    es | ¿Cómo convierto euros a dólares? | ¿Cómo convierto dólares a euros?
    it | Il cliente può rimborsare il venditore? | Il venditore può rimborsare il cliente?
    nl | Kan de huurder de verhuurder aanklagen? | Kan de verhuurder de huurder aanklagen?
    ru | Как перевести деньги с карты на счёт? | Как перевести деньги со счёта на карту?
    zh | 房东可以起诉租客吗？ | 租客可以起诉房东吗？
    zh | 欧元兑换美元怎么算？ | 美元兑换欧元怎么算？
    ja | 大家は入居者を訴えられますか？ | 入居者は大家を訴えられますか？
    ja | 東京から大阪へ行くには？ | 大阪から東京へ行くには？
    ko | 집주인이 세입자를 고소할 수 있나요? | 세입자가 집주인을 고소할 수 있나요?
    hu | Hogyan utalok át pénzt a kártyáról a számlára? | Hogyan utalok át pénzt a számláról a kártyára?
    pl | Jak przejść z Basic na Pro? | Jak przejść z Pro na Basic?
    pt | O inquilino pode processar o proprietário? | O proprietário pode processar o inquilino?
    th | แปลงยูโรเป็นดอลลาร์อย่างไร | แปลงดอลลาร์เป็นยูโรอย่างไร
    en | What is the fee for adults? | What is the fee for disabled adults?
    en | Can I fly with a cold? | Can I fly with a cold drink?
    en | How do I close a savings account? | How do I close a joint savings account?
    en | How do I block my card? | How do I block my account?
    en | Is my deposit insured? | Is your deposit insured?
    `,
  ),
];

/** The same question in two wordings: moved phrases, other word forms, other words around the key words. */
export const rewordedPairs: QuestionPair[] = [
  ...pairs(
    "loans and education",
    `
    en | Can parents transfer a loan to the student? | Is it possible for parents to transfer a loan to the student?
    en | After graduation, when do I repay the loan? | When do I repay the loan after graduation?
    en | How do I apply for a scholarship? | How can I apply for scholarships?
    en | Which documents does the enrolment office need? | What documents are needed by the enrolment office?
    en | For my thesis, how many pages are required? | How many pages are required for my thesis?
    en | Where do I download my transcript? | Where can my transcript be downloaded?
    de | Wie beantrage ich ein Stipendium? | Wie kann ich ein Stipendium beantragen?
    de | Wo lade ich in der App mein Zeugnis herunter? | Wo lade ich mein Zeugnis in der App herunter?
    ru | Как подать заявку на стипендию? | Как мне подать заявку на стипендию?
    `,
  ),
  ...pairs(
    "software plans",
    `
    en | How do I switch from Pro to Basic? | How can I switch to Basic from Pro?
    en | For my account, how do I reset the password? | How do I reset the password for my account?
    en | Can I cancel my plan at any time? | Am I able to cancel my plan at any time?
    en | How do I add a teammate to a project? | How can teammates be added to a project?
    en | In the console, where do I see my invoices? | Where do I see my invoices in the console?
    en | Do you offer a discount for schools? | Are there discounts for schools?
    en | I don't know how to export my contacts | How do I export my contacts?
    fr | Comment changer de forfait ? | Comment puis-je changer de forfait ?
    fr | Dans l'application, où trouver mes factures ? | Où trouver mes factures dans l'application ?
    zh | 如何取消订阅？ | 怎么取消我的订阅？
    tr | Planımı nasıl değiştiririm? | Planımı nasıl değiştirebilirim?
    `,
  ),
  ...pairs(
    "file conversion",
    `
    en | How do I convert PDF to Word? | How can I convert a PDF to Word?
    en | What file formats can I upload? | Which file formats can be uploaded?
    en | How do I merge two PDF files? | How can two PDF files be merged?
    en | With the free version, can I compress videos? | Can I compress videos with the free version?
    en | Why is my converted file empty? | Why are my converted files empty?
    es | ¿Cómo convierto un PDF en Word? | ¿Cómo puedo convertir un PDF en Word?
    ja | PDFをWordに変換するには？ | PDFをWordに変換する方法は？
    ko | PDF를 Word로 변환하려면 어떻게 하나요? | PDF를 Word로 어떻게 변환하나요?
    `,
  ),
  ...pairs(
    "banking",
    `
    en | How do I freeze my card in the app? | In the app, how do I freeze my card?
    en | How do I move money from savings to checking? | How can I move money to checking from savings?
    en | Is there a fee for a transfer abroad? | Are there fees for transfers abroad?
    en | What is the daily limit for withdrawals? | What's the daily withdrawal limit?
    en | How do I change the address on my account? | How can I change my account address?
    en | Please tell me how I verify my identity | How do I verify my identity?
    en | When will my refund arrive? | When does my refund arrive?
    it | Come posso bloccare la carta? | Come blocco la carta?
    fi | Miten siirrän rahaa säästötililtä käyttötilille? | Miten voin siirtää rahaa säästötililtä käyttötilille?
    pt | Como posso alterar a minha senha? | Como altero minha senha?
    `,
  ),
  ...pairs(
    "travel and health",
    `
    en | Is there a night train from Vienna to Rome? | Are there any night trains from Vienna to Rome?
    en | Can I bring my dog on the ferry? | May I bring dogs on the ferry?
    en | How long before the flight do I need to check in? | How long before my flight must I check in?
    en | On the ferry, is there a place for bicycles? | Is there a place for bicycles on the ferry?
    en | How do I cancel my appointment? | How can I cancel an appointment?
    en | Should I take the tablets before the meal? | Do I take the tablets before meals?
    nl | Hoe annuleer ik mijn afspraak? | Hoe kan ik mijn afspraak annuleren?
    ar | كيف ألغي حجزي؟ | كيف يمكنني أن ألغي حجزي؟
    sv | Hur avbokar jag min resa? | Hur kan jag avboka min resa?
    `,
  ),
];
