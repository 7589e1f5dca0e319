import { pairs, type QuestionPair } from "./question-pairs.ts";

/** Pairs in which one question got the other's answer: two nouns are swapped, and the embeddings hardly differ. */
export const swappedInReview: QuestionPair[] = pairs(
  "found in a review",
  `
    en | What is the maximum daily dosage of ibuprofen syrup for toddlers with a fever? | What is the maximum daily dosage of paracetamol syrup for infants with a fever?
    en | How much notice must tenants give to end a furnished lease? | How much notice must landlords give to end an unfurnished lease?
    en | Do adults need a visa? | Do children need a passport?
    en | Do adults need a visa to enter the country? | Do children need a passport to enter the country?
    `,
);

/** Questions that differ in their subject, mostly in two nouns. Written before the rule that distinguishes them. */
export const swappedNouns: QuestionPair[] = [
  ...pairs(
    "medicine",
    `
    en | How many drops of vitamin D should a newborn get each day? | How many drops of iron should a toddler get each day?
    en | Can nurses prescribe antibiotics over the phone? | Can pharmacists prescribe painkillers over the phone?
    en | What are the side effects of a flu shot for pregnant women? | What are the side effects of a tetanus shot for breastfeeding women?
    en | How long after a knee operation can I drive? | How long after a hip operation can I swim?
    en | Is aspirin safe for people with asthma? | Is ibuprofen safe for people with diabetes?
    en | Where do I send the blood sample for the allergy test? | Where do I send the urine sample for the pregnancy test?
    en | Does the clinic treat migraine in teenagers? | Does the clinic treat epilepsy in pensioners?
    en | How often should patients with high blood pressure see the doctor? | How often should patients with high cholesterol see the dentist?
    de | Wie viele Tabletten Magnesium darf ein Erwachsener am Tag nehmen? | Wie viele Tabletten Eisen darf ein Kind am Tag nehmen?
    en | What should I do when a child has swallowed a battery? | What should I do when a dog has swallowed a coin?
    `,
  ),
  ...pairs(
    "renting",
    `
    en | Who pays for a broken boiler in a rented flat? | Who pays for a broken window in a rented house?
    en | May subtenants keep a cat in the apartment? | May lodgers keep a dog in the room?
    en | When does the landlord have to return the deposit? | When does the tenant have to return the keys?
    en | Can the agency raise the rent during a fixed term? | Can the owner raise the service charge during a fixed term?
    en | What does the inventory say about scratches on the floor? | What does the inventory say about stains on the carpet?
    en | How do I report mould in the bathroom? | How do I report mice in the kitchen?
    en | Do students need a guarantor for a studio? | Do pensioners need a reference for a bungalow?
    en | Is heating included in the rent of the loft? | Is water included in the rent of the basement?
    fr | Le locataire peut-il repeindre le salon sans accord ? | Le propriétaire peut-il visiter la cuisine sans accord ?
    en | How long does the caretaker have to repair the lift? | How long does the plumber have to repair the toilet?
    `,
  ),
  ...pairs(
    "travel papers",
    `
    en | Do Canadian citizens need a visa for a stay in Vietnam? | Do Brazilian citizens need a visa for a stay in Thailand?
    en | How long is a child's passport valid? | How long is an adult's driving licence valid?
    en | What does a work permit for nurses cost? | What does a residence permit for engineers cost?
    en | Which embassy issues visas for journalists? | Which consulate issues visas for students?
    en | Can grandparents apply for a family visa? | Can cousins apply for a tourist visa?
    en | How many photos are needed for an identity card? | How many signatures are needed for a birth certificate?
    en | Where can refugees renew a travel document? | Where can sailors renew a seaman's book?
    es | ¿Necesitan los menores un pasaporte para viajar a Marruecos? | ¿Necesitan los jubilados un visado para viajar a Egipto?
    en | Must truck drivers declare cigarettes at the border? | Must hikers declare cheese at the border?
    en | What happens if my passport gets wet? | What happens if my ticket gets torn?
    `,
  ),
  ...pairs(
    "banking and tax",
    `
    en | What is the fee for a cash withdrawal in Poland? | What is the fee for a cash deposit in Norway?
    en | How do freelancers deduct a laptop? | How do farmers deduct a tractor?
    en | Can a minor open a savings account? | Can a widow open a brokerage account?
    en | Where do I find the number of my mortgage contract? | Where do I find the number of my insurance contract?
    en | How long does a cheque from a foreign bank take? | How long does a transfer from a building society take?
    en | When must restaurants pay the tourist levy? | When must hotels pay the packaging levy?
    en | Are dividends of a foundation taxed? | Are donations of a company taxed?
    de | Können Rentner einen Kredit für ein Auto bekommen? | Können Studenten einen Kredit für eine Küche bekommen?
    en | Who signs the tax return of a partnership? | Who signs the annual report of a cooperative?
    en | Does the card cover theft of luggage? | Does the card cover loss of jewellery?
    `,
  ),
  ...pairs(
    "software accounts",
    `
    en | Can editors export the list of subscribers? | Can viewers export the list of invoices?
    en | How do I rename a workspace in the desktop app? | How do I rename a folder in the mobile app?
    en | Which browsers does the recorder support? | Which printers does the scanner support?
    en | How many seats are in the Starter plan? | How many projects are in the Growth plan?
    en | Where do I set the colour of the button in the widget? | Where do I set the font of the title in the newsletter?
    en | Does the calendar sync with Outlook? | Does the address book sync with Thunderbird?
    en | Why did the webhook for orders time out? | Why did the import for customers time out?
    en | How do I share a dashboard with a contractor? | How do I share a spreadsheet with a colleague?
    it | Come posso esportare i contatti dalla rubrica? | Come posso esportare gli eventi dal calendario?
    en | Can guests comment on a draft? | Can reviewers comment on a template?
    `,
  ),
  ...pairs(
    "shopping",
    `
    en | How long does delivery of a sofa to Ireland take? | How long does delivery of a mattress to Malta take?
    en | Can I return shoes that I bought with a voucher? | Can I return a jacket that I bought with a discount?
    en | Do you sell spare filters for the coffee machine? | Do you sell spare bags for the vacuum cleaner?
    en | What is the warranty on a leather bag? | What is the warranty on a cotton shirt?
    en | Is gift wrapping available for books? | Is express shipping available for bicycles?
    en | How do I wash the cover of the pillow? | How do I wash the lining of the coat?
    en | When will the blue dress be back in stock? | When will the red scarf be back in stock?
    en | Which size of gloves fits a woman? | Which size of boots fits a boy?
    nl | Hoe lang duurt de levering van een kast? | Hoe lang duurt de levering van een lamp?
    en | Does the store in Leeds repair watches? | Does the store in Bath repair glasses?
    `,
  ),
  ...pairs(
    "school",
    `
    en | When do pupils register for the spring exam? | When do teachers register for the summer course?
    en | How do parents report a sick child to the school? | How do students report a stolen bike to the school?
    en | Is chemistry required for a degree in nursing? | Is statistics required for a degree in economics?
    en | How many books can undergraduates borrow from the library? | How many laptops can lecturers borrow from the library?
    en | Who grades the essays in the history course? | Who grades the projects in the biology course?
    en | What does lunch at the kindergarten cost? | What does swimming at the boarding school cost?
    en | Where is the room for the maths tutorial? | Where is the room for the piano lesson?
    en | Can apprentices get a grant for tools? | Can trainees get a grant for travel?
    pt | Quando começam as aulas de música para crianças? | Quando começam as aulas de dança para adultos?
    en | How long may a dissertation in law be? | How long may a presentation in physics be?
    `,
  ),
  ...pairs(
    "energy and home",
    `
    en | How do I read the gas meter in the cellar? | How do I read the water meter in the hallway?
    en | What subsidy is there for a heat pump in an old building? | What subsidy is there for a solar panel on a new roof?
    en | Who checks the chimney of a holiday home? | Who checks the boiler of a workshop?
    en | How often should the filter of the dishwasher be cleaned? | How often should the hose of the dryer be cleaned?
    en | Can a tenant install a charging station? | Can a neighbour install a satellite dish?
    en | What is the voltage of the garden lights? | What is the power of the kitchen hood?
    en | Why does the freezer make a humming noise? | Why does the radiator make a knocking noise?
    en | Which lamp fits the oven? | Which battery fits the thermostat?
    de | Wie entkalke ich den Wasserkocher? | Wie entkalke ich den Duschkopf?
    en | How much power does an electric kettle use? | How much power does an electric blanket use?
    `,
  ),
  ...pairs(
    "transport",
    `
    en | Can I take a surfboard on the night bus? | Can I take a wheelchair on the night train?
    en | What does a monthly pass for commuters cost? | What does a weekly pass for tourists cost?
    en | Is there a lift at the harbour station? | Is there a toilet at the airport station?
    en | How early do passengers with a pet have to arrive? | How early do passengers with a pram have to arrive?
    en | Where do cyclists park at the stadium? | Where do motorcyclists park at the theatre?
    en | Who pays when a taxi is late for the ferry? | Who pays when a shuttle is late for the flight?
    en | Are snacks served on the tram to the coast? | Are drinks served on the coach to the mountains?
    en | May learners drive a van on the motorway? | May pensioners drive a scooter on the pavement?
    sv | Får man ta med hund på färjan? | Får man ta med cykel på tåget?
    en | How heavy may a suitcase on a domestic flight be? | How heavy may a parcel on an overnight flight be?
    `,
  ),
  ...pairs(
    "work and law",
    `
    en | How many days of leave do part-time cooks have? | How many days of leave do seasonal waiters have?
    en | Does the union pay for a lawyer? | Does the employer pay for an interpreter?
    en | When must the manager announce the shift plan? | When must the director announce the bonus plan?
    en | Can a witness refuse to answer the judge? | Can a juror refuse to answer the lawyer?
    en | What is the penalty for a late tax form? | What is the penalty for a lost licence plate?
    en | Who keeps the original of the will? | Who keeps the copy of the lease?
    en | Are interns insured against accidents in the laboratory? | Are volunteers insured against theft in the warehouse?
    en | How long are job applications of candidates kept? | How long are medical records of employees kept?
    ru | Может ли бухгалтер подписать договор? | Может ли юрист подписать счёт?
    en | May the gardener use the company car? | May the receptionist use the company phone?
    `,
  ),
];

