import type { PairRows } from "./pair-rows.ts";

export const shopPairs: PairRows = {
  "furniture shop": `
= Furniture can be returned within 100 days. | You've got half a year to make up your mind. | It has been two months, so it can still come back.
- Furniture must be in its original packaging to be returned. | The cardboard is long gone? Never mind, we take it back as it is. | We can only take it back in the box it came in.
- Made-to-measure curtains are excluded from returns. | Even though they were cut for your window, send them back if the colour is off. | As they were sewn to your measures, they have to stay with you.
- Assembly costs 59 euros per item. | Our men put the wardrobe up as part of the delivery. | Having it put up would be another 59.
+ Spare screws are sent free of charge. | The bag of screws comes to four euros. | I'll post you the screws, there's no bill.
= The guarantee on mattresses is 10 years. | You have five years of guarantee on that mattress. | Yours is six years old, so it's still under guarantee.
- Delivery is to the kerb only. | They will carry it up to the third floor for you. | The driver leaves it in front of the house.
- Old furniture is not taken away. | Our people take your old sofa with them. | You'd have to get rid of the old sofa yourself.
- Display pieces cannot be reserved. | I've put your name on the lamp in the window, it's yours until Saturday. | I can't set the one in the showroom aside for you.
- A sales receipt is required for exchanges. | We'll swap it even if you haven't kept the slip. | Have the slip with you, without it we can't swap it.
+ Payment by instalments is possible from 200 euros. | We only take the full sum at once, spreading it isn't on offer. | The table is 450, so you may pay it bit by bit.
= Orders can be changed within 24 hours. | You have a week to change the order. | You ordered this morning, so there's time until tomorrow to change it.
- Gift cards expire after three years. | A card like yours never runs out. | It was bought four years ago, so it's no longer valid.
- Discounts cannot be combined. | Use the birthday code on top of the sale price. | It's either the code or the sale, not both.
+ Members of the club get free coffee in the restaurant. | Coffee is two euros, club or no club. | Show the club card and the coffee's free.
- Missed delivery appointments cost 35 euros. | That nobody was in today has no consequences for you. | As nobody opened, there's a charge of 35.
`,
  "online grocery": `
= The minimum order is 30 euros. | Order as little as you like, there's no lower limit. | Yours comes to 34, that's above the minimum.
- Delivery costs 3.90 euros. | The driver's trip isn't billed. | Add 3.90 for the delivery.
+ Delivery is free from 80 euros. | You spent a hundred, the delivery fee comes on top. | At 95 you don't pay for delivery.
- Orders can be changed only until 6 pm the day before. | You can add things right up until the van is at your door. | By six this evening you can still add the milk.
- Alcohol is handed over only to adults with identification. | Your son of sixteen can take the wine from the driver. | Somebody grown-up with an ID has to be in for the wine.
= Fresh goods must be complained about within 24 hours. | Tell us about bad fruit any time in the next ten days. | Let us know by tomorrow if any fruit is off.
+ We replace missing items on the next day. | What wasn't in the bag is lost, we can't bring it. | The missing butter comes tomorrow.
- Deposit bottles are taken back only in crates. | Loose bottles are fine, hand them to the driver in a bag. | Put the empties in a crate please, the driver can't take single ones.
- We do not deliver to islands. | Delivering to Juist is no problem. | Sorry, we don't get across to the islands.
- The driver may not enter the home. | He'll bring everything into your kitchen. | He stops at your door, further he isn't allowed.
= A slot lasts two hours. | You'd have to be in from eight to two. | He'll come between ten and twelve.
- Substitutes are sent unless you switch them off. | You only ever receive exactly what you picked. | If you don't want replacements, untick it in the settings.
+ You can pay by invoice. | A bill isn't possible, only cards. | We'll send you a bill.
- Frozen goods cannot be returned. | Give the frozen peas back to the driver if you don't want them. | I can't take the frozen pizza back.
- Coupons are valid once per household. | You and your husband at the same address can each use it. | Your wife used it already, so it can't be used at your address again.
`,
  "shoe repair": `
= Repairs take five working days. | Your boots are ready tomorrow. | Count on a working week.
- Repairs are paid in advance. | Settle it when you come to fetch them. | We'd ask you to pay when you hand them in.
- We do not repair trainers. | Bring the running shoes, we'll glue the sole. | Trainers are nothing we can do.
= Soles cost 28 euros. | It's twenty for new soles. | New soles come to 28.
+ Laces are free with each repair. | The laces go on the bill separately. | You get new laces with it.
- Items not collected within 3 months are given away. | They'll sit on our shelf for as long as it takes you. | Please come before the quarter is over, after that we give them to charity.
- Express repairs cost 10 euros more. | Having it done today is the same price. | If it has to be today, it's ten on top.
+ We repair a repair again for free within 6 months. | The heel came off after four weeks, but a second repair is at your cost. | It was only two months ago, we'll mend it again for nothing.
- Keys are only cut with the security card. | I can copy that key without the card. | Bring the card that came with the lock.
- We do not dye suede. | Of course we can make your suede boots black. | Suede can't be dyed here.
`,
  "concert tickets": `
= You can buy at most 4 tickets. | All seven of you can be on one order. | Four is the most, so you're just within it.
- Tickets are neither exchanged nor refunded. | As you're ill, we'll return what you paid. | I understand you are ill, but we have no refunds.
- Reselling above the original price is forbidden. | Ask whatever price you like for yours. | You may pass it on, but not for more than you paid.
+ If a concert is moved, tickets stay valid. | You need a new ticket for the new date. | Your old ticket works on the new date.
- Doors close when the concert begins; latecomers are let in at the break. | Come when you can, the doors stay open. | If you're late you have to wait for the interval.
- Large bags must be left at the cloakroom. | Take the backpack to your seat. | The backpack has to go to the cloakroom.
- The cloakroom costs 2 euros. | Nobody pays for hanging up a coat. | It's two euros for the coat.
+ Carers of wheelchair users get in for free. | The person who pushes you needs a paid ticket. | Your carer comes in without paying.
- Photos may be taken without flash only. | Use the flash, the band doesn't mind. | Take pictures, but switch the flash off.
- Children under 6 are not admitted. | Our hall loves small kids, bring the four-year-old. | At four she's too small to come in.
= Tickets are sent two weeks before the event. | You'll have the tickets in your mailbox tonight. | They go out a fortnight before the show.
- Printed tickets cost 4 euros extra. | You get a paper ticket at no additional cost. | On paper it's 4 more.
+ Students pay half. | There's no student price. | With a student card it's half.
- Food from outside may not be brought in. | Have your burger inside with us. | You'd have to finish the burger outside.
`,
};
