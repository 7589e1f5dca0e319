import type { CopilotAction } from "../../../../protocol/copilot.ts";

/**
 * What people say in one domain, by what they want. A `[text]` in front: a text to be checked came with it; `[2]`: so many documents were
 * mentioned. `ambiguous` may mean two things or nothing clear, and has to be asked back. `follows` are said after an action was done.
 */
export interface UtteranceTable extends Record<CopilotAction, string[]> {
  ambiguous: string[];
  follows: [last: CopilotAction, said: string, wanted: CopilotAction][];
}