/** Like these, and reworded as well. */
export const swappedAndReworded: QuestionPair[] = pairs(
  "in other words",
  `
  en | How many drops of vitamin D should a newborn get each day? | What is the daily number of iron drops for a toddler?
  en | Who pays for a broken boiler in a rented flat? | Does the tenant pay for a broken window in a rented flat?
  en | Do adults need a visa for Egypt? | Is a passport necessary for children who travel to Egypt?
  en | How long does delivery of a sofa to Ireland take? | When will a mattress be delivered to Ireland?
  en | Can nurses prescribe antibiotics over the phone? | Is it possible for pharmacists to prescribe painkillers over the phone?
  en | What is the fee for a cash withdrawal in Poland? | How much does a cash deposit in Poland cost?
  en | May subtenants keep a cat in the apartment? | Is a dog in the apartment allowed for lodgers?
  en | Which documents do students need for a residence permit? | What papers are needed by workers for a residence permit?
  en | How much notice must tenants give to end a lease? | What notice period do landlords have when they end a lease?
  en | Is aspirin safe for people with asthma? | Can people with asthma take ibuprofen safely?
  en | How do I export the list of subscribers? | What steps are there to export the list of invoices?
  en | Can a witness refuse to answer the judge? | Is a juror allowed to refuse an answer to the judge?
  `,
);

/** One half was used to make the rule; the other is only for measuring. */
export function halfOf(list: QuestionPair[], half: "made with" | "kept apart"): QuestionPair[] {
  return list.filter((_pair, index) => (index % 2 === 0) === (half === "made with"));
}
