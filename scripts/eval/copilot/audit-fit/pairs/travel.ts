import type { PairRows } from "./pair-rows.ts";

export const travelPairs: PairRows = {
  airline: `
= One cabin bag of up to 8 kilos is included. | You can carry ten kilos on board with you, that is part of your fare. | A small trolley of seven kilos goes on board with you.
= Check-in closes 45 minutes before departure. | It is early enough if you are at the desk half an hour before the plane leaves. | Be there three quarters of an hour before take-off at the latest.
- Names on a ticket cannot be changed. | Just tell us your sister's name and we put hers on the ticket instead. | We have no way of putting somebody else's name on it, sorry.
- Changing a flight costs 40 euros plus the fare difference. | Moving to the Tuesday flight doesn't cost extra. | For the later flight we would take the usual 40 and what it costs more.
- Children under 12 may only fly together with an adult. | Your boy is nine, he can take that flight by himself. | She is ten, so one of you has to travel with her.
+ Infants under 2 travel for 25 euros on the lap of an adult. | The baby needs a full-price seat like everybody else. | Your one-year-old sits on your lap for 25.
- Basic fares are not refunded. | Although you chose Basic you get your money back. | With the Basic ticket there is nothing to be paid back.
+ If a flight is cancelled by us, passengers choose between a refund and another flight. | We called the flight off, but all we can offer is another date, no money. | As it was us who cancelled, you may have the money or another flight.
- Sports equipment must be registered 48 hours before departure. | Bring the bike along, you needn't tell anybody before. | Please let us know of the surfboard two days ahead.
- Powerbanks are not allowed in checked baggage. | Just put the powerbank into the big suitcase. | Keep the powerbank in your hand luggage please.
+ A pushchair is carried free of charge. | There is a fee for taking the buggy. | The buggy goes for nothing.
= Delayed bags must be reported within 7 days. | You have three weeks to tell us about the missing suitcase. | Tell us of the suitcase this week, then you are in time.
- Seats in the front rows cost 15 euros. | Row two is yours, and it is on us. | If you want row two, that would be fifteen.
- Boarding passes must be printed at home or shown on a phone; printing at the airport costs 20 euros. | The staff at the desk will print one for you as a courtesy. | If they have to print it at the desk, it's 20.
+ Customers can choose a vegetarian meal when they book. | We don't do meatless food on board. | Tick vegetarian when booking and you'll have it.
- Vouchers cannot be exchanged for cash. | If you'd rather have the value of the voucher in your bank account, I'll arrange it. | I can't turn that voucher into money.
`,
  "car hire": `
= Drivers must be at least 21 years old. | At nineteen you are welcome to drive one of our cars. | You are 22, so there's no hurdle there.
- A credit card in the driver's name is required. | Your debit card or cash will do as well. | We do need a credit card with your own name on it.
= The deposit is 300 euros. | We block two hundred on your card. | Three hundred are set aside on your card until you come back.
- Cars must be returned with a full tank. | How much petrol is left doesn't matter to us. | Fill up before you drop it off.
- Additional drivers cost 6 euros a day. | Your wife may take the wheel too, that's included. | For your wife as second driver it's six a day.
- Cars may not be taken abroad without written permission. | Drive over to Italy as you please, nobody has to sign anything. | For Italy we would have to give you something in writing first.
+ Unlimited kilometres are included in every rate. | You have a hundred kilometres a day, beyond that each one is charged. | Drive as far as you like.
= Bookings can be cancelled free of charge up to 24 hours before pick-up. | Cancelling costs nothing if you do it three hours before. | It's two days until pick-up, so you can still step back at no charge.
- Smoking in the car is prohibited; cleaning costs 120 euros. | A cigarette with the window down is all right. | Please don't smoke in it, or we'd have to bill the cleaning.
+ Child seats are free. | We charge five euros for the child seat. | The child seat is thrown in.
- Damage must be reported to the police. | A scratch is between us, you don't have to involve any officers. | The police have to be told about the dent.
- Fuel is not refunded. | What you filled in too much we pay you back. | I'm sorry, but what's left in the tank isn't paid out.
+ Late returns of up to 59 minutes are not charged. | You were twenty minutes late, so we had to bill another day. | Half an hour late is nothing we'd charge.
= We hold a car for two hours after the agreed time. | Your car waits for you the whole day. | If you're an hour late, it will still be there.
- Winter tyres are only available at stations in the Alps. | We put winter tyres on at any of our stations. | You'd get winter tyres in Innsbruck, at the coast we don't have them.
- The insurance does not cover tyres and glass. | The cracked windscreen is taken care of by the insurance. | Glass is the one thing you'd have to pay yourself.
`,
  "boat tours": `
= Tours start at 10 am and 3 pm. | The first boat leaves at nine. | You could take the one at three in the afternoon.
- Children under 5 are not allowed on evening tours. | Bring your three-year-old in the evening, she'll love the lights. | She is only four, so take the afternoon boat with her.
+ Dogs travel for free. | Your dog needs a ticket of his own. | There's nothing to pay for the dog.
- Life jackets must be worn on deck. | The vests are there for those who feel like it. | You'll be given a vest and have to keep it on outside.
= Tickets cost 22 euros for adults. | It's eighteen per grown-up. | Two adults make 44.
- Bicycles cannot be taken aboard. | There's room for your bikes at the back of the ship. | Leave the bikes at the pier, they can't come.
+ In bad weather we refund the full price. | If it storms, you get a voucher over half of it. | Should we have to stay in port because of the wind, you'd have all your money back.
- Your own food and drink may not be brought along. | A picnic on deck is a lovely idea, do pack one. | There's a bar, your own sandwiches have to stay ashore.
= Groups of 15 or more get 10% off. | As a party of eight you already get the group price. | With twenty of you we take a tenth off.
- Reservations are held until 20 minutes before departure. | Your seats are kept until the very last second. | Please come twenty minutes before, or we give the seats away.
`,
};
