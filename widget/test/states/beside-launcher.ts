import type { Stage } from "./states.ts";

/** The tenant's teaser for visitors who have not chatted. It appears late, so that the state before shows the launcher alone. */
export async function invite({ on, said }: Stage): Promise<void> {
  on.server.teaser = { text: said.invitation, after_seconds: 0, pages: [] };
  await on.page.evaluate((src) => {
    const script = Object.assign(document.createElement("script"), { src });
    script.dataset["tenant"] = "5b7c1f1e-0000-7000-8000-000000000001";
    document.body.append(script);
  }, `${on.server.origin}/widget/teaser.js`);
  await on.page.locator("[data-parley=teaser]").getByText(said.invitation).waitFor();
}

/** A reply that arrives while the chat is closed. */
export async function replyToClosed({ on, said }: Stage): Promise<void> {
  await on.page.locator("parley-header .icon-button").last().click();
  await on.panel.waitFor({ state: "hidden" });
  on.server.ticket.say("agent", said.more, { agent: said.agent });
  await on.page.locator("parley-preview .preview").waitFor();
}

/** Opens the chat through the preview. */
export async function openPreview({ on }: Stage): Promise<void> {
  await on.page.locator("parley-preview .preview").click();
  await on.panel.waitFor();
}
