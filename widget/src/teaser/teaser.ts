import type { Teaser } from "../../../protocol/alerts.ts";
import type { ChatPath } from "../client/api.ts";
import { onOtherPath, pathMatches } from "./paths.ts";
import { launcherHere, showTeaser } from "./show-teaser.ts";
import { closeWord } from "./words.ts";

/** Time in ms that the chat's own script may still take after the line is due. */
const patienceMs = 10_000;
const lookMs = 250;

/**
 * Script for a page whose tenant invites visitors: loads the rule, waits, and shows one line beside the launcher. It is a separate script,
 * so that pages without an invitation load and request nothing for it.
 */
async function start(): Promise<void> {
  const script = document.currentScript;
  if (!(script instanceof HTMLScriptElement)) return;
  const { tenant = "", api = new URL(script.src).origin, lang = document.documentElement.lang } = script.dataset;
  const id = tenant.trim();
  if (id === "" || wasInvited(id) || !isFirst(id)) return;
  const rule = await findRule(api.trim(), id);
  if (!rule) return;
  let due: ReturnType<typeof setTimeout> | undefined;
  let close = () => {};
  /** Each page has its own delay, even when a page follows another one without a load. The previous page's line is removed. */
  const begin = () => {
    clearTimeout(due);
    close();
    if (rule.pages.length > 0 && !rule.pages.some((page) => pathMatches(page, location.pathname))) return;
    const until = Date.now() + rule.after_seconds * 1_000 + patienceMs;
    const look = () => {
      const launcher = launcherHere();
      if (!launcher && Date.now() < until) due = setTimeout(look, lookMs);
      // Not in a chat that is open, nor in one that has begun in the meantime.
      if (!launcher || launcher.isOpen || wasInvited(id) || !keep(id)) return;
      close = showTeaser({ text: rule.text, close: closeWord(lang), launcher });
    };
    due = setTimeout(look, rule.after_seconds * 1_000);
  };
  begin();
  onOtherPath(begin);
}

/** A page that replaces its body runs the scripts in it again. @returns false for all copies but the first. */
function isFirst(tenant: string): boolean {
  const name = keyOf(tenant);
  const isFree = document.dispatchEvent(new Event(name, { cancelable: true }));
  document.addEventListener(name, (event) => event.preventDefault());
  return isFree;
}

const keyOf = (tenant: string) => `parley-teaser:${tenant}`;

/**
 * The visitor was invited before, or has a chat already. Without storage a second invitation could not be prevented, so there is none at
 * all.
 */
function wasInvited(tenant: string): boolean {
  try {
    return [keyOf(tenant), `parley:${tenant}`].some((key) => localStorage.getItem(key) !== null);
  } catch {
    return true;
  }
}

function keep(tenant: string): boolean {
  try {
    localStorage.setItem(keyOf(tenant), "shown");
    return true;
  } catch {
    return false;
  }
}

void start();

/** The tenant's rule, if there is one that this page may read. */
async function findRule(api: string, tenant: string): Promise<Teaser | undefined> {
  try {
    const response = await fetch(`${api}/api/v1/chat/${"teaser" satisfies ChatPath<"POST">}`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ tenant_id: tenant.trim() }),
    });
    const answer: unknown = response.ok ? await response.json() : null;
    return ruleIn(answer);
  } catch {
    // No network, or a page without permission: an invitation is optional.
    return undefined;
  }
}

function ruleIn(answer: unknown): Teaser | undefined {
  const { teaser } = (answer ?? {}) as { teaser?: Partial<Record<keyof Teaser, unknown>> | null };
  const { text, after_seconds, pages } = teaser ?? {};
  if (typeof text !== "string" || typeof after_seconds !== "number" || !Array.isArray(pages)) return undefined;
  return { text, after_seconds, pages: pages.filter((page) => typeof page === "string") };
}
