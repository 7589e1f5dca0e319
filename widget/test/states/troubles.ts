import { failedTurn } from "../turns.ts";
import type { Stage } from "./states.ts";

// Problems on a page, as visitors see them.
export async function goOffline({ on, said }: Stage): Promise<void> {
  await on.page.locator("parley-after .ways button").first().click();
  await on.page.locator("parley-after").waitFor({ state: "detached" });
  await on.page.context().setOffline(true);
  await on.page.locator("parley-chat .banner").waitFor();
  await on.ask(said.later);
  await on.page.locator("parley-message").getByText(said.later).waitFor();
}

export async function fail({ on, said }: Stage): Promise<void> {
  on.server.turn = failedTurn;
  await on.page.context().setOffline(false);
  await on.page.locator("parley-chat .banner").waitFor({ state: "detached" });
  await on.page.locator("parley-message").getByText(said.later).waitFor();
  await on.page.locator("[part=error] button, .retry").last().waitFor();
  await on.page.locator("parley-status [part=status]").waitFor({ state: "detached" });
}

/** Opens the next page, on which the chat cannot start. */
export async function begin({ on }: Stage, status: number, code: string): Promise<void> {
  on.server.failures.set("/api/v1/chat/init", { status, code });
  await on.page.reload();
  await on.page.locator("parley-chat .failure").waitFor();
}
