/** A number, a date or an obligation that changed between two versions, in a few words of each. Empty: that version has no such statement. */
export interface KnownChange {
  here: string;
  there: string;
}

export interface KnownPair {
  pair: string;
  /** The rules were mended by looking at these alone; the others say how good they are. */
  half: "tuning" | "held out" | "fresh" | "fresh, held out" | "fresh, last";
  changes: KnownChange[];
}

const changed = (here: string, there: string): KnownChange => ({ here, there });
const gone = (here: string): KnownChange => ({ here, there: "" });
const added = (there: string): KnownChange => ({ here: "", there });

/** Read by hand off the two versions of each policy, before the rules saw those held out. */
export const knownPairs: KnownPair[] = [
  {
    pair: "37signals-cancellation",
    half: "tuning",
    changes: [
      changed("April 13, 2020", "July 18, 2022"),
      added("Except for"),
      changed("within 30 days", "30 days"),
      changed("30 days", "60 days"),
    ],
  },
  {
    pair: "37signals-terms",
    half: "tuning",
    changes: [
      changed("April 24, 2020", "January 6, 2023"),
      added("may not"),
      added("ensuring"),
      added("You must request permission"),
      gone("You must not modify another website"),
      added("Third parties may not access"),
      added("will be required to remove"),
      added("unless we have your explicit permission"),
      added("only preserve or share customer data"),
      added("refuse unless the order"),
      added("only share the bare minimum"),
    ],
  },
  {
    pair: "github-marketplace-developer-agreement",
    half: "tuning",
    changes: [changed("May 17, 2024", "May 27, 2025"), gone("$500"), added("90 days of completed Registration")],
  },
  {
    pair: "37signals-copyright",
    half: "held out",
    changes: [
      changed("30", "2045"),
      changed("200", "53289"),
      changed("60607", "60612"),
      gone("312-281-5333"),
      gone("312-277-7666"),
      added("you can't use Basecamp products"),
      gone("must include the following information"),
    ],
  },
  {
    pair: "37signals-refund-hey",
    half: "held out",
    changes: [
      added("stay safe with us for 60 days"),
      added("After 60 days"),
      added("recycled 30 days after account cancellation"),
    ],
  },
  {
    pair: "37signals-use-restrictions",
    half: "held out",
    changes: [
      gone("April 13, 2020"),
      gone("can't use them for any of the restricted purposes"),
      gone("You can't use Basecamp products to make"),
      gone("you may not use Basecamp products to plan"),
      gone("within one business day"),
      gone("not allowed"),
      added("you acknowledge that you may not"),
      added("without prior notice"),
      added("should include detailed information"),
    ],
  },
  {
    pair: "github-dmca-policy",
    half: "held out",
    changes: [
      added("also prohibits the circumvention"),
      added("GitHub would need to disable the entire package"),
      added("one hundred (100) repositories"),
      added("requires claimants to provide"),
      added("must include the following details"),
      added("must include detailed statements"),
      added("will not disable a repository based on"),
      added("at no cost to them"),
    ],
  },
  { pair: "github-privacy-statement", half: "held out", changes: [] },
  // Other pages of the same two companies, first and last of their public history (basecamp/policies, github/site-policy).
  {
    pair: "37signals-ownership-hey",
    half: "fresh",
    changes: [added("We encourage customers to designate"), added("it is not possible within the app to revoke")],
  },
  {
    pair: "37signals-abuse-handling",
    half: "fresh",
    changes: [changed("April 13, 2020", "January 19, 2021"), added("reserve the right to deny service")],
  },
  {
    pair: "github-username-policy",
    half: "fresh",
    changes: [
      gone("Inactive accounts may be renamed or removed"),
      gone("will not remove or rename any active account"),
      added("without notice"),
    ],
  },
  {
    pair: "github-gifts-policy",
    half: "fresh",
    changes: [added("must not solicit or accept"), gone("you must never make a")],
  },
  { pair: "37signals-sla", half: "fresh", changes: [] },
  {
    pair: "37signals-security-response",
    half: "fresh, held out",
    changes: [added("within two hours"), changed("24 hours", "72 hours")],
  },
  {
    pair: "github-event-terms",
    half: "fresh, held out",
    changes: [
      changed("expected to comply immediately", "must comply immediately"),
      added("must at all times obey"),
      added("is voluntary and optional"),
      added("you should review their privacy policies"),
      added("required to comply with"),
      gone("you should ensure that you are in good physical health"),
      gone("you should always drink responsibly"),
      added("cannot guarantee 100%"),
      changed("except, of course", "will not apply if"),
      added("solely responsible for the content"),
      added("without prior notice"),
      added("February 7th 2024"),
    ],
  },
  {
    pair: "37signals-until-the-end",
    half: "fresh, last",
    changes: [added("unless it becomes technically impossible"), added("mid-2018")],
  },
  { pair: "37signals-refund", half: "fresh, last", changes: [added("annual basis only")] },
  {
    pair: "37signals-recruitment-privacy",
    half: "fresh, last",
    changes: [
      changed("August 5, 2020", "October 15, 2021"),
      changed("one year", "up to two years"),
      gone("longer than one year"),
      gone("request your explicit consent"),
    ],
  },
  { pair: "github-account-recovery", half: "fresh, last", changes: [] },
];
