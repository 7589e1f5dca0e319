import { chosenTheme } from "./theme-switch.ts";

type Call = (name: string, ...args: unknown[]) => unknown;
declare global {
  interface Window {
    Parley?: Call & { q?: unknown[][] };
  }
}

/** The tenant whose knowledge is this documentation, once the server has said so; null where there is none. */
let tenant: Promise<string | null> | undefined;

/** Puts the chat on the page where this installation has a demo tenant, with a button that asks about what is read. */
export async function addAssistant(): Promise<void> {
  const tenantId = await findTenant();
  if (tenantId === null) {
    for (const link of document.querySelectorAll("[data-demo]")) link.classList.add("away");
    return;
  }
  for (const button of document.querySelectorAll<HTMLElement>("[data-ask]")) {
    button.classList.remove("away");
    button.addEventListener("click", () => openChat(button.dataset["ask"] === "page"));
  }
  addWidget(tenantId);
  // The chat follows the switch, like everything on the page.
  addEventListener("parley-docs:theme", () => {
    document.querySelector("parley-chat")?.setAttribute("mode", modeOf());
  });
}

/** Which tenant answers here, or null. Asked for once. */
export function findTenant(): Promise<string | null> {
  tenant ??= fetch("/docs/assistant.json", { credentials: "omit" })
    .then((response) => (response.ok ? response.json() : null))
    .then((answer: unknown) => {
      const id = typeof answer === "object" && answer !== null && "tenant_id" in answer ? answer.tenant_id : null;
      return typeof id === "string" ? id : null;
    })
    // Read without a server, or without a network: a page without a chat.
    .catch(() => null);
  return tenant;
}

/** Opens the chat with a question, as if the reader had typed it there. */
export function ask(question: string): void {
  window.Parley?.("open", { question });
}

/** Opens the chat, with the page's title before the question where it is about the page: its words are part of what is searched for. */
function openChat(isAboutPage: boolean): void {
  const title = document.querySelector("h1")?.textContent;
  if (isAboutPage && title) window.Parley?.("prefill", `About “${title}”: `);
  window.Parley?.("open");
}

function modeOf(): string {
  const theme = chosenTheme();
  return theme === "system" ? "auto" : theme;
}

function addWidget(tenantId: string): void {
  const waiting: NonNullable<Window["Parley"]> = (...call) => {
    waiting.q = [...(waiting.q ?? []), call];
  };
  window.Parley ??= waiting;
  const script = document.createElement("script");
  script.async = true;
  script.dataset["tenant"] = tenantId;
  script.dataset["mode"] = modeOf();
  script.setAttribute("src", trusted(`${location.origin}/widget/parley.js`));
  document.body.append(script);
}

/** The page's policy lets no string become a script's address unnoticed. */
function trusted(address: string): string {
  const { trustedTypes } = window as { trustedTypes?: { createPolicy: (name: string, rules: object) => Policy } };
  return (
    trustedTypes?.createPolicy("parley", { createScriptURL: (url: string) => url }).createScriptURL(address) ?? address
  );
}

interface Policy {
  createScriptURL(url: string): string;
}
