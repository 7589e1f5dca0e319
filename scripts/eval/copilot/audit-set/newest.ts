import type { AuditText } from "./audit-text.ts";

/** Written when the rules had been mended by `service-texts.ts`, and measured once before anything was mended by these. */
export const newestPolicies = {
  clothes: `# Acorn & Fern: returns, refunds and exchanges

We want you to love what you ordered. If you do not, the rules below apply.

- Items can be sent back up to 28 days after you received them.
- Underwear, earrings and anything made to measure are excluded from returns.
- Return shipping is on us when you use the label in the box; otherwise the costs are yours.
- Refunds reach you within five working days after we have checked the parcel, always by the way you paid.
- Sale items can be exchanged but are not refunded.
- Please leave all tags on. We reserve the right to refuse worn items.

## Gift cards

Gift cards are valid for two years from the date of purchase. They cannot be used to buy other gift cards. If a card is lost, we can replace it once, provided you still have the receipt.
`,
  dentist: `# Practice policy

## Appointments
If you cannot make it, tell us at least two working days before your appointment. Otherwise we bill 60 dollars. Patients who arrive more than ten minutes late may have to be rescheduled. Minors need a parent or guardian at their first visit.

## Payment
We take debit cards and bank transfers; credit cards are not accepted. Treatments above 500 dollars can be paid in up to six instalments without interest. A written estimate is free and valid for three months.

## Records
X-rays are handed over to the patient on request at no charge. We keep records for eleven years. We never send findings by e-mail.
`,
  saasSupport: `# Support and availability

| Plan | First response | Channels |
| --- | --- | --- |
| Basic | within 2 business days | e-mail |
| Pro | within 8 hours | e-mail and chat |
| Enterprise | within 1 hour | e-mail, chat and phone |

Weekend support is only included in the Enterprise plan. We do not offer help with custom code. Service credits must be claimed within 30 days of the incident and amount to 10% of the monthly fee for every full hour of downtime, up to half of the monthly fee. Planned maintenance takes place on Sundays and is announced at least a week ahead. Customers may export their data at any time; exports are kept for 72 hours.
`,
  kindergarten: `# House rules of the day nursery

Children are looked after from 7 am to 5 pm. Please bring your child by 9 am at the latest. Children may only be picked up by persons named in the contract. Whoever picks up late pays 10 euros for every quarter of an hour. Children with a fever must stay at home until they have been free of symptoms for 24 hours. We do not give medicine unless a doctor has prescribed it. The nursery closes for three weeks in August. Lunch costs 4 euros a day; it can be cancelled until 8 am of the same day. Photos of other children must not be shared. The notice period is three months to the end of a month.
`,
  bikes: `# Bike sharing: terms of use

Riders must be 16 or older. The first 30 minutes of each ride are free, after that every started half hour costs 1 euro. Bikes must be parked at a station; parking elsewhere in the city costs a fee of 5 euros. Each account can rent up to four bikes at once. Damage has to be reported before the ride begins. It is forbidden to carry passengers. If a bike is stolen, the rider bears up to 300 euros of the loss. Season tickets run for one year and can be returned in the first two weeks. Helmets are recommended, but not mandatory.
`,
};

export const newestTexts: AuditText[] = [
  {
    policy: "clothes",
    half: "newest",
    sentences: [
      "Hi Georgia, thanks for getting in touch about your order.",
      "!You have six weeks from the day the parcel arrived to send it back.",
      "Please keep the tags on the dress.",
      "If you use the label from the box, the return costs you nothing.",
      "!As the jacket was on sale, we will gladly refund it.",
      "Your money will be with you no later than five working days after the inspection.",
      "!The refund will be paid out as a gift card.",
      "!Your gift card stays valid for 12 months.",
      "Sorry again that the colour was not what you expected!",
    ],
  },
  {
    policy: "dentist",
    half: "newest",
    sentences: [
      "Dear Mr Petrov,",
      "!Please let us know one day before if you are unable to come.",
      "If you do not tell us in time, you are billed 60 dollars.",
      "!You can pay by credit card at the front desk.",
      "The crown costs 800 dollars, so you may pay it in six instalments.",
      "!We will send you the findings by e-mail.",
      "!There is a charge of 15 dollars for a copy of your x-rays.",
      "The estimate does not cost anything and remains valid for a quarter of a year.",
      "Our new hygienist is called Dana.",
    ],
  },
  {
    policy: "saasSupport",
    half: "newest",
    sentences: [
      "Hello Tom, thank you for choosing the Pro plan.",
      "!We get back to you within four hours.",
      "You can reach us by e-mail and chat.",
      "!Our engineers are also there for you at weekends.",
      "!You have three months to claim service credits.",
      "Credits never exceed 50% of the monthly fee.",
      "!Of course we help you with your custom code.",
      "We tell you about maintenance seven days in advance or earlier.",
      "!An export can be downloaded for one week.",
    ],
  },
  {
    policy: "kindergarten",
    half: "newest",
    sentences: [
      "Dear Ms Yilmaz,",
      "!Any relative can pick up your daughter, you do not have to name them beforehand.",
      "Please be there before nine in the morning.",
      "!If you are late in the evening, we charge 5 euros per 15 minutes.",
      "With a fever she has to stay at home.",
      "!She may come back twelve hours after the symptoms are gone.",
      "!We are closed for two weeks in August.",
      "You can cancel lunch on the day itself, as long as it is before 8 am.",
      "!You can end the contract with a notice of four weeks.",
      "On Thursday the children will bake bread.",
    ],
  },
  {
    policy: "bikes",
    half: "newest",
    sentences: [
      "Hey Lou,",
      "!Your son can ride with us from the age of 14.",
      "The first half hour is free of charge.",
      "!You can leave the bike anywhere in the city at no extra cost.",
      "Four bikes can be rented with one account.",
      "!It's okay to take a friend along on the luggage rack.",
      "!If the bike gets stolen, you do not have to pay anything.",
      "A helmet is a good idea, though you don't have to wear one.",
      "!You can return the season ticket within a month.",
    ],
  },
];
