/** Policies of eight more made-up companies, in longer sentences; the last three are held out with their texts. */
export const servicePolicies = {
  carRental: `# Rental conditions
## Booking
Drivers must be at least 21 years old and have held a licence for at least one year. A second driver can be added for 8 euros per day. Bookings can be cancelled free of charge up to 48 hours before pick-up; after that we keep half of the rental price.
## The car
Cars are handed out with a full tank and have to be returned with a full tank. Missing fuel is charged at 2.50 euros per litre. Cars may not be taken outside the European Union. Smoking is not allowed in any of our cars. Pets may travel along if they are in a transport box.
## Payment
A deposit of 300 euros is blocked on the customer's credit card and released within 14 days of return. We do not accept cash.
## Damage
Every damage has to be reported to us on the same day. The excess is 900 euros per damage. Tyres and glass are not covered by the basic insurance.
`,
  energy: `# Supply terms
## Contract
The fixed-price contract runs for 12 months and renews for another 12 months unless it is cancelled at least 6 weeks before it ends. New customers can withdraw from the contract within 14 days. When moving house, customers can end the contract with two weeks' notice.
## Bills
Bills are sent once a year. Customers pay in monthly instalments on the first day of the month. Late payments incur a reminder fee of 4 euros. Bills can be paid by direct debit or bank transfer, not by card. Customers paying by direct debit get a discount of 3 percent.
## Meters
Customers must read their meter once a year and send us the reading within 21 days of our request. Meters may only be opened by our technicians. If the meter is faulty, we replace it at no cost.
## Switching off
We never disconnect a household in winter. Before we disconnect, we send two warnings, the last of them at least 8 days ahead.
`,
  school: `# Course rules
## Enrolment
Courses are confirmed once the fee has been paid in full. Students can change to another group once per course, in the first three weeks. The minimum group size is 5; smaller groups are cancelled and students get all of their money back.
## Attendance
A certificate is only given to students who attended at least 80 percent of the lessons. Missed lessons are not made up. Recordings of online lessons are available for 30 days.
## Leaving a course
Students who leave before the first lesson get a full refund. Those who leave in the first two weeks get half of the fee back. After that nothing is refunded.
## Private lessons
Private lessons can be moved up to 24 hours ahead. Teachers wait 15 minutes for late students. Private lessons must be used within six months of purchase.
`,
  coworking: `# House rules
## Access
Members can enter the building around the clock with their own key card. Key cards must not be lent to others. A lost key card costs 25 euros. Guests are welcome on weekdays from 9 am to 5 pm and have to sign in at the desk. Each member may bring two guests a day without paying.
## Rooms
Meeting rooms can be booked up to 30 days ahead. Every member has 6 hours of meeting room per month included; further hours cost 15 euros each. Unused hours expire at the end of the month. No-shows are charged the full price.
## Membership
The membership can be ended monthly, with notice of 30 days. Membership can be paused for up to three months a year. Prices may be raised once per year; we announce that 60 days ahead.
## Living together
Phone calls are taken in the booths, not in the quiet zone. Dogs are allowed on Fridays only. Mail is kept for four weeks.
`,
  library: `# Benutzungsordnung
## Ausweis
Der Ausweis kostet 20 Euro im Jahr, für Schüler und Studierende ist er kostenlos. Der Ausweis ist nicht übertragbar. Kinder unter 7 Jahren benötigen die Unterschrift der Eltern. Bei Verlust wird ein Ersatzausweis für 5 Euro ausgestellt.
## Ausleihe
Bücher werden für vier Wochen ausgeliehen, Filme für eine Woche. Die Leihfrist kann zweimal verlängert werden. Vorgemerkte Medien können nicht verlängert werden. Höchstens 30 Medien dürfen gleichzeitig ausgeliehen werden. Zeitschriften des laufenden Jahres dürfen nicht mit nach Hause genommen werden.
## Gebühren
Bei verspäteter Rückgabe fallen 20 Cent pro Tag und Medium an. Vormerkungen kosten 1 Euro. Beschädigte Medien müssen ersetzt werden.
## Räume
Die Gruppenräume können für höchstens drei Stunden am Tag reserviert werden. Essen ist im Lesesaal untersagt. Getränke sind in verschließbaren Flaschen erlaubt.
`,
  theatre: `# Ticket terms
## Tickets
Tickets are refunded only if a performance is cancelled. Tickets can be exchanged for another date up to 7 days before the performance, for a fee of 3 euros. Students pay half price. Group discounts of 10 percent apply from 15 people. Vouchers are valid for three years and cannot be paid out in cash. Reserved tickets have to be collected 30 minutes before the start.
## The evening
Latecomers are admitted during the interval only. Children under 6 are not admitted to evening performances. Photography is prohibited during the performance. Coats and large bags must be left in the cloakroom, which is free. Wheelchair users may bring a companion at no charge. The box office opens one hour before each performance.
`,
  hosting: `# Hosting terms
## Service
Backups are taken daily and kept for two weeks. Customers can restore a backup themselves at no cost. We guarantee an availability of 99.9 percent per month. When we miss that, the customer gets back a fifth of the monthly fee. Support replies within four hours, on weekends within one day. We inform customers of maintenance at least three days in advance. Each mailbox holds up to 10 GB.
## Contract
Contracts run monthly and may be terminated at any time to the end of the month. Domains are registered for one year and are not refundable. Accounts that are not paid are suspended after 30 days and deleted after 90 days.
## Use
Sending bulk mail from our servers is forbidden. Two-step sign-in is required for all accounts with administrator rights.
`,
  versand: `# Versandbedingungen
## Versand
Bestellungen werden innerhalb von zwei Werktagen versandt. Der Versand kostet 5,90 Euro; ab einem Bestellwert von 60 Euro ist er kostenlos. Wir liefern nicht an Packstationen.
## Rückgabe
Sie können die Ware innerhalb von 30 Tagen ohne Angabe von Gründen zurückgeben. Die Kosten der Rücksendung trägt der Kunde. Das Geld erstatten wir binnen einer Woche nach Eingang der Ware. Reduzierte Ware ist vom Umtausch ausgeschlossen. Sperrige Artikel dürfen nur nach telefonischer Absprache zurückgeschickt werden.
## Bezahlung und Garantie
Die Garantie beträgt zwei Jahre. Gutscheine sind drei Jahre gültig und können nicht mit Rabatten kombiniert werden. Zahlung auf Rechnung ist nur für Stammkunden möglich.
`,
};
