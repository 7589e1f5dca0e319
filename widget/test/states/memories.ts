import { MockMemories, memory } from "../mock-memories.ts";
import type { Said } from "./said.ts";
import type { Stage } from "./states.ts";

/** The memories of the visitor in the states. */
export function remembered({ remembered: { facts, preference, entity } }: Said): MockMemories {
  return new MockMemories([
    memory(facts[0], { origin: "visitor", updated_at: "2026-03-01T18:05:00.000Z" }),
    memory(facts[1]),
    memory(preference, { type: "preference", created_at: "2026-03-02T08:20:00.000Z" }),
    memory(entity, { type: "entity", origin: "agent" }),
  ]);
}

/** Goes back from the list of conversations and opens the memories from the menu. */
export async function openMemories({ on, said }: Stage): Promise<void> {
  await on.page.locator("parley-header .back").click();
  await on.page.locator("parley-header .more").click();
  await on.page.locator("parley-menu [role=menuitem] >> nth=1").click();
  await on.page.locator("parley-memory").getByText(said.remembered.entity).waitFor();
}

/** Corrects a memory with the content of another one. */
export async function correctMemory({ on, said }: Stage): Promise<void> {
  await on.page.locator("parley-memory .correct >> nth=0").click();
  await on.page.locator("parley-memory textarea").fill(said.remembered.facts[1]);
  await on.page.locator("parley-memory .send").click();
  await on.page.locator("parley-memory [role=alert] p").waitFor();
}

/** Enters the right content, then opens the confirmation for erasing another memory. */
export async function eraseMemory({ on, said }: Stage): Promise<void> {
  await on.page.locator("parley-memory textarea").fill(said.remembered.corrected);
  await on.page.locator("parley-memory .send").click();
  await on.page.locator("parley-memory").getByText(said.remembered.corrected).waitFor();
  await on.page.locator("parley-memory .erase >> nth=2").click();
  await on.page.locator("parley-memory .danger").waitFor();
}
