import { lastPolicies } from "./last.ts";
import { newestPolicies } from "./newest.ts";
import { servicePolicies } from "./service-policies.ts";

/** Policies of six made-up companies, which the texts beside are held against. */
export const policies = {
  ...servicePolicies,
  ...newestPolicies,
  ...lastPolicies,
  shop: `# Returns and delivery
## Returns
Customers may return goods within 30 days of delivery. Goods must be unused and in their original box. Opened software and gift cards cannot be returned. The customer pays for the return parcel unless the goods are faulty. Refunds are paid within 10 days of arrival at our warehouse. Refunds are always paid to the card that was used for the order.
## Delivery
Standard delivery costs 4.90 euros and takes 3 to 5 business days. Delivery is free of charge for orders over 75 euros. Express delivery costs 12 euros and arrives the next business day. We deliver only to addresses in the European Union. Orders can be changed until they leave the warehouse.
## Warranty
All devices have a warranty of 24 months. Damage by water is not covered by the warranty. The warranty requires the original receipt.
`,
  saas: `# Terms of the service
## Plans
The Starter plan includes 5 users and 10 GB of storage. The Business plan includes 50 users and 500 GB of storage. The Business plan costs 29 dollars per month. Trials end after 14 days. A credit card is not required for the trial.
## Cancellation
Subscriptions may be cancelled at any time in the billing settings. Only the account owner can cancel a subscription. Payments for the current month are not refunded. Data is permanently deleted 60 days after cancellation. Deleted data cannot be restored.
## Support
Support answers within 8 hours on weekdays. Telephone support is available only to customers of the Business plan. We never ask for your password.
## Security
Backups are made every 6 hours and kept for 35 days. All data is stored in Frankfurt. Two-factor authentication is mandatory for administrators. Passwords must have at least 12 characters.
`,
  clinic: `# Rules for patients
## Appointments
Appointments must be cancelled at least 24 hours before they begin. A missed appointment costs 40 dollars. Patients must bring a photo identification to each visit. New patients should arrive 15 minutes before their appointment. Children under 16 must be accompanied by a parent.
## Prescriptions
Prescriptions are renewed within 2 business days. Antibiotics are never prescribed by telephone. Repeat prescriptions are valid for 6 months.
## Records
Copies of medical records are free of charge once per year. Further copies cost 15 dollars. Records are kept for 10 years. Records may not be shared with employers without written consent.
## Visits
Visitors are allowed between 2 pm and 6 pm. Flowers are not allowed in intensive care. At most 2 visitors may stay in a room.
`,
  hotel: `# House rules and booking terms
## Booking
Rooms can be cancelled free of charge until 48 hours before arrival. Later cancellations cost 80% of the price. A deposit of 100 euros is required for groups. Bookings are confirmed by email within 1 hour.
## Stay
Check-in begins at 3 pm. Rooms must be vacated by 11 am. Breakfast is included in all rates. Pets are not permitted in the rooms. Smoking is prohibited in the entire building. Parking costs 18 euros per night. Wi-Fi is free of charge for all guests.
## Facilities
The pool is open daily from 8 am to 9 pm. Children under 12 may only use the pool with an adult. The sauna is closed on Mondays. Towels for the pool are available at the reception.
`,
  telecom: `# Vertragsbedingungen
## Vertrag
Der Vertrag hat eine Mindestlaufzeit von 24 Monaten. Die Kündigungsfrist beträgt einen Monat zum Ende der Laufzeit. Kündigungen müssen schriftlich erfolgen. Neukunden können den Vertrag innerhalb von 14 Tagen widerrufen. Bei einem Umzug darf der Vertrag mit einer Frist von 1 Monat gekündigt werden.
## Preise
Der Tarif Basis kostet 19,90 Euro im Monat. Die Einrichtung ist kostenlos. Rechnungen sind innerhalb von 10 Tagen zu bezahlen. Eine Mahnung kostet 5 Euro. Papierrechnungen sind kostenpflichtig.
## Technik
Der Router bleibt Eigentum des Unternehmens. Der Router muss nach Vertragsende innerhalb von 14 Tagen zurückgeschickt werden. Störungen werden innerhalb von 24 Stunden behoben. Die Rufnummer kann nicht an andere Personen übertragen werden. Kunden dürfen den Anschluss nicht gewerblich nutzen.
`,
  gym: `# Hausordnung des Studios
## Mitgliedschaft
Die Mitgliedschaft kostet 39 Euro im Monat. Mitglieder können die Mitgliedschaft für höchstens 3 Monate im Jahr pausieren. Die Aufnahmegebühr beträgt 25 Euro. Mitglieder müssen mindestens 16 Jahre alt sein. Die Mitgliedskarte ist nicht übertragbar.
## Training
Das Studio ist täglich von 6 bis 23 Uhr geöffnet. Im Kursraum sind Straßenschuhe verboten. Ein Handtuch ist bei jedem Training erforderlich. Kurse müssen spätestens 2 Stunden vor Beginn abgesagt werden. Probetrainings sind kostenlos. Gäste dürfen nur in Begleitung eines Mitglieds trainieren.
## Wertsachen
Für Wertsachen wird keine Haftung übernommen. Die Schränke werden jede Nacht geöffnet. Fundsachen werden 4 Wochen aufbewahrt.
`,
};
