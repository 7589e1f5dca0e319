import type { VisitorForm } from "../../../protocol/form.ts";
import type { WidgetPage } from "../widget-page.ts";
import type { Said } from "./said.ts";
import type { Stage } from "./states.ts";

/** What the tenant asks before the first message leaves. */
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

/** What the visitor says waits for the form. */
export async function askForm({ on, said }: Stage): Promise<void> {
  await on.page.locator("parley-header .back").click();
  await on.ask(said.question);
  await field(on, 0).waitFor();
}

/** One answer is wrong, one is missing, and so is the consent. */
export async function sendWrong({ on }: Stage): Promise<void> {
  await field(on, 0).fill("vera@example");
  await send(on).click();
  await on.page.locator("parley-form #consent-problem").waitFor();
}

/** As it should be: what waited leaves. */
export async function sendForm({ on, said }: Stage): Promise<void> {
  await field(on, 0).fill("vera@example.org");
  await field(on, 2).selectOption(said.form.topics[0] ?? "");
  await on.page.locator("parley-form #consent").check();
  await send(on).click();
}

/** The next page, where the tenant asks those who wait for a person; nothing of it has to be answered. */
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

/** Nobody wants to call back. */
export async function skipForm({ on }: Stage): Promise<void> {
  await on.page.locator("parley-form .text-button").click();
  await on.page.locator("parley-form").waitFor({ state: "detached" });
}
