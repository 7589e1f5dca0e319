import type { Page } from "playwright-core";
import { settle } from "../settle.ts";

/** Whose tree is looked at in which state; the last one has the whole conversation. */
const looked: Record<string, string> = {
  teaser: "[data-parley=teaser]",
  "first-screen": "parley-chat",
  "articles-found": "parley-article-search",
  article: "parley-article",
  form: "parley-form",
  "form-wrong": "parley-form",
  source: "parley-citation",
  "thumb-down": "parley-feedback",
  choices: "parley-clarification",
  "looking-up": "parley-tools",
  "looked-up": "parley-tools",
  "tool-source": "parley-citation",
  "tools-failed": "parley-timeline parley-tools",
  confirm: "parley-confirmation",
  "confirm-team": "parley-confirmation",
  "confirm-approved": "parley-tools",
  "confirm-declined": "parley-tools",
  "confirm-expired": "parley-tools",
  menu: "parley-header",
  conversations: "parley-conversations",
  memories: "parley-memories",
  "memory-correct": "parley-memories",
  "memory-erase": "parley-memories",
  "files-chosen": "parley-attach",
  picture: "parley-viewer",
  code: "parley-message",
  escalated: "parley-escalation",
  "form-person": "parley-form",
  preview: "parley-preview",
  offline: "parley-chat",
  "not-allowed": "parley-chat",
};

/** What a screen reader gets of a state: what is spoken when it comes, and what is found by going through it. */
export async function forScreenReaders(page: Page, state: string): Promise<string> {
  // What is shown is spoken a moment later.
  await settle(page);
  const spoken = (await takeSpoken(page)).map((line) => `spoken: ${line}`);
  const tree = looked[state] ? [await page.locator(looked[state]).last().ariaSnapshot()] : [];
  return [`## ${state}`, ...spoken, ...tree].join("\n");
}

/** Lines of the live region since the last call, which are taken out of it, as time does. */
function takeSpoken(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const region = document.querySelector("parley-chat")?.shadowRoot?.querySelector(".spoken");
    const lines = [...(region?.children ?? [])];
    for (const line of lines) line.remove();
    return lines.map((line) => line.textContent ?? "");
  });
}
