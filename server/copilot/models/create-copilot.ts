import type { Caller } from "../../assistant/models/chat/chat-tasks.ts";
import type { CopilotModel } from "../../assistant/models/create-models.ts";
import { company } from "../../assistant/models/prompt-parts.ts";
import type { CopilotTask } from "../../assistant/models/receipts.ts";
import type { TenantProfile } from "../../assistant/ports.ts";
import type { CopilotWorkers, WriteWebQuery } from "../ports.ts";
import { auditBy } from "./by-model/audit.ts";
import { compareBy } from "./by-model/compare.ts";
import { inquireBy } from "./by-model/inquire.ts";
import { summarizeBy } from "./by-model/summarize.ts";
import { classifyIntentBy } from "./classify-intent.ts";
import { mechanicalCopilot } from "./mechanical.ts";
import { nameDocumentsBy } from "./name-documents.ts";
import { sumUpTalkBy } from "./sum-up-talk.ts";
import { writeWebQueryBy } from "./write-web-query.ts";

/** A caller whose prompts begin with the company's profile. */
function withCompany(caller: Caller, tenant: TenantProfile): Caller {
  const complete: Caller["complete"] = (turns, ...rest) => {
    const at = turns.findIndex(({ role }) => role === "user");
    const told = turns.map((turn, place) =>
      place === at ? { ...turn, content: `${company(tenant)}\n${turn.content}` } : turn,
    );
    return caller.complete(told, ...rest);
  };
  return {
    traits: caller.traits,
    room: () => caller.room(),
    complete,
    stream: (...given) => caller.stream(...given),
    propose: (...given) => caller.propose(...given),
  };
}

/** The copilot of one message: by a model where there is one, mechanically where none is or where the candidates end with the built-in one. */
export function createCopilot({ turn, hasModel, tenant }: CopilotModel): CopilotWorkers {
  const without = mechanicalCopilot;
  if (!hasModel) return { hasModel, model: without };
  const by =
    <Input, Result>(
      task: CopilotTask,
      ask: (caller: Caller, input: Input) => Promise<Result>,
      otherwise: (input: Input, signal: AbortSignal) => Promise<Result>,
    ) =>
    (input: Input, signal: AbortSignal) =>
      turn.forCopilot(task, signal, {
        byModel: (caller) => ask(withCompany(caller, tenant), input),
        byRules: () => otherwise(input, signal),
      });
  return {
    hasModel,
    intent: {
      classify: by("copilot", classifyIntentBy, async () => ({ actions: [{ action: "inquire", confidence: 1 }] })),
    },
    nameDocuments: by("copilot", nameDocumentsBy, async () => ({ names: [], focus: null })),
    sumUp: by("copilot", sumUpTalkBy, async () => ""),
    writeWebQuery: by(
      "copilot",
      (caller, input: Parameters<WriteWebQuery>[0]) =>
        writeWebQueryBy(caller, { ...input, year: new Date().getUTCFullYear() }),
      async () => "",
    ),
    model: {
      readsWhole: false,
      summarize: by("copilot", summarizeBy, without.summarize),
      inquire: by("copilot", inquireBy, without.inquire),
      compare: (input, signal) =>
        by(input.focus === null ? "copilot_large" : "copilot", compareBy, without.compare)(input, signal),
      audit: by("copilot_large", auditBy, without.audit),
    },
  };
}
