import type { Page } from "playwright-core";
import { settle } from "../settle.ts";

/** The element to read in each state; the last match when there are several. */
const looked: Record<string, string> = {
  teaser: "[data-parley=teaser]",
  "first-screen": "parley-chat",
  "articles-found": "parley-article-search",
  article: "parley-article",
  form: "parley-form",
  "form-wrong": "parley-form",
  source: "parley-citation",
  why: "parley-actions",
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

/** The output of a screen reader for a state: the announced lines, and the tree of the element. */
export async function forScreenReaders(page: Page, state: string): Promise<string> {
  // Announcements come shortly after the rendering.
  await settle(page);
  const spoken = (await takeSpoken(page)).map((line) => `spoken: ${line}`);
  const tree = looked[state] ? [await page.locator(looked[state]).last().ariaSnapshot()] : [];
  return [`## ${state}`, ...spoken, ...tree].join("\n");
}

/** Returns the lines of the live region since the last call and removes them, as the timeout would. */
function takeSpoken(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const region = document.querySelector("parley-chat")?.shadowRoot?.querySelector(".spoken");
    const lines = [...(region?.children ?? [])];
    for (const line of lines) line.remove();
    return lines.map((line) => line.textContent ?? "");
  });
}
