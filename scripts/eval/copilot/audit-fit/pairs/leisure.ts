import type { PairRows } from "./pair-rows.ts";

export const leisurePairs: PairRows = {
  campsite: `
= Pitches are free from 1 pm. | Roll in whenever you like from nine in the morning, your pitch is ready by then. | You can move onto the pitch from one o'clock.
- Campfires are forbidden everywhere on the site. | The kids can roast their sausages over a little fire next to the tent. | I'm afraid no fires, not even a small one.
- Dogs must be kept on a lead. | Rex may run about as he pleases here. | Rex is welcome on the site as long as he's on his lead.
+ Hot showers are included. | For a hot shower you'll need a token, one euro each. | The hot showers don't cost you anything extra.
- Electricity is charged at 60 cents per kilowatt hour. | Plug in as much as you like, power comes with the pitch. | What you draw from the socket is billed, 60 cents a unit.
- Cars may not be driven on the site after 10 pm. | Coming in at midnight you can drive right up to your tent. | As you'll be here at eleven, leave the car at the barrier and walk in.
= A deposit of 20 percent is due on booking. | We'd need half of it now to hold the pitch. | To confirm, please send a fifth of the sum.
- The deposit is not returned if you cancel. | No hard feelings about the cancellation, your deposit is on its way back. | What you paid down stays with us, sadly.
+ Visitors may stay until 8 pm without paying. | Your friends coming over for lunch would have to buy a day ticket. | Your friends can come over for lunch, they don't pay as long as they leave by eight.
- Drones are not permitted. | Do bring the drone, the view from above is stunning. | Leave the drone at home please.
= At most six people may sleep on one pitch. | All nine of you can squeeze onto a single pitch. | Five of you on one pitch is fine.
- Ball games are allowed on the meadow only. | The boys may kick their ball about between the caravans. | They can play football, but over on the meadow please.
- The pool is for guests over 14 unless an adult is with them. | Let the eleven-year-old swim by himself while you cook. | Somebody grown-up has to be at the pool with your eleven-year-old.
- Washing machines take coins only. | Hold your card against the washing machine. | Keep some coins for the washing machine.
+ Tents can be rented on site. | We've got no tents to lend, you would need your own. | If yours leaks, we'll rent you one.
- Waste must be sorted. | Chuck it all in the one bin, nobody looks. | Glass, paper and the rest go into different bins.
`,
  "ski hire": `
= Skis can be collected from 4 pm the day before. | They are ready for you three days earlier. | Fetch them the afternoon before, from four.
- Identification is required when you pick up. | Just say your name, nobody wants to see a passport. | We'd need to see some ID when you come for them.
+ Helmets for children are free. | The little one's helmet is four a day. | We don't charge for the little one's helmet.
- Broken poles cost 30 euros. | That the pole snapped is nothing you have to pay for. | For the snapped pole I have to put 30 on your bill.
- Skis must not be left outside overnight. | You can stand them in front of the hut for the night. | Take them inside at night, please.
= You can swap the model once. | Swap them as many times as you want until they fit. | One swap is included, and you haven't used it.
- Theft is only covered if you bought the insurance. | Stolen skis are always our loss, you are covered either way. | You did take the insurance, so the theft is covered.
+ If you are ill, we refund unused days with a doctor's note. | You were in bed for three days, but we can't give you anything for those. | With a note from the doctor you get the lost days back.
- We do not rent to anyone under 16 without a parent. | Send your son over, at 14 he can sign himself. | He's fourteen, so one of you would have to come with him.
- Boots have to be returned dry. | Wet boots are no bother. | Please dry the boots before they come back.
- Phone reservations are not accepted. | Give us a ring and it's booked. | I can't take that on the phone, please book on the website.
= Returns after 6 pm count as another day. | Half past seven is early enough, it won't be counted. | Be here by six, later would be one more day.
`,
  "streaming service": `
= Two devices can play at the same time. | Five of you can watch at once. | You and your daughter can watch at the same time, a third screen can't.
- Accounts may not be shared outside the household. | Give your login to your cousin in Leeds, we don't mind. | Your cousin lives elsewhere, so he needs an account of his own.
+ You may cancel any time in your settings. | You've signed up for a year, so there's no way out before that. | You can leave whenever you want, it's in the settings.
- Money for a month that has begun is not paid back. | You stopped on the 4th, so we've returned the rest of the month. | The month already runs, so that one stays paid.
= Downloads can be watched for 48 hours. | Once downloaded, the film is yours for a week. | You have two days to watch it once it's downloaded.
- Live sport is not part of the basic plan. | With Basic you'll see every match live. | For the matches you'd need more than Basic.
+ Subtitles are available for all films. | That film has no subtitles, none of the old ones do. | You can switch subtitles on for that one, too.
- Gift codes can only be redeemed by new customers. | Type the code into your old account. | As you're with us already, the code won't work for you.
- Downloading is not possible in the plan with ads. | Even with the cheap plan with ads you can save films for the flight. | With ads you can't download, I'm sorry.
= The price rises to 12 euros in May. | From May on it's ten. | You'll pay twelve from May.
- Recordings of the screen are prohibited. | Go ahead and capture a few minutes for your class. | Capturing the screen is something we don't allow.
+ Profiles for children are free. | An extra profile for the kids costs three a month. | A kids' profile doesn't cost more.
- Customer support is only by chat. | Ring our hotline, someone's always there. | We can help you in the chat, there isn't a hotline.
`,
  "wedding venue": `
- The hall must be left by 2 am. | Dance till sunrise, no one will send you home. | The last guests need to be out by two.
- Confetti and rice are not permitted indoors. | Throw all the rice you like in the hall. | No rice in the hall please, outside is fine.
+ Couples may bring their own caterer. | The food has to come from our kitchen. | Any caterer you like can do the food.
= The hall seats 120 guests. | There's seating for 200. | For your 110 guests there are enough seats.
- Fireworks require a permit from the town. | Set off the fireworks, you don't have to ask anyone. | For fireworks you'd have to ask the town first.
- A cleaning fee of 180 euros is charged. | We clean up after you as a present. | There'll be 180 on the bill for cleaning.
+ Decorating is possible from the evening before. | You can't come in before the morning of the day. | You may start with the flowers the evening before.
- Music outside has to end at 10 pm. | The band can play in the garden until one. | After ten the band has to move inside.
= Half of the price is due three months ahead. | Everything is due the week after. | Please pay half of it a quarter of a year before.
- Candles are allowed in glasses only. | Put the candles straight on the tables. | Candles are all right as long as they're in a glass.
- Cancellations within 30 days of the event are charged in full. | You call it off two weeks before, and it costs you nothing. | Two weeks before you'd owe us the whole sum.
- Nails and tape on the walls are prohibited. | Tape the pictures on the walls. | Please don't stick anything on the walls.
+ Parking is free for all guests. | Your guests buy a parking ticket, eight each. | No one pays for parking.
- Overnight stays are not possible. | Your parents can sleep upstairs. | There are no beds here, your parents would need a hotel.
`,
};
