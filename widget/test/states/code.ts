import { grade } from "../mock-ticket.ts";
import type { Stage } from "./states.ts";

/** Wider than any panel. */
const call = `curl https://api.acme.example/v1/domains -H "Authorization: Bearer $ACME_KEY" -d '{"domain": "*.example.com"}'`;
const answer = JSON.stringify({ id: "dom_41", domain: "*.example.com", active: true }, null, 2);

/** An answer with two code blocks, one of them too wide. */
export async function showCode({ on, said }: Stage): Promise<void> {
  const { question, before, after } = said.code;
  const content = `${before}\n\n\`\`\`bash\n${call}\n\`\`\`\n\n${after}\n\n\`\`\`json\n${answer}\n\`\`\``;
  on.server.turn = (ticket, { turnId }) => {
    ticket.say("assistant", content, { grade: grade("high") }, turnId);
    ticket.append("end", {}, turnId);
  };
  // Closes the form that asks for a reason of the thumb down.
  await on.page.keyboard.press("Escape");
  await on.ask(question);
  await on.page.locator("parley-markdown .copy-code").nth(1).waitFor();
  await on.page.locator("parley-status").waitFor({ state: "hidden" });
}
