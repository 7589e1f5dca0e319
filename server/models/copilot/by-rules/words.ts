import type { Change } from "../../../../protocol/copilot.ts";

/** The sentences that the rules write themselves, in the language of whoever asks: German, or English for all others. */
export interface Words {
  overview(counted: Overview): string;
  consequence(kind: FindingKind, change: Change | null): string;
  suggestion(quote: string): string;
}

export type FindingKind = Exclude<Change["kind"], "wording"> | "missing";

/** What a comparison came to, in figures. */
export interface Overview {
  changed: number;
  /** Of those, how many changed a number, a date or an obligation. */
  weighty: number;
  same: number;
  /** Statements of one document alone, with its title. */
  alone: { title: string; count: number }[];
  /** Rows that were too many to be listed. */
  unlisted: number;
}

const english: Words = {
  overview({ changed, weighty, same, alone, unlisted }) {
    if (changed === 0 && alone.every(({ count }) => count === 0))
      return "No differences found. This compares wording only.";
    const only = alone.map(({ title, count }) => `${count} only in ${title}`).join(", ");
    return [
      `${plural(changed, "statement")} changed, ${weighty} of them in a number, a date or an obligation; ${same} unchanged; ${only}.`,
      ...(unlisted > 0 ? [`${unlisted} minor ones are not listed.`] : []),
      "The table quotes both sides without judging them.",
    ].join(" ");
  },
  consequence(kind, change) {
    const [here, there] = [change?.here ?? "", change?.there ?? ""];
    switch (kind) {
      case "number":
        return `The text says “${here}” but the policy says “${there}”. Readers get the wrong figure.`;
      case "date":
        return `The text says “${here}” but the policy says “${there}”. Readers get the wrong date.`;
      case "negation":
        return "The text says the opposite of the policy.";
      case "opposite":
        return `The text says “${here}” but the policy says “${there}”.`;
      case "missing":
        return "The text leaves out a condition of the policy.";
      default:
        return here && there
          ? `The text says “${here}” but the policy says “${there}”. This is a different obligation.`
          : "The text allows or requires something different from the policy.";
    }
  },
  suggestion: (quote) => `The policy says: “${quote}”`,
};

const german: Words = {
  overview({ changed, weighty, same, alone, unlisted }) {
    if (changed === 0 && alone.every(({ count }) => count === 0))
      return "Keine Aussage weicht ab. Das ist ein Vergleich der Wortlaute und kein Urteil.";
    const only = alone.map(({ title, count }) => `${count} nur in ${title}`).join(", ");
    return [
      `${changed} ${changed === 1 ? "Aussage ist" : "Aussagen sind"} geändert, davon ${weighty} in Zahl, Datum oder Pflicht; ${same} sagen dasselbe; ${only}.`,
      ...(unlisted > 0 ? [`${unlisted} von geringerem Gewicht sind nicht aufgeführt.`] : []),
      "Die Tabelle zitiert beide Seiten und beurteilt nicht, was daraus folgt.",
    ].join(" ");
  },
  consequence(kind, change) {
    const [here, there] = [change?.here ?? "", change?.there ?? ""];
    switch (kind) {
      case "number":
        return `Im Text steht „${here}“, in der Richtlinie „${there}“: Wer sich darauf verlässt, hat die falsche Zahl.`;
      case "date":
        return `Im Text steht „${here}“, in der Richtlinie „${there}“: Wer sich darauf verlässt, hat das falsche Datum.`;
      case "negation":
        return "Der Text sagt das Gegenteil der Richtlinie: Eines von beiden verneint, was das andere aussagt.";
      case "opposite":
        return `Im Text steht „${here}“, in der Richtlinie „${there}“.`;
      case "missing":
        return "Der Text sagt es ohne die Bedingung zu, an die es die Richtlinie knüpft.";
      default:
        return here && there
          ? `Im Text steht „${here}“, in der Richtlinie „${there}“: Das verpflichtet zu etwas anderem.`
          : "Der Text erlaubt oder verlangt etwas anderes als die Richtlinie.";
    }
  },
  suggestion: (quote) => `Die Richtlinie sagt: „${quote}“`,
};

/** @param locale BCP 47 of the person who asks */
export function wordsFor(locale: string): Words {
  return /^de\b/i.test(locale) ? german : english;
}

function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
