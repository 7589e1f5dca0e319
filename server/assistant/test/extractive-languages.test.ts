import { describe, expect, it } from "vitest";
import { createModels } from "../models/create-models.ts";
import type { GenerateInput, RetrievedChunk } from "../ports.ts";

const config = {
  provider: "extractive" as const,
  small: undefined,
  large: undefined,
  openaiApiKey: undefined,
  openaiBaseUrl: undefined,
  ollamaBaseUrl: undefined,
};
const never = new AbortController().signal;

async function answerTo(question: string, texts: string[], locale = "en") {
  const tenant = { name: "Acme", tone: "", locale, threshold: 0.7, answer_mode: "stream_first" as const };
  const chunks: RetrievedChunk[] = texts.map((text, index) => ({
    chunk_id: `c${index}`,
    document_id: `d${index}`,
    version_id: "v",
    title: `${index}`,
    source: `${index}.md`,
    url: null,
    page: null,
    heading: null,
    text,
    score: 0.9 - index * 0.02,
    parts: { vector: 0.6 },
  }));
  const model = createModels(config, { paceMs: 0 }).forTurn({ tenant, recordCall: () => {} });
  const input: GenerateInput = { question, history: [], chunks, tenant };
  const answer = await model.generate(input, () => {}, never);
  return { answer, chunks };
}

const passages: Record<string, [about: string, beside: string]> = {
  de: [
    "Rechnungen liegen im Bereich Abrechnung, z. B. für den 3. März. Stornierte Bestellungen werden innerhalb von 14 Tagen erstattet. Fragen beantwortet Dr. Meier.",
    "Benachrichtigungen lassen sich im Profil ausschalten. Neue Mitglieder erhalten eine E-Mail.",
  ],
  fr: [
    "Les factures se trouvent dans l'onglet Facturation. Les commandes annulées sont remboursées sous 14 jours. M. Durand répond aux questions.",
    "Les notifications se désactivent dans le profil. Les nouveaux membres reçoivent un e-mail.",
  ],
  es: [
    "Las facturas están en la sección Facturación. Los pedidos cancelados se reembolsan en un plazo de 14 días. El Sr. García responde a las preguntas.",
    "Las notificaciones se desactivan en el perfil. Los miembros nuevos reciben un correo.",
  ],
  nl: [
    "Facturen staan bij Facturatie. Geannuleerde bestellingen worden binnen 14 dagen terugbetaald. Dhr. Jansen beantwoordt vragen.",
    "Meldingen schakel je uit in je profiel. Nieuwe leden krijgen een e-mail.",
  ],
  ru: [
    "Счета находятся в разделе «Оплата». За отменённые заказы деньги возвращаются в течение 14 дней. На вопросы отвечает И. Петров.",
    "Уведомления отключаются в профиле. Новые участники получают письмо.",
  ],
  zh: [
    "发票位于账单页面。取消的订单将在14天内退款。如有问题请联系客服。",
    "可以在个人资料中关闭通知。新成员会收到电子邮件。",
  ],
  ja: [
    "請求書は請求ページにあります。キャンセルした注文は14日以内に返金されます。質問は担当者にどうぞ。",
    "通知はプロフィールでオフにできます。新しいメンバーにはメールが届きます。",
  ],
};

describe("in every language the citation quotes the sentence that answers, whole", () => {
  it.each([
    [
      "de",
      "Wann wird eine stornierte Bestellung erstattet?",
      "Stornierte Bestellungen werden innerhalb von 14 Tagen erstattet.",
    ],
    [
      "fr",
      "Quand une commande annulée est-elle remboursée ?",
      "Les commandes annulées sont remboursées sous 14 jours.",
    ],
    ["es", "¿Cuándo se reembolsa un pedido cancelado?", "Los pedidos cancelados se reembolsan en un plazo de 14 días."],
    [
      "nl",
      "Wanneer wordt een geannuleerde bestelling terugbetaald?",
      "Geannuleerde bestellingen worden binnen 14 dagen terugbetaald.",
    ],
    ["ru", "Когда вернут деньги за отменённый заказ?", "За отменённые заказы деньги возвращаются в течение 14 дней."],
    ["zh", "取消的订单什么时候退款？", "取消的订单将在14天内退款。"],
    ["ja", "キャンセルした注文はいつ返金されますか？", "キャンセルした注文は14日以内に返金されます。"],
  ])("%s: %s", async (language, question, sentence) => {
    const { answer, chunks } = await answerTo(question, passages[language] ?? []);
    expect(answer.text).toContain(passages[language]?.[0]);
    expect(answer.citations[0]?.quote).toBe(sentence);
    expect(chunks[0]?.text).toContain(sentence);
  });
});
