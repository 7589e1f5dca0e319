import type { ContradictionModel } from "./contradiction-model.ts";

/**
 * Written by `scripts/eval/copilot/audit-fit/fit-audit.ts` from the pairs beside it, the English texts of `audit-set` and the two lists of
 * another hand in `audit-set/apart` (docs/decisions/0101). The lines are where models that had not seen a list of those gave 0.75 false alarms a text.
 */
export const modelByMeaning: ContradictionModel = {
  about: { meaning: 12.21, inContext: 4.44, words: 1.36, sort: 1.73, sameValue: -0.17, nearest: 0.22, leaning: 0.03 },
  against: {
    always: -0.78,
    opposed: 1.36,
    kind: 0.62,
    value: 1.92,
    sameValue: -1.26,
    duty: 0.98,
    negation: 0.27,
    oneNegated: 0.91,
    inItsWords: 2.71,
    meaning: 0.21,
    words: -0.88,
    only: 0.13,
    unanswered: 1.18,
    otherChannel: 0.54,
    sameChannel: -0.23,
    price: 0.78,
    opening: -2.98,
  },
  nothing: 3.43,
  line: 0.48,
};

export const modelByWords: ContradictionModel = {
  about: { meaning: 10, inContext: 2, words: 4.16, sort: 1.97, sameValue: 0.5, nearest: 0.06, leaning: 0 },
  against: {
    always: -0.82,
    opposed: 1.29,
    kind: 0.77,
    value: 1.81,
    sameValue: -1,
    duty: 0.96,
    negation: 0.17,
    oneNegated: 0.85,
    inItsWords: 2.83,
    meaning: 0,
    words: -0.65,
    only: 0.21,
    unanswered: 1.2,
    otherChannel: 0.46,
    sameChannel: -0.21,
    price: 0.59,
    opening: -3.27,
  },
  nothing: -0.6,
  line: 0.51,
};

export const stanceWords = {
  bias: -0.26,
  terms: `
on 8; a -14; ticket -38; cannot -13; be -91; cannot be -13; [forbidden] -164; we -39;
have -43; no 10; way 7; of 24; somebody -11; name 2; it -7; sorry -26;
we have -3; just 59; tell 33; us 31; your 92; and 43; put 21; the -9;
instead 11; and we 17; on the 27; costs -28; # -58; euros -61; costs # -23; # euros -1;
[paid] -70; for 11; would -51; take 26; what 4; more -9; for the -36; take the 7;
to -14; doesn't 67; cost 21; extra -3; to the 34; [free] 141; children -1; under 11;
may 15; only -96; with 29; an 1; adult 1; children under -9; under # 11; [may] 98;
[only] -109; she -6; is -24; ten -40; so -42; one 1; you 68; has -9;
her -10; has to -18; [must] -147; nine -27; he -21; can 43; that 19; by 15;
can take 11; [any] 87; for # 21; year -16; old 11; year old 40; on your -21; needs -57;
full -16; price 25; like 23; needs a -46; are -25; not -107; refunded -20; are not -24;
there 4; nothing 26; paid -70; back 57; with the 1; is nothing 28; nothing to 5; to be -25;
be paid -9; get 31; money 0; you get 11; if 28; cancelled 22; between 14; refund 45;
another -17; as -9; was 20; who 20; or -6; it was 9; you may 40; have the -26;
off -9; but -73; all 58; we can -51; must -52; before -43; must be -23; please -115;
let -19; two -38; days -11; of the 22; bring 19; along 2; bring the 39; [needless] 61;
allowed -21; in -5; not allowed -5; keep -25; hand -10; in your -7; into 15; put the 17;
free 104; charge 13; fee -23; in the 6; cost # -30; want -19; if you -6; you want 6;
yours 40; at 14; home 10; phone 9; at home 1; at the -43; they -12; it's -18;
have to -15; will 30; for you 4; [will] 106; customers 33; when 5; you'll 5; don't 4;
do 0; food -1; we don't -20; cash -30; i -23; can't -78; i can't -12; you'd -28;
i'll 19; card -15; required -15; is required -15; need -65; own -40; we do -23; need a -35;
with your 0; your own -19; returned 14; be returned -6; with a 25; up 27; left 0; day -4;
a day -36; second 4; six -47; for your -5; too -1; included 63; taken 1; without 5;
may not -8; not be -7; be taken -9; give 53; writing -19; first -26; would have -11; give you -7;
in writing -19; over -10; nobody 2; sign 20; anything 54; as you 45; [unlimited] 51; you like 27;
each -27; charged 10; you have 21; prohibited -18; is prohibited -8; bill -33; please don't -20; down 18;
right -12; are free 14; any 16; you don't 42; don't have 18; is not -23; i'm 1; isn't -34;
out -20; pay 41; what you 18; late 20; minutes 8; up to 42; half 35; were -8;
you were -4; are only -17; them -9; our 62; glass -45; yourself -23; you'd have -3; to pay 14;
by the 5; evening 11; four -44; is only -16; three -12; for free 16; there's -9; pay for 45;
his -2; given -18; outside -21; those 12; leave -29; come 25; leave the -19; can't come -12;
stay 19; get a -14; brought -3; be brought -3; there's a -29; until -15; until # -5; away -14;
kept 6; last 4; until the -11; came -32; it back 3; long 5; we take 6; made -19;
from 27; to your 22; with you -29; even 16; send 30; per -22; part 9; part of 9;
sent -22; there's no 8; bag 15; comes 0; it in -44; people -5; take your 14; we can't -19;
we'll 49; possible 9; bit 36; so you 9; once -28; cards -18; after 2; ago 7;
valid 0; use 27; top -7; on top -7; of # -10; today 17; has no 17; billed -21;
is free 39; at # 6; don't pay 22; can be 41; the day -3; still -6; you can 15; from the -1;
next 17; lost -2; ones -33; in a -20; fine 0; do not -28; switch -10; [except] -23;
you a 7; already -17; can't be -8; same 41; the same 41; ask -23; when you -10; fetch 8;
new 13; go -27; the bill -12; within -3; months 0; within # 4; before the 3; is over -3;
as long -23; long as -23; weeks -7; here -4; ill 34; you are 2; you're -16; than -17;
whatever 26; the new 25; when the -6; open -9; pictures -6; she's 2; small 0; to come -23;
kids 16; paper -20; with us -24; month 9; to you -27; ring 15; time -3; end -19;
the end -36; signed 11; mail -18; for a -40; the first 9; closed -30; # days -9; their 13;
permitted -4; not permitted -4; you can't -27; certificate 16; buy -27; stays -35; rest 11; the rest 11;
he's 7; him -13; while 14; not possible -4; see 13; pay the -16; the kids 14; we've -14;
whole -2; due -30; the whole -2; is due -24; the month -7; need to -9
`,
};
