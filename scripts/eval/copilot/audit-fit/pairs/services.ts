import type { PairRows } from "./pair-rows.ts";

export const servicePairs: PairRows = {
  "bank account": `
- The account costs 4 euros a month. | There's no fee at all for keeping the account. | The four euros are for running the account.
+ The account is free for people under 28. | You're 23, so the monthly fee applies to you. | At 25 you don't pay for it yet.
= Cards are replaced within 5 working days. | A new card takes a month. | You'll have it within a working week.
- Lost cards must be blocked by phone. | There's no hurry with blocking, a letter is enough. | Ring the hotline to block it.
- Cash deposits are only possible at branches. | You can pay your notes in at any machine. | To pay in cash, go to one of the branches.
= Transfers arrive within one working day. | The transfer needs a whole week. | It'll be there tomorrow.
- Accounts can only be opened by people who live in Germany. | That you live in Spain is no obstacle to opening one. | As you live abroad, we can't open one.
- Payments already made cannot be recalled. | Tell me the amount and I'll pull the transfer back. | Once it's gone, we can't get it back.
+ Customers can close the account at any time. | You are bound until the end of the year. | You may close it whenever you want.
- Withdrawals abroad cost 1.5%. | Taking out money in Thailand is free. | You'd be charged 1.5 percent in Thailand.
- A power of attorney must be signed at the branch by both. | Your mother can simply mail us that you may use her account. | Both of you would have to come to the branch to sign it.
= The limit for the card is 1,000 euros a day. | You can spend up to two thousand on one day. | The sofa is 900, the card will take that.
- We never ask for your PIN. | Send me your PIN, so that I can check it. | Keep the PIN to yourself, we don't want to know it.
- Overdrafts are not granted to minors. | Your daughter of 15 can go a bit into the red. | At her age there's no overdraft.
+ Standing orders can be changed online. | For a standing order you have to fill in a paper form. | Change the standing order in your online account.
- Statements older than two years cost 5 euros each. | I'll send you those from 2015 for free. | For the ones from six years ago we take five each.
`,
  "energy supplier": `
= The notice period is four weeks. | You have to give notice three months ahead. | Tell us four weeks before.
- Meter readings must be sent in by the customer. | You don't have to do anything, somebody comes round to read it. | Please read the meter and let us have the figure.
+ Customers who move may end the contract. | Although you're moving out you have to stay on until 2028. | With the move you can get out of it.
= The price is guaranteed for 12 months. | The price may go up already in spring. | For a year nothing changes in your price.
- The bonus is paid after 12 months. | Your bonus is already on its way, three weeks after you joined. | The bonus comes when the first year is over.
- Late payment costs 5 euros. | That you paid late has no cost. | Because it came late there's a fee of 5.
- Instalments can be lowered only once a year. | Lower your monthly sum as often as you feel like. | You lowered it in May, the next time is next year.
+ You can pay by bank transfer instead of direct debit. | Direct debit is the only way to pay. | If you'd rather transfer it, do.
- We do not supply gas. | We can do your gas as well. | Gas is nothing we sell.
= A bill comes once a year. | You get a bill each month. | There's one bill a year.
- The meter may only be opened by the network operator. | Just take the cover off the meter yourself. | Leave the meter closed, only the operator may open it.
- Contracts may not be transferred to other people. | Your flatmate can take your contract over. | The contract can't be handed on to your flatmate.
+ New customers can withdraw within 14 days. | Once you clicked, it's binding. | You signed a week ago, so you can still withdraw.
- Solar customers must register their panels. | With panels on the roof there's nothing you have to tell anybody. | Your panels have to be registered.
`,
  "web hosting": `
= Backups are made every night and kept for 14 days. | We keep backups for three months. | The copy from last week is there, we keep them two weeks.
- Restoring a backup costs 25 euros. | I'll put the backup back for you, there's no charge for that. | To put it back would be 25.
- Mass e-mails are not permitted. | Sending your newsletter to 80,000 people over our server is fine. | You can't send that many mails over our server.
+ A certificate is included. | You have to buy a certificate. | The certificate comes with it.
- Passwords are never sent by e-mail. | I've mailed you the new password. | I can't mail you a password.
= Domains are renewed for one year. | It was renewed for two more years. | It's extended by twelve months.
- Domains must be cancelled 30 days before they renew. | You can cancel the domain on the last day. | It renews in two months, so there's time to cancel.
- Telephone support is reserved for business customers. | Whatever plan you have, just ring us. | On the private plan you can't call, mail us instead.
- Prepaid fees are not returned. | You cancel early, and we return the rest. | What you've paid in advance stays with us.
+ Customers may move to a bigger plan at any time. | You can't go to a bigger plan until January. | You may go up to Pro today.
- A smaller plan is only possible at the end of the term. | Going down to the small plan takes effect at once. | You'd drop to the small one when the term is over.
- The customer is responsible for updating their software. | We keep your WordPress up to date for you. | Updating WordPress is up to you.
- Adult content is prohibited. | Erotic pictures are fine with us. | Pages like that can't be hosted here.
= The server is up 99.9% of the time. | We promise 99.5 percent. | It's available 99.9 percent of the time.
+ SSH access is available on all plans. | SSH only comes with the expensive plan. | You have SSH on your plan, too.
- After 60 days of unpaid bills the site is deleted. | Nothing ever happens to your site, even if bills stay open. | If it isn't paid for two months, the site goes.
`,
  "pet boarding": `
- Dogs must be vaccinated. | Whether he's had his shots doesn't interest us. | He has to have had his jabs.
- A vaccination card has to be shown on arrival. | You can leave the vet's papers at home. | Please have the vet's booklet with you when you bring him.
= A night costs 28 euros. | It's twenty a night. | Three nights come to 84.
+ The first trial day is free. | You pay for the trial day, too. | The trial day doesn't cost anything.
- Unneutered males are not accepted. | He isn't neutered? He's welcome all the same. | We can't take him as long as he isn't neutered.
- Pets can be collected only between 8 and 11 am. | Fetch her in the evening, someone's there. | Pick her up in the morning, until eleven.
+ You may bring your own food. | He has to eat what we have here. | Bring the food he's used to.
- Medicine is given for 3 euros a day. | We give him his pills as part of the service. | For the pills it's three euros a day.
- Females in heat must stay at home. | That she's in heat is not an issue. | She can't come while she's in heat.
= Bookings can be cancelled up to 7 days before. | You may call it off the day before. | It's ten days until then, so you may still cancel.
- The deposit is kept if you do not come. | If you don't turn up, the deposit goes back to you. | If nobody comes, we keep the deposit.
- Visits during the stay are not possible. | Come and see her on Sunday if you miss her. | You can't visit, it only upsets them.
- Cats must be brought in a carrier. | You can carry the cat in your arms. | Bring her in a box please.
+ We send a photo every day. | We don't send pictures. | You'll get a picture daily.
- Owners pay the vet. | If she falls ill, we pay the vet. | The vet's bill goes to you.
`,
};
