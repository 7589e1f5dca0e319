import type { VisitorForm } from "../../../protocol/form.ts";
import type { WidgetPage } from "../widget-page.ts";
import type { Said } from "./said.ts";
import type { Stage } from "./states.ts";

/** The tenant's form before the first message. */
export function startForm({ form }: Said): VisitorForm {
  return {
    version: 1,
    when: "start",
    is_required: true,
    fields: [
      { id: "email", kind: "email", label: null, required: true },
      { id: "order", kind: "text", label: form.order, required: false },
      { id: "topic", kind: "choice", label: form.topic, required: true, options: form.topics },
    ],
    consent: { text: form.consent, link: { label: form.privacy, url: "https://acme.example/privacy" } },
  };
}

const field = (on: WidgetPage, at: number) => on.page.locator(`parley-form #field-${at}`);
const send = (on: WidgetPage) => on.page.locator("parley-form button[type=submit]");

/** The visitor's message waits for the form. */
export async function askForm({ on, said }: Stage): Promise<void> {
  await on.page.locator("parley-header .back").click();
  await on.ask(said.question);
  await field(on, 0).waitFor();
}

/** One answer is wrong; another one and the consent are missing. */
export async function sendWrong({ on }: Stage): Promise<void> {
  await field(on, 0).fill("vera@example");
  await send(on).click();
  await on.page.locator("parley-form #consent-problem").waitFor();
}

/** Sends valid answers; then the waiting message is sent. */
export async function sendForm({ on, said }: Stage): Promise<void> {
  await field(on, 0).fill("vera@example.org");
  await field(on, 2).selectOption(said.form.topics[0] ?? "");
  await on.page.locator("parley-form #consent").check();
  await send(on).click();
}

/** Opens the next page, with an optional form for visitors who wait for the team. */
export async function askForPerson({ on }: Stage): Promise<void> {
  const fields: VisitorForm["fields"] = [
    { id: "name", kind: "name", label: null, required: false },
    { id: "phone", kind: "phone", label: null, required: false },
  ];
  on.server.ticket.form = undefined;
  on.server.form = { version: 2, when: "person", is_required: false, fields, consent: null };
  await on.page.reload();
  await field(on, 0).waitFor();
}

/** The visitor skips the form. */
export async function skipForm({ on }: Stage): Promise<void> {
  await on.page.locator("parley-form .text-button").click();
  await on.page.locator("parley-form").waitFor({ state: "detached" });
}
