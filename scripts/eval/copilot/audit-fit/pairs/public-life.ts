import type { PairRows } from "./pair-rows.ts";

export const publicLifePairs: PairRows = {
  "swimming pool": `
= The pool closes at 9 pm. | You can swim until ten. | Be out by nine in the evening.
= Children under 4 get in for free. | Your six-year-old doesn't pay. | She's three, so there's nothing to pay for her.
- Children under 10 must be accompanied by an adult. | Your eight-year-old may come with his friends only. | He's nine, somebody grown-up has to come along.
- Showering before swimming is compulsory. | Whether you shower first is up to you. | You do have to shower first.
- Glass bottles are not allowed. | A bottle of beer on the lawn is no problem. | Leave glass at home.
- Lockers need a coin of 2 euros. | You don't need any coin for the lockers. | Bring two euros for the locker.
+ Swimming goggles can be borrowed for free. | Goggles are hired out for three euros. | We lend goggles for nothing.
- Swim shorts must end above the knee. | Long surf shorts down to the shin are okay. | Wear trunks that stop above the knee.
= Ten visits cost 38 euros. | The card for ten costs 45. | Ten times is 38.
- Cards are not transferable. | Lend your card to your brother if he wants. | Nobody else can use your card.
- The slide is closed in winter. | You'll be able to use the slide in January. | In January the slide isn't open.
- Photography is prohibited. | Take as many pictures of the kids as you want. | Please leave the camera in the bag.
+ A towel can be hired. | We've no towels to hire. | If you forget yours, you can hire a towel.
- Courses must be paid in full before they start. | Pay for the course bit by bit while it's running. | The whole course is due before the first lesson.
- Missed lessons are not made up. | You were ill on Monday, so come on Friday instead. | The lesson you missed can't be repeated.
`,
  museum: `
= Entry is 9 euros. | You pay 12 to get in. | It's nine for you.
+ Entry is free on the first Sunday of the month. | On the first Sunday you'd pay as usual. | Come on the first Sunday, then you pay nothing.
- The museum is closed on Mondays. | See you on Monday at eleven. | On Monday we don't open.
- Flash is forbidden. | Go ahead and use your flash. | No flash please.
- Backpacks must be locked away. | You can keep your rucksack on. | Put the rucksack in a locker.
- Guided tours have to be booked two weeks ahead. | Just turn up with your class, a guide will be found. | For a guide we need to know a fortnight before.
= A guided tour is for up to 20 people. | All 28 of you can go on one tour. | There are 18 of you, that fits into one tour.
+ Teachers get in free with their class. | As the teacher you pay the reduced price. | You as the teacher pay nothing.
- Prams may not be taken upstairs. | Take the pram up to the second floor. | The pram stays downstairs.
- Sketching with ink is not allowed. | Draw with whatever you like, ink too. | Pencil only, no ink.
+ Tickets are valid all day, and you may leave and come back. | Once you go out, the ticket is used up. | You can go for lunch and come in again.
- The audio guide costs 4 euros. | The audio guide's included. | For the audio guide it's four.
- Lost tickets are not replaced. | If you lose it, I print you another. | Don't lose it, we can't give you a second.
- Touching the exhibits is prohibited. | The kids may touch everything. | Hands off the exhibits.
- Last entry is one hour before closing. | You may come in five minutes before we close. | We let the last people in an hour before the end.
`,
  kindergarten: `
= We are open from 7 am to 5 pm. | You can bring him at six. | Somebody's here until five.
- Children with a fever must stay at home for 24 hours. | A bit of fever is nothing to keep her at home for. | She has to be without fever for a day before she comes.
- Only people on the list may collect a child. | Granny can collect him, it doesn't matter whether she's listed. | If granny is on your list, she may fetch him.
- Medicine is not given by our staff. | Hand us the drops and we'll give them at noon. | We mustn't give her the drops.
= Lunch costs 4 euros a day. | Lunch is three euros. | It's four for lunch.
+ The first month can be cancelled any day. | In the first month you can't get out. | You're in the first month, so you can stop any day.
- The fee is due on the first of the month, also during holidays. | You don't pay for August when we're closed. | August has to be paid, although we're on holiday.
- Toys from home are not allowed, except on Fridays. | She can have her doll here on Tuesday. | On Friday he may bring his car.
- Late collection costs 10 euros per started 15 minutes. | You were late, but that has no price. | You came ten minutes late, that's ten euros.
- Sweets may not be brought. | Send a bag of sweets for his birthday. | Please no sweets for the birthday.
- Parents must sign for trips. | For the trip we don't need anything from you. | I need your signature for the trip.
+ Siblings pay half. | For his sister you pay the full fee. | For his sister it's half.
= Notice is three months. | You can go at the end of the month. | You have to tell us three months ahead.
- A certificate of immunisation is mandatory. | The vaccination papers are voluntary. | We need to see that she has been immunised.
- Photos of other children may not be shared. | Post the picture of the whole group. | Please don't post pictures with other kids in them.
`,
  "night school": `
- Fees are not refunded once the course has begun. | Two lessons in, you get your fee back. | The course has started, so we can't pay it back.
= Courses need at least 7 participants. | With four people it will take place. | Eight have signed up, so it will happen.
+ If a course does not take place, all fees are returned. | The course falls flat, and we keep half as a fee. | It was cancelled by us, so you get everything back.
- Certificates are given only to those who attend 80% of the lessons. | You get the certificate however often you came. | You were there nine times of ten, so you get it.
- The exam costs 30 euros. | You sit the exam without paying. | It's another thirty for the exam.
- Recordings are not permitted. | Feel free to record the lessons. | You mustn't record the lesson.
+ Books are lent for the time of the course. | You have to buy the book yourself. | You get the book on loan.
- Registration is in writing only. | Tell me on the phone and you are signed up. | I need your registration in writing.
= Breaks are 15 minutes. | There's half an hour's break. | You have a quarter of an hour to get a coffee.
- The minimum age is 16. | Your fourteen-year-old can take the course. | She's 17, that's fine.
- Places cannot be passed on. | Give your place to a friend. | Your friend can't have your place.
- Retired people must show proof to get the discount. | You get the pensioners' price, we take your word for it. | Show your pension card for the discount.
+ You may change to another course in the first two weeks. | Changing is not possible once you've started. | You're in week one, so you can still switch.
- Parking is reserved for teachers. | Park in our yard. | The yard is for teachers, please park in the street.
- Invoices are due within 10 days. | Take three months to pay the bill. | Please pay within ten days.
`,
};
