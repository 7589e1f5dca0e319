import { type CopilotAction, copilotActionSchema } from "../../../protocol/copilot.ts";
import { decideIntent } from "../../../server/copilot/decide-intent.ts";
import { intentByModel } from "../../../server/copilot/intent-by-model.ts";
import { classifyByRules } from "../../../server/copilot/intent-rules.ts";
import type { CopilotSaid } from "../../../server/copilot/ports.ts";
import { classifyIntentBy } from "../../../server/models/copilot/classify-intent.ts";
import { scriptedCaller } from "./scripted-intent.ts";
import { afterwards } from "./utterances/afterwards.ts";
import { clinic } from "./utterances/clinic.ts";
import { everyday } from "./utterances/everyday.ts";
import { insurance } from "./utterances/insurance.ts";
import { last } from "./utterances/last.ts";
import { later } from "./utterances/later.ts";
import { newest } from "./utterances/newest.ts";
import { publicService } from "./utterances/public-service.ts";
import { saas } from "./utterances/saas.ts";
import { shop } from "./utterances/shop.ts";
import { softwareDocs } from "./utterances/software-docs.ts";
import type { UtteranceTable } from "./utterances/table.ts";
import { unseen } from "./utterances/unseen.ts";

export interface Utterance {
  domain: string;
  text: string;
  said: CopilotSaid[];
  documents: number;
  hasText: boolean;
  wanted: CopilotAction | "ambiguous";
  half: "tuning" | "held out" | keyof typeof fresh;
}

const domains = { shop, saas, clinic, insurance, publicService, softwareDocs };
/** Of all domains, each measured once before anything was mended by it; by the last nothing was. */
const fresh = { afterwards, later, last, everyday, unseen, newest };

/** All utterances; every second of each domain's lists is held out. */
export const utterances: Utterance[] = [
  ...Object.entries(domains).flatMap(([domain, table]) =>
    utterancesOf(domain, table, (index) => (index % 2 === 0 ? "tuning" : "held out")),
  ),
  ...Object.entries(fresh).flatMap(([half, table]) => utterancesOf("all", table, () => half as keyof typeof fresh)), // keys of `fresh`
];

function utterancesOf(domain: string, table: UtteranceTable, half: (index: number) => Utterance["half"]): Utterance[] {
  const plain = [...copilotActionSchema.options, "ambiguous" as const].flatMap((wanted) =>
    table[wanted].map((line, index) => ({ domain, ...read(line), said: [], wanted, half: half(index) })),
  );
  const follows = table.follows.map(([action, text, wanted], index) => ({
    ...{ domain, text, documents: 0, hasText: false, wanted, half: half(index) },
    said: [
      { role: "person" as const, content: "…", action },
      { role: "copilot" as const, content: "…", action },
    ],
  }));
  return [...plain, ...follows];
}

function read(line: string): Pick<Utterance, "text" | "documents" | "hasText"> {
  const documents = Number(/^\[(\d)\] /.exec(line)?.[1] ?? 0);
  return { text: line.replace(/^\[(?:text|\d)\] /, ""), documents, hasText: line.startsWith("[text]") };
}

type Understood = CopilotAction | "ambiguous";

/** What the rules make of an utterance; `ambiguous`: somebody is asked. */
export function byRules(each: Utterance): Understood {
  const decided = decideIntent(classifyByRules(each.text, each));
  return "action" in decided ? decided.action : "ambiguous";
}

/** The same by a scripted model: its prompt, the reading of its answer, the second try and the rules behind it are the real ones. */
export async function byScriptedModel(each: Utterance): Promise<Understood> {
  const caller = scriptedCaller(each);
  const port = intentByModel({ classify: (input) => classifyIntentBy(caller, input) }, () => undefined);
  const decided = decideIntent(await port.classify(each, new AbortController().signal));
  return "action" in decided ? decided.action : "ambiguous";
}

export interface UtteranceFigures {
  all: number;
  right: number;
  /** Asked back, though it was clear. */
  askedNeedlessly: string[];
  /** Not what was meant, and nobody was asked. */
  wrong: string[];
  /** Of those that may mean two things, how many were asked back. */
  ambiguous: { all: number; asked: number };
}

/** @param half `tuning` was looked at while the rules were written. */
export async function measureUtterances(
  by: (each: Utterance) => Understood | Promise<Understood>,
  half: Utterance["half"],
): Promise<UtteranceFigures> {
  const figures: UtteranceFigures = {
    all: 0,
    right: 0,
    askedNeedlessly: [],
    wrong: [],
    ambiguous: { all: 0, asked: 0 },
  };
  for (const each of utterances) {
    if (each.half !== half) continue;
    const understood = await by(each);
    figures.all += 1;
    if (each.wanted === "ambiguous") {
      figures.ambiguous.all += 1;
      if (understood === "ambiguous") figures.ambiguous.asked += 1;
    }
    if (understood === each.wanted) figures.right += 1;
    else if (understood === "ambiguous") figures.askedNeedlessly.push(`${each.text} (${each.wanted})`);
    else figures.wrong.push(`${each.text} (${each.wanted}, not ${understood})`);
  }
  return figures;
}
