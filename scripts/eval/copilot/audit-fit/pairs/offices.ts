import type { PairRows } from "./pair-rows.ts";

export const officePairs: PairRows = {
  "town hall": `
- Passports must be applied for in person. | Mail us the form, you don't have to come by for the passport. | You'd have to come here yourself for the passport.
= A passport costs 60 euros. | For the passport it's 45. | Bring sixty for the passport.
- An appointment is required. | Drop in whenever it suits you. | Please make an appointment first.
= New residents must register within two weeks. | You've got two months to register your new flat. | You moved ten days ago, so you're still in time.
- Registration needs a confirmation by the landlord. | We don't need anything signed by your landlord. | Your landlord has to confirm it in writing.
+ Children's passes are issued the same day. | Your daughter's pass takes three weeks. | You can take her pass home the day you come.
- Payment is by card only. | Cash is fine at our counter. | Have your card with you, we don't take cash.
- Photos must not be older than six months. | The picture from three years ago will do nicely. | It's two months old? Then the photo is fine.
+ A friend may collect the passport with a letter from you. | Nobody but you can collect it. | Give your friend a letter and she can collect it.
- The hall is not open on Wednesdays. | Come on Wednesday, I'm at my desk. | Wednesday we're closed, Thursday works.
- Express passports cost 32 euros more. | If it's urgent, that has no effect on the price. | Urgent ones are thirty-two on top.
- Birth certificates are issued only to family members. | Anyone who asks gets a copy of the birth certificate. | As her aunt you can have the certificate.
`,
  "vet clinic": `
- Animals are only seen by appointment, except in emergencies. | Just walk in with the cat for her yearly check. | For a check you need an appointment.
= Vaccinations cost 38 euros. | The jab is 25. | The jab comes to 38.
- Bills must be paid on the day. | You can settle the bill next month. | The bill is due today.
+ Puppies get a first check for free. | Your puppy's first visit is billed like any other. | The first look at your puppy isn't charged.
- Prescriptions are not issued without seeing the animal. | Tell me how she is and I'll write the prescription today, you needn't bring her. | I'd have to see her before I can prescribe anything.
- Pets have to fast for 12 hours before surgery. | Give him his breakfast before the operation. | Nothing to eat for him from tonight until the operation.
= Test results take three days. | Her results will be there within the hour. | You'll hear about the results in three days.
- Rabbits must stay overnight after surgery. | You can fetch the rabbit right after the operation. | The rabbit has to spend the night here.
+ Owners can be present during treatment. | You'll have to wait outside while we treat him. | You may stay with him while he is treated.
- Medicine cannot be taken back. | Bring the unused tablets and we refund them. | The tablets can't be returned.
- House calls cost 45 euros extra. | We come to your home for the same price. | If we come to you, it's another 45.
+ You may ask for a copy of the X-rays. | The pictures are ours and aren't handed out. | We'll gladly give you a copy of the pictures.
`,
  insurance: `
- Claims must be reported within one week. | Report it when you find the time, there's no limit. | It happened on Monday, so please report it this week.
= The excess is 150 euros. | You pay the first 300 yourself. | The first 150 are yours to pay.
- Theft from unlocked rooms is not covered. | Even though the door stood open, we'll pay for the laptop. | As the door wasn't locked, we can't pay for it.
+ Children are insured at no extra cost. | Your son needs a policy of his own. | Your son is insured along with you, you don't pay more.
- A police report is needed for stolen bicycles. | For the bike we'll take your word, no papers needed. | Without a report from the police we can't settle the bike.
= The contract runs for three years. | You're in for five years. | It runs three years from now.
+ After a claim both sides may end the contract. | The claim gives you no right to leave. | Since there was a claim you can get out.
- Damage done on purpose is excluded. | Though your brother smashed it in anger, it's covered. | He broke it deliberately, so there's nothing from us.
- Repairs must be approved by us beforehand. | Have it repaired, you can tell us afterwards. | Please don't have it repaired before we've said yes.
- Premiums are payable yearly in advance. | Pay when the year is over. | The whole year's premium is due at the start.
+ Customers without claims get 15% off. | A year without claims changes nothing in your premium. | You had no claims, so 15 percent come off.
- Pets are not included. | Damage done by your dog is in the policy. | The dog isn't part of this policy.
- Changes of address must be made in writing. | Call us with the new address. | Write to us with the new address, a call isn't enough.
`,
  "phone plan": `
- Unused data expires at the end of the month. | What you didn't use is still there next month. | What's left on the 31st is gone.
= The plan includes 20 GB. | You've got 40 GB each month. | There are twenty gigabytes in it.
+ Roaming in the EU is included. | Using it in Spain costs extra per day. | In Spain you use it just as at home.
- Calls to premium numbers are charged. | Premium numbers are part of your flat rate. | You'd be billed for calling a premium number.
- A SIM swap costs 9 euros. | The new SIM is a gift from us. | For a new SIM we take nine.
+ You can keep your number. | You get a new number, the old one can't come with you. | Your number stays with you.
= The contract can be ended with one month's notice. | You need to tell us half a year before. | One month ahead is enough.
- Handsets must be paid off before the contract ends. | Leave now, whatever is open on the phone is waived. | Before you go, the rest of the phone has to be paid.
- Only the contract holder may order a new SIM. | Your wife can order the new SIM on your contract. | It has to be you who orders it, as it's your contract.
- Tethering is not allowed on the small plan. | Share it with your laptop, the small plan lets you. | On the small plan you can't use it for the laptop.
- Bills are sent by e-mail only. | We'll post you a paper bill each month. | The bill comes by mail to your inbox, not on paper.
+ The first invoice is free of any set-up fee. | There's a one-time charge for setting it up on your first bill. | Setting it up didn't cost you anything.
- Blocking a SIM must be requested by the holder. | Your neighbour can have it blocked for you. | You'd have to ask for the block yourself.
`,
};
