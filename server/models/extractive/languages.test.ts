import { describe, expect, it } from "vitest";
import type { RetrievedChunk } from "../../assistant/ports.ts";
import { sidesOf } from "./compared-sides.ts";
import { evidenceOf } from "./evidence.ts";
import { pickQuotes } from "./pick-quotes.ts";
import { readQuestion } from "./question-terms.ts";
import { scoreUnits, textOf } from "./score-units.ts";

function chunk(text: string): RetrievedChunk {
  return {
    chunk_id: text,
    document_id: text,
    version_id: "v",
    title: "",
    source: "a.md",
    url: null,
    page: null,
    heading: null,
    text,
    score: 0.8,
    parts: { vector: 0.6 },
  };
}

function weigh(question: string, language: string, texts: string[]) {
  const read = readQuestion(question, language);
  const chunks = texts.map(chunk);
  const scored = scoreUnits(read, chunks);
  const quotes = pickQuotes(read, scored);
  return {
    best: scored.toSorted((one, other) => other.score - one.score)[0],
    evidence: evidenceOf(read, { chunks }, quotes),
  };
}

describe("in every language", () => {
  it.each([
    [
      "de",
      "Wie lange dauert eine Erstattung?",
      "Mehr zur Erstattung und dazu, wie lange eine Erstattung dauert, erfahren Sie hier.",
      "Weitere Hinweise dazu, wie lange eine Erstattung dauert, stehen im Handbuch.",
      "Eine Erstattung dauert fünf Tage.",
    ],
    [
      "fr",
      "Combien de temps dure un remboursement ?",
      "Consultez aussi la page sur le temps que dure un remboursement.",
      "Pour davantage de détails sur le temps que dure un remboursement, lisez le guide.",
      "Un remboursement dure cinq jours.",
    ],
    [
      "ru",
      "Сколько длится возврат денег?",
      "Смотрите также раздел о том, сколько длится возврат денег.",
      "Подробнее о том, сколько длится возврат денег, рассказано в справке.",
      "Возврат денег длится пять дней.",
    ],
  ])("a sentence that sends the reader elsewhere is not the answer: %s", (language, question, ...texts) => {
    const { best } = weigh(question, language, texts);
    expect(best && textOf(best)).toBe(texts.at(-1));
  });

  it.each([
    ["de", "Was ist der Unterschied zwischen einem Gutschein und einem Rabatt?", ["gutschein"], ["rabatt"]],
    ["es", "¿En qué se diferencian el plan básico y el plan avanzado?", ["basic"], ["avanz"]],
    ["ru", "Чем базовый тариф отличается от полного тарифа?", ["базов"], ["полн"]],
    ["zh", "基础套餐和高级套餐有什么不同？", ["基础"], ["高级"]],
  ])("a comparison has its two sides without what they share: %s", (language, question, one, other) => {
    expect(sidesOf(question, readQuestion(question, language).language)).toEqual([one, other]);
  });

  it.each([
    [
      "de",
      "Was ist der Unterschied zwischen einem Gutschein und einem Rabatt?",
      "Ein Gutschein gilt ein Jahr, während ein Rabatt heute endet.",
      "Gutschein und Rabatt stehen auf der Rechnung.",
    ],
    [
      "fr",
      "Quelle différence y a-t-il entre un bon et une remise ?",
      "Un bon dure un an, alors que la remise finit ce soir.",
      "Le bon et la remise sont sur la facture.",
    ],
    [
      "ja",
      "クーポンと割引の違いは何ですか？",
      "クーポンは一年間有効ですが、割引は今日までです。",
      "クーポンと割引は請求書にあります。",
    ],
  ])("what names both sides answers only when it sets them apart: %s", (language, question, apart, together) => {
    expect(weigh(question, language, [apart]).evidence.sideMissing).toBe(0);
    expect(weigh(question, language, [together]).evidence.sideMissing).toBe(1);
  });

  it.each([
    [
      "de",
      "Was ist eine Sperrliste?",
      "Eine Sperrliste ist ein Verzeichnis von Adressen.",
      "Adressen kommen nach drei Fehlern auf die Sperrliste.",
    ],
    [
      "es",
      "¿Qué es una lista negra?",
      "Una lista negra es un registro de direcciones.",
      "Las direcciones entran tras tres errores en la lista negra.",
    ],
    ["zh", "什么是黑名单？", "黑名单是一份地址记录。", "出错三次后，地址会进入黑名单。"],
  ])("a definition is missed when the thing is only mentioned: %s", (language, question, defining, mentioning) => {
    expect(weigh(question, language, [defining]).evidence.definitionMissing).toBe(0);
    expect(weigh(question, language, [mentioning]).evidence.definitionMissing).toBe(1);
  });
});
