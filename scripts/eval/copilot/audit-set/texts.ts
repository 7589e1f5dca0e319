import type { policies } from "./policies.ts";

/** A reply of an agent or a draft, by its sentences. Those that begin with `!` contradict the policy. */
export interface AuditText {
  policy: keyof typeof policies;
  /** The rules were mended by looking at these alone; the others say how good they are. */
  half: "tuning" | "held out";
  sentences: string[];
}

export const texts: AuditText[] = [
  {
    policy: "shop",
    half: "tuning",
    sentences: [
      "Hello Mrs Brown, thank you for your message.",
      "!You can return the shoes within 45 days of delivery.",
      "Please make sure that they are unused and in the original box.",
      "!Your refund will be paid within 3 days of arrival at our warehouse.",
      "The refund is paid to the card that you used for the order.",
      "!We pay for the return parcel in every case.",
      "Your order left us on a Tuesday.",
      "Kind regards, Tom",
    ],
  },
  {
    policy: "shop",
    half: "held out",
    sentences: [
      "Hi Peter,",
      "!Your headphones have a warranty of 12 months.",
      "Please keep the original receipt, the warranty requires it.",
      "!Damage by water is covered by the warranty.",
      "!Express delivery costs 9 euros and arrives the next business day.",
      "Standard delivery takes 3 to 5 business days.",
      "Your order can still be changed because it has not left the warehouse.",
      "Have a nice weekend!",
    ],
  },
  {
    policy: "shop",
    half: "tuning",
    sentences: [
      "!Opened software can be returned as well.",
      "!We deliver to any address worldwide.",
      "!Delivery is free of charge for orders over 50 euros.",
      "Express delivery costs 12 euros.",
      "Gift cards cannot be returned.",
      "Do you want to change your order before it leaves the warehouse?",
    ],
  },
  {
    policy: "saas",
    half: "held out",
    sentences: [
      "Hello Aisha,",
      "!The Starter plan includes 10 users.",
      "It comes with 10 GB of storage.",
      "!You need a credit card for the trial.",
      "!Your trial ends after 30 days.",
      "You may cancel your subscription at any time in the billing settings.",
      "Support answers within 8 hours on weekdays.",
    ],
  },
  {
    policy: "saas",
    half: "tuning",
    sentences: [
      "!Any member of your team can cancel the subscription.",
      "!We will delete your data permanently 30 days after cancellation.",
      "!Payments for the current month are refunded.",
      "The Business plan costs 29 dollars per month.",
      "The Business plan includes 50 users, so everybody in your company fits in.",
      "Our designers are working on a new dark theme.",
    ],
  },
  {
    policy: "saas",
    half: "held out",
    sentences: [
      "!Backups are kept for 90 days.",
      "Backups are made every 6 hours.",
      "!Two-factor authentication is optional for administrators.",
      "!Deleted data can be restored by our engineers.",
      "Please choose a password of 16 characters.",
      "All of your data is stored in Frankfurt.",
      "We will never ask you for your password.",
    ],
  },
  {
    policy: "saas",
    half: "tuning",
    sentences: [
      "Thanks for calling us yesterday.",
      "!Passwords must have at least 8 characters.",
      "!Telephone support is available to all customers.",
      "!Support answers within 24 hours on weekdays.",
      "The trial ends after 14 days and no credit card is required for it.",
      "You are the account owner, so you can cancel the subscription.",
    ],
  },
  {
    policy: "clinic",
    half: "held out",
    sentences: [
      "Dear Mr Lopez,",
      "!You can cancel your appointment up to 12 hours before it begins.",
      "!A missed appointment costs 25 dollars.",
      "Please bring a photo identification to your visit.",
      "As a new patient you should arrive 15 minutes before your appointment.",
      "!Your son is 14 and may come without a parent.",
      "We look forward to meeting you.",
    ],
  },
  {
    policy: "clinic",
    half: "tuning",
    sentences: [
      "!Your prescription will be renewed within 5 business days.",
      "!The doctor can prescribe antibiotics by telephone.",
      "Repeat prescriptions are valid for 6 months.",
      "!Copies of your medical records cost 15 dollars the first time in a year.",
      "Your records are kept for 10 years.",
      "The pharmacy in the main street is open late on Fridays.",
    ],
  },
  {
    policy: "clinic",
    half: "held out",
    sentences: [
      "!Visitors are allowed between 2 pm and 8 pm.",
      "!You may bring flowers to intensive care.",
      "!Up to 4 visitors may stay in a room.",
      "We do not share your records with employers without your written consent.",
      "Further copies of your records cost 15 dollars.",
      "Your aunt feels much better today.",
    ],
  },
  {
    policy: "clinic",
    half: "tuning",
    sentences: [
      "!You do not need to bring a photo identification to each visit.",
      "!Records are kept for 5 years.",
      "!We may share your records with employers without written consent.",
      "Please cancel your appointment at least 24 hours before it begins.",
      "One copy of your medical records per year is free of charge.",
    ],
  },
  {
    policy: "hotel",
    half: "held out",
    sentences: [
      "Dear Ms Okafor, thank you for your booking.",
      "!You can cancel the room free of charge until 24 hours before arrival.",
      "Check-in begins at 3 pm.",
      "!Please vacate the room by 12 am.",
      "!Breakfast is not included in your rate.",
      "Wi-Fi is free of charge for you.",
      "The old town is a short walk away.",
    ],
  },
  {
    policy: "hotel",
    half: "tuning",
    sentences: [
      "!Your dog is welcome: pets are permitted in the rooms.",
      "!Parking is free of charge for our guests.",
      "!The pool is open daily from 7 am to 10 pm.",
      "Smoking is prohibited in the entire building.",
      "The sauna is closed on Mondays.",
      "Breakfast is included in your rate.",
    ],
  },
  {
    policy: "hotel",
    half: "held out",
    sentences: [
      "!Later cancellations cost 50% of the price.",
      "!No deposit is required for groups.",
      "!The sauna is closed on Sundays.",
      "Bookings are confirmed by email within 1 hour.",
      "Towels for the pool are at the reception.",
      "Parking costs 18 euros per night.",
    ],
  },
  {
    policy: "hotel",
    half: "tuning",
    sentences: [
      "!Parking costs 12 euros per night.",
      "!Smoking is allowed on the balconies of the building.",
      "!Children under 12 can always use the pool without an adult.",
      "Rooms can be cancelled free of charge until 48 hours before arrival.",
      "A deposit of 100 euros is required for your group.",
      "We recommend the museum around the corner.",
    ],
  },
  {
    policy: "telecom",
    half: "held out",
    sentences: [
      "Guten Tag Frau Schulz,",
      "!Ihr Vertrag hat eine Mindestlaufzeit von 12 Monaten.",
      "!Sie können den Vertrag innerhalb von 30 Tagen widerrufen.",
      "Die Kündigungsfrist beträgt einen Monat.",
      "!Den Router dürfen Sie nach Vertragsende behalten, er muss nicht zurückgeschickt werden.",
      "Störungen beheben wir innerhalb von 24 Stunden.",
      "Mit freundlichen Grüßen",
    ],
  },
  {
    policy: "telecom",
    half: "tuning",
    sentences: [
      "!Der Tarif Basis kostet 24,90 Euro im Monat.",
      "!Die Einrichtung ist kostenpflichtig.",
      "!Eine Mahnung kostet 10 Euro.",
      "Bitte bezahlen Sie die Rechnung innerhalb von 10 Tagen.",
      "Kündigungen müssen schriftlich erfolgen.",
      "Unser Laden in der Innenstadt hat neue Öffnungszeiten.",
    ],
  },
  {
    policy: "telecom",
    half: "held out",
    sentences: [
      "!Die Rufnummer kann an andere Personen übertragen werden.",
      "!Sie dürfen den Anschluss gewerblich nutzen.",
      "!Rechnungen sind innerhalb von 30 Tagen zu bezahlen.",
      "Die Einrichtung ist für Sie kostenlos.",
      "Der Router bleibt unser Eigentum.",
      "Eine Mahnung kostet 5 Euro.",
    ],
  },
  {
    policy: "gym",
    half: "tuning",
    sentences: [
      "Hallo Jonas,",
      "!Du kannst die Mitgliedschaft für höchstens 6 Monate im Jahr pausieren.",
      "!Die Mitgliedskarte ist übertragbar.",
      "!Kurse müssen spätestens 24 Stunden vor Beginn abgesagt werden.",
      "Die Aufnahmegebühr beträgt 25 Euro.",
      "Bring bitte ein Handtuch mit, es ist bei jedem Training erforderlich.",
    ],
  },
  {
    policy: "gym",
    half: "held out",
    sentences: [
      "!Das Studio ist täglich von 8 bis 22 Uhr geöffnet.",
      "!Im Kursraum sind Straßenschuhe erlaubt.",
      "!Probetrainings kosten 10 Euro.",
      "Mitglieder müssen mindestens 16 Jahre alt sein.",
      "Fundsachen bewahren wir 4 Wochen auf.",
      "Deine Trainerin heißt Mira.",
    ],
  },
];
