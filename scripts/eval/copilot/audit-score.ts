import { auditByRules } from "../../../server/models/copilot/by-rules/audit.ts";
import type { EmbedTexts } from "../../../server/models/embeddings/port.ts";
import { type apartLists, pageOf, readApart } from "./audit-set/apart.ts";
import type { AuditText } from "./audit-set/audit-text.ts";
import { policies } from "./audit-set/policies.ts";
import { texts } from "./audit-set/texts.ts";
import { documentOf } from "./read-documents.ts";

export interface AuditScore {
  texts: number;
  /** Sentences that contradict a policy, and those of them with a finding. */
  planted: number;
  found: number;
  /** Sentences that contradict nothing, with a finding. */
  falseAlarms: number;
  missed: string[];
  wrong: string[];
}

const german: ReadonlySet<string> = new Set<AuditText["policy"]>(["telecom", "gym", "library", "versand"]);

interface HeldText {
  policy: string;
  page: string;
  locale: string;
  sentences: readonly string[];
}

/** What is found of the contradictions that were planted into one half of the texts. */
export function scoreAudits(half: AuditText["half"], embed?: EmbedTexts): Promise<AuditScore> {
  const own = texts.filter((text) => text.half === half);
  const held = own.map(({ policy, sentences }) => {
    const locale = german.has(policy) ? "de" : "en";
    return { policy, page: policies[policy], locale, sentences };
  });
  return scoreTexts(held, embed);
}

/** The same of a list that was written by somebody who had not read the rules. */
export function scoreApart(name: (typeof apartLists)[number], embed?: EmbedTexts): Promise<AuditScore> {
  const list = readApart(name);
  const held = list.texts.map(({ policy, sentences }) => ({
    policy,
    page: pageOf(list, policy),
    locale: "en",
    sentences,
  }));
  return scoreTexts(held, embed);
}

async function scoreTexts(held: readonly HeldText[], embed: EmbedTexts | undefined): Promise<AuditScore> {
  const score: AuditScore = { texts: 0, planted: 0, found: 0, falseAlarms: 0, missed: [], wrong: [] };
  for (const { policy, page, locale, sentences } of held) {
    const text = sentences.map((sentence) => sentence.replace(/^!/, "")).join("\n\n");
    const target = documentOf(page, { id: 1, title: policy });
    const { result } = await auditByRules({ text, targets: [target], locale }, embed);
    score.texts += 1;
    for (const sentence of sentences) {
      const plain = sentence.replace(/^!/, "");
      const findings = result.findings.filter(({ here }) => here !== null && plain.includes(here.text));
      if (sentence !== plain) {
        score.planted += 1;
        if (findings.length > 0) score.found += 1;
        else score.missed.push(`${policy}: ${plain}`);
      } else if (findings.length > 0) {
        score.falseAlarms += 1;
        const told = findings.flatMap(({ kind, changes }) =>
          changes.map(({ here, there }) => `${kind} ${here} > ${there}`),
        );
        score.wrong.push(`${policy}: ${plain} (${told.join("; ") || findings[0]?.kind})`);
      }
    }
  }
  return score;
}
