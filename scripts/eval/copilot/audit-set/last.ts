import type { AuditText } from "./audit-text.ts";

/** Written after `newest.ts`, every contradiction in other words than the policy; measured once before anything was mended by these. */
export const lastPolicies = {
  campsite: `# Pine Lake campsite: terms

Pitches are available from 2 pm on the day of arrival and must be cleared by noon on the day of departure. A pitch may be occupied by at most six people. Quiet hours are from 10 pm to 7 am. Open fires are only permitted in the fire pits. Dogs must be kept on a lead at all times and cost 4 euros per night. Bookings can be changed without charge up to two weeks before arrival. Cancellations made within seven days of arrival are not refunded; earlier ones are refunded minus a fee of 20 euros. Showers are included in the price. Vehicles are not allowed on the grass. Children under 14 may use the boats only if an adult comes along.
`,
  furniture: `# Oak & Ash: delivery and guarantee

We deliver furniture within six weeks of the order. Delivery to the kerb is free; delivery into the flat costs 49 euros. If nobody is at home at the agreed time, a second attempt costs 35 euros. Customers have 100 days to return furniture that has not been assembled. Assembled furniture and mattresses that were unpacked cannot be returned. The guarantee on frames lasts ten years, on fabrics two years. Scratches have to be reported within 48 hours of delivery, with photos. Old furniture is only taken back when a new piece of the same kind is bought. Custom-made pieces require a deposit of 30 percent.
`,
  payroll: `# Travel and expenses: staff guideline

Trips must be approved by the line manager before they are booked. Trains are to be preferred; flights are only reimbursed for distances above 600 km. First class is not reimbursed. The hotel may cost up to 120 euros per night. Meals are paid at a flat rate of 28 euros per day. Receipts must be handed in within one month of the trip. Alcohol is never paid for by the company. Private cars may be used, at 30 cents per kilometre. Partners may travel along at their own expense. Tips are reimbursed up to ten percent. Expenses are paid out with the next salary.
`,
  app: `# Habit app: subscription terms

The free version allows three habits; the premium version has no limit. Premium costs 5 euros per month or 48 euros per year. The trial lasts seven days and turns into a paid subscription unless it is cancelled a day before it ends. Yearly subscriptions are not refunded after the first month. One account may be used on five devices. Accounts must not be shared between people. Users have to be at least 13 years old. Data can be exported once a day. We delete inactive accounts after two years; owners are warned by e-mail four weeks before. We do not sell data to advertisers.
`,
};

export const lastTexts: AuditText[] = [
  {
    policy: "campsite",
    half: "last",
    sentences: [
      "Hello Mrs Jensen, your pitch is reserved.",
      "!You are welcome to arrive from ten in the morning, the pitch is free from 10 am.",
      "On your last day the pitch has to be empty by noon.",
      "!Eight of you can share one pitch.",
      "!You can light a fire next to your tent as well.",
      "!There is no charge for your dog.",
      "!Your dog does not have to be on a lead.",
      "You can change your booking for free until a fortnight before you come.",
      "Taking a shower costs nothing extra.",
      "See you at the lake!",
    ],
  },
  {
    policy: "campsite",
    half: "last",
    sentences: [
      "Dear Finn,",
      "!If you call off three days before arrival, you get your money back.",
      "!For earlier cancellations we keep 50 euros.",
      "!You can park your van on the grass.",
      "!Your ten-year-old may take the boat on her own.",
      "Please be quiet after ten in the evening.",
      "The village shop sells fresh bread.",
    ],
  },
  {
    policy: "furniture",
    half: "last",
    sentences: [
      "Good morning Ms Adeyemi,",
      "!Your wardrobe will be with you in ten weeks at the latest.",
      "!Carrying it into your flat is free of charge.",
      "You have 100 days to return it, as long as you have not put it together.",
      "!You can return the mattress even though you have unpacked it.",
      "!The guarantee on the fabric lasts half a decade, that is five years.",
      "!Please tell us about scratches within a week.",
      "The frame is guaranteed for ten years.",
      "!For a made-to-measure table we ask you to pay half of the price up front.",
      "The oak comes from Slovenia.",
    ],
  },
  {
    policy: "payroll",
    half: "last",
    sentences: [
      "Hi Jonas,",
      "!You can book first and ask your line manager afterwards.",
      "!We reimburse first class on the train.",
      "!A hotel for 150 euros a night is fine.",
      "!You have a quarter of a year to hand in your receipts.",
      "!The wine at dinner is paid for by the company.",
      "Your wife may come along if she pays for herself.",
      "You get 28 euros a day for your meals.",
      "!If you drive your own car, you get half a euro, 50 cents, per kilometre.",
      "Have a safe trip!",
    ],
  },
  {
    policy: "app",
    half: "last",
    sentences: [
      "Hi Amira,",
      "!With the free version you can track ten habits.",
      "!Your trial runs for two weeks.",
      "Cancel at least a day before the trial ends and you will not be charged.",
      "!You get a refund for the yearly subscription at any time.",
      "!You can share the account with your sister.",
      "!Your son is fine to join, we accept users from the age of ten.",
      "Five devices can be used with your account.",
      "!Inactive accounts are kept forever.",
      "We never sell your data to advertisers.",
    ],
  },
];
