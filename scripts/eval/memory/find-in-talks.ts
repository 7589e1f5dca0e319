import { groundedStatements } from "../../../server/memory/by-model.ts";
import { statementsByRules } from "../../../server/memory/by-rules/index.ts";
import { saidIn } from "../../../server/memory/said.ts";
import { storable } from "../../../server/memory/statement.ts";
import type { Talk } from "./read-talks.ts";
import { type Score, score } from "./score.ts";
import { scriptedMemories } from "./scripted-memories.ts";

export type Half = "tuning" | "held out";

/**
 * What rules, or what is done around a scripted model, find in one half of the talks. Rules may be mended by looking at the half for
 * tuning alone; the other says how good they are.
 */
export function findInTalks(talks: readonly Talk[], by: "rules" | "model", half: Half): Score {
  const some = talks.filter((_, index) => (index % 2 === 0) === (half === "tuning"));
  return score(some.map((talk) => ({ talk, stored: storedOf(talk, by) })));
}

function storedOf(talk: Talk, by: "rules" | "model"): string[] {
  const said = saidIn(talk.said.map((message, index) => ({ message: { ...message, id: String(index) } })));
  const found =
    by === "rules"
      ? statementsByRules(said)
      : groundedStatements(
          said,
          scriptedMemories(
            talk,
            said.map(({ sentences }) => sentences.join(" ")),
          ),
        );
  return found.flatMap(({ content }) => storable(content) ?? []);
}
