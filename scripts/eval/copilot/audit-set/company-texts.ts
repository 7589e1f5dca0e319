import type { AuditText } from "./audit-text.ts";

/** Held against the policies of a shop and of a service. */
export const companyTexts: AuditText[] = [
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
];
