import type { Verdict } from "../../../protocol/admin-check.ts";

/** A sentence that an agent may write, the verdict of a person who has read the guide, and how the sentence was made. */
export interface CheckCase {
  text: string;
  expected: Exclude<Verdict, "aside">;
  how: "same" | "other words" | "number" | "negation" | "opposite" | "absent" | "mixed up";
}

const made = (expected: CheckCase["expected"], how: CheckCase["how"]) => (text: string) => ({ text, expected, how });
const same = made("supported", "same");
const reworded = made("supported", "other words");
const number = made("contradicted", "number");
const negated = made("contradicted", "negation");
const opposite = made("contradicted", "opposite");
const absent = made("not_found", "absent");
const mixedUp = made("not_found", "mixed up");

/** The limits of `server/assistant/models/check` were chosen on these. */
export const chosenOn: CheckCase[] = [
  same("A session token is valid for 24 hours."),
  same("Citations have a quote of up to 300 characters."),
  same("The default threshold is 0.7."),
  same("API keys are stored only as SHA-256 hashes."),
  same("A file can be up to 50 MB."),
  same("A tenant has at most ten webhooks."),
  same("Redis needs no backup."),
  same("The widget sets no cookies."),
  same("An answer stays in the cache for seven days at most."),
  same("A form has up to eight fields and a consent."),
  reworded("Your visitors' session tokens last 24 hours, and the widget renews them by itself."),
  reworded("You can put a port into an allowed domain."),
  reworded("Please stop Parley first, then make a copy of the whole DATA_DIR folder."),
  reworded("Paste the script tag at the end of the body of your pages."),
  reworded("Only answers with citations and a grade of 0.7 or more get into the cache."),
  reworded("Managers and admins can delete a ticket, in the menu of the ticket."),
  reworded("If the visitor has left, the answer goes to them by e-mail after two minutes."),
  reworded("Use `npx parley key revoke` to revoke the key, and it stops working at once."),
  number("A session token is valid for 48 hours."),
  number("Citations have a quote of up to 500 characters."),
  number("The default threshold is 0.8."),
  number("A file can be up to 100 MB."),
  number("A tenant has at most 25 webhooks."),
  number("An answer stays in the cache for 30 days at most."),
  number("Sign-ins to the console last fourteen days."),
  number("An invitation link is good for 14 days."),
  number("A stream ticket is valid for 60 minutes."),
  number("One upload can hold up to 200 files."),
  negated("The widget sets cookies."),
  negated("Redis needs a backup."),
  negated("Do not stop Parley before you copy the DATA_DIR folder."),
  negated("Answers from people are cached."),
  negated("Cached answers are shared between tenants."),
  negated("You cannot use a port in an allowed domain."),
  negated("The tenant id is a secret."),
  opposite("The new secret goes behind the old one, and the last key signs new tokens."),
  opposite("A higher threshold sends fewer tickets to people."),
  opposite("The old session secret has to be removed before you restart, and all sessions begin."),
  absent("Our premium plan costs 49 euros a month."),
  absent("You can call our hotline from Monday to Friday."),
  absent("We refund your money within two weeks."),
  absent("There is an app for Android and iPhone in the stores."),
  absent("The data centre is in Frankfurt."),
  absent("Parley connects to Salesforce with a plug-in."),
  absent("I have reset your password and sent you a new invoice."),
  absent("The chat window can be dragged to another corner with the mouse."),
  number("A session token is valid for 48 hours, and the widget renews it by itself."),
  same("A session token is valid for 24 hours, and the widget renews the session by itself."),
  reworded("Stop Parley and copy the DATA_DIR folder, and do not copy it while Parley is running."),
  number("A file can be up to 50 MB, and a document can have up to 500 pages."),
  absent("Redis needs no backup, and we make one for you every night."),
  mixedUp("Viewers can add and delete documents."),
  mixedUp("Set the threshold with the variable DATA_DIR."),
];

/** Written before the limits were chosen, and not used for the choice. */
export const heldOut: CheckCase[] = [
  same("The mail each morning goes out at eight in the morning."),
  same("A table can have up to 50,000 rows."),
  same("Visitors are anonymous by default."),
  same("A wildcard matches subdomains of any depth."),
  same("The identity secret belongs on your server only."),
  same("Redirects are not followed."),
  reworded("You can open a resolved ticket again for seven days unless you change `reopen_days`."),
  reworded("After rotating, the old identity secret still works for 24 hours."),
  reworded("Once you remove a domain from the list, chats from it are refused."),
  reworded("Colleagues get an invitation by mail that works once."),
  number("A table can have up to 5,000 rows."),
  number("The old identity secret stays good for 48 hours."),
  number("Answer the webhook within thirty seconds."),
  number("The button in the mail leads back into the chat and works for 90 days."),
  number("A calibration needs at least 50 judged answers."),
  negated("Redirects are followed."),
  negated("A visitor of the chat needs an account."),
  negated("The widget contacts the chat API at page load."),
  negated("API keys have notifications."),
  opposite("A grade below 0.75 is in the tier high."),
  absent("Your account manager will send you a contract."),
  absent("The widget has a dark blue theme for banks."),
  absent("We train our own language model on your tickets."),
  absent("You can pay by invoice or credit card."),
  absent("Voice messages are written down automatically."),
  same("Visitors are anonymous by default, and the widget sets no cookies."),
  negated("Redirects are followed, and a tenant has at most ten webhooks."),
  number("The mail each morning goes out at nine, and a table can have up to 50,000 rows."),
  absent("A wildcard matches subdomains of any depth, and our engineers check each of them by hand."),
  mixedUp("An agent can empty the cache and change the settings."),
];
