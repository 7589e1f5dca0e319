import { chosenTheme } from "./theme-switch.ts";

type Call = (name: string, ...args: unknown[]) => unknown;
declare global {
  interface Window {
    Parley?: Call & { q?: unknown[][] };
  }
}

/** The tenant that answers from this documentation, cached after the first request; null without one. */
let tenant: Promise<string | null> | undefined;

/** Adds the chat to the page when this installation has a demo tenant, and shows the buttons that ask about the page. */
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
  // The chat follows the theme switch.
  addEventListener("parley-docs:theme", () => {
    document.querySelector("parley-chat")?.setAttribute("mode", modeOf());
  });
}

/** The id of the tenant that answers here, or null. It is requested once. */
export function findTenant(): Promise<string | null> {
  tenant ??= fetch("/docs/assistant.json", { credentials: "omit" })
    .then((response) => (response.ok ? response.json() : null))
    .then((answer: unknown) => {
      const id = typeof answer === "object" && answer !== null && "tenant_id" in answer ? answer.tenant_id : null;
      return typeof id === "string" ? id : null;
    })
    // Without a server or a network, the page has no chat.
    .catch(() => null);
  return tenant;
}

/** Opens the chat with a question, as if the reader had typed it there. */
export function ask(question: string): void {
  window.Parley?.("open", { question });
}

/** Opens the chat. A question about the page begins with the page's title, because the title's words are part of the search query. */
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
  // Says that the tag is late on purpose, so that the chat does not look for an optimiser that holds it back.
  script.dataset["cfasync"] = "false";
  script.setAttribute("nowprocket", "");
  script.setAttribute("src", trusted(`${location.origin}/widget/parley.js`));
  document.body.append(script);
}

/** The page's policy requires Trusted Types for a script's address. */
function trusted(address: string): string {
  const { trustedTypes } = window as { trustedTypes?: { createPolicy: (name: string, rules: object) => Policy } };
  return (
    trustedTypes?.createPolicy("parley", { createScriptURL: (url: string) => url }).createScriptURL(address) ?? address
  );
}

interface Policy {
  createScriptURL(url: string): string;
}
