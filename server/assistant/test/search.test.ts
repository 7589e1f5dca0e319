import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { newId } from "../../core/ids.ts";
import { createLogger } from "../../core/log.ts";
import type { Database } from "../../database/database.ts";
import { compile } from "../../database/query.ts";
import { withTenant } from "../../database/transaction.ts";
import { changeDocumentSet, listDocumentSets } from "../../knowledge/documents/sets.ts";
import { findAnswerExpiry } from "../../knowledge/documents/validity.ts";
import { openTestDatabase } from "../../test/support/database.ts";
import { seedDocument, wordVectors } from "../../test/support/library.ts";
import { repairWords } from "../search/repair-words.ts";
import { type SearchDeps, type SearchQuery, search } from "../search/search.ts";
import { searchForVisitor } from "../search/search-for.ts";
import { findScope } from "../store/search-scope.ts";

const day = 24 * 3_600_000;
let db: Database;
let deps: SearchDeps;
let tenant: string;
beforeAll(async () => {
  db = await openTestDatabase();
  deps = { db, embeddings: wordVectors, log: createLogger("silent") };
});
afterAll(() => db.close());
beforeEach(async () => {
  tenant = await addTenant();
});

async function addTenant(): Promise<string> {
  const id = newId();
  await withTenant(db, id, (tx) =>
    tx.query("insert into tenants (tenant_id, name, identity_secret) values ($1, 'Tenant', '')", [id]),
  );
  return id;
}

const ask = (question: string, options: Omit<SearchQuery, "question"> = {}) =>
  search(deps, tenant, { question, ...options });
const sourcesOf = (found: { source: string }[]) => found.map(({ source }) => source);

describe("a question that is misspelt", () => {
  beforeEach(async () => {
    await seedDocument(db, tenant, { source: "returns", texts: ["You can return an order within thirty days."] });
    await seedDocument(db, tenant, { source: "plans", texts: ["Cancel the team plan in the settings."] });
    await seedDocument(db, tenant, { source: "colours", texts: ["Change the colour of the button."] });
    await seedDocument(db, tenant, { source: "codes", texts: ["Error E-204: rinse the filter."] });
    await seedDocument(db, tenant, { source: "kosten", texts: ["Die Rücksendekosten trägt der Kunde."], locale: "de" });
    await seedDocument(db, tenant, {
      source: "secret",
      texts: ["The takeover is called Kestrelon."],
      audience: "internal",
    });
  });

  it.each([
    ["retrun of an ordr", "returns"],
    ["cancle the taem plan", "plans"],
    ["change the color", "colours"],
    ["e204", "codes"],
    ["E 204", "codes"],
    ["Rücksende Kosten", "kosten"],
    ["Rücksendekostn?", "kosten"],
  ])("finds with %s what was meant", async (question, source) => {
    const [best] = (await ask(question)).results;
    expect(best?.source).toBe(source);
    expect(best?.parts["coverage"]).toBeGreaterThan(0.7);
  });

  it("is left alone where the word is a right one, and never repaired by a hidden document", async () => {
    const repaired = (question: string, audience: "public" | "internal") =>
      withTenant(db, tenant, async (tx) =>
        repairWords(tx, question, (await findScope(tx, { audience, sets: null, model: null, countTo: 1 })).found),
      );
    expect(await repaired("Where is my other order?", "public")).toBe("Where is my other order?");
    expect(await repaired("plain filters", "public")).toBe("plain filters");
    expect(await repaired("the kestrlon", "public")).toBe("the kestrlon");
    expect(await repaired("the kestrlon", "internal")).toBe("the kestrelon");
  });

  it("is looked up with a bounded number of spellings, however long its words are", async () => {
    const long = "qzwväjrlmnopqrstuvwxyzä";
    await withTenant(db, tenant, async (tx) => {
      const all = vi.spyOn(tx, "all");
      await repairWords(tx, `x${long} y${long} z${long} w${long}`, { ids: [], only: false });
      const words = all.mock.calls.map(([statement]) => compile(statement).parameters[0]);
      const counts = words.map((list) => (Array.isArray(list) ? list.length : 0));
      expect(counts).toHaveLength(2);
      expect(Math.min(...counts)).toBeGreaterThan(0);
      expect(Math.max(...counts)).toBeLessThan(3_000);
    });
  });

  it("is repaired fast, however many unknown words it has", async () => {
    const question = Array.from({ length: 200 }, (_, index) => `xqzwvkjr${"abcdefghij"[index % 10]}${index}yy`).join(
      " ",
    );
    const started = performance.now();
    await ask(question.replace(/\d/g, "k"));
    expect(performance.now() - started).toBeLessThan(2_000);
  });
});

describe("who may find what", () => {
  beforeEach(async () => {
    await seedDocument(db, tenant, { source: "public", texts: ["Refunds take five days."] });
    await seedDocument(db, tenant, {
      source: "internal",
      texts: ["Refunds above 500 need a manager."],
      audience: "internal",
    });
  });

  it("hides internal documents from visitors, and from whoever does not say who asks", async () => {
    expect(sourcesOf((await ask("refunds", { audience: "public" })).results)).toEqual(["public"]);
    expect(sourcesOf((await ask("refunds")).results)).toEqual(["public"]);
  });

  it("shows them to people of the tenant", async () => {
    const { results } = await ask("refunds", { audience: "internal" });
    expect(results.map(({ source, audience }) => [source, audience]).sort()).toEqual([
      ["internal", "internal"],
      ["public", "public"],
    ]);
  });

  it("does not let a hidden document change the score of another", async () => {
    const [before] = (await ask("refunds take days")).results;
    await seedDocument(db, tenant, {
      source: "more",
      texts: ["Refunds, refunds, refunds.", "Days and days."],
      audience: "internal",
    });
    const [after] = (await ask("refunds take days")).results;
    expect(after?.parts).toEqual(before?.parts);
    expect(after?.score).toBe(before?.score);
  });

  it("finds nothing when everything is hidden", async () => {
    tenant = await addTenant();
    await seedDocument(db, tenant, { source: "internal", texts: ["Refunds."], audience: "internal" });
    expect((await ask("refunds")).results).toEqual([]);
  });
});

describe("while vectors are being made", () => {
  const oven = { source: "oven", texts: ["The oven is cleaned with vinegar.", "Its light is changed by hand."] };

  it("searches by words alone as long as many passages have none, so that nobody takes the least far for the nearest", async () => {
    await seedDocument(db, tenant, { source: "car", texts: ["Tyres of a car, and how to turn them."] });
    await seedDocument(db, tenant, { ...oven, hasVectors: false });
    const found = await ask("how to clean the oven with vinegar");
    expect(found.vectors).toBe(false);
    expect(found.results[0]).toMatchObject({ source: "oven" });
    expect(found.results.filter(({ parts }) => "vector" in parts)).toEqual([]);
  });

  it("finds a new document beside many that have theirs, as high as its words deserve", async () => {
    const texts = Array.from({ length: 30 }, (_, at) => `Part ${at} of the oven: how to clean it.`);
    await seedDocument(db, tenant, { source: "old", texts });
    await seedDocument(db, tenant, { ...oven, hasVectors: false });
    const found = await ask("is the oven cleaned with vinegar?");
    expect(found.vectors).toBe(true);
    expect(found.results[0]).toMatchObject({ source: "oven" });
    expect(found.results[0]?.parts).not.toHaveProperty("vector");
  });
});

describe("validity", () => {
  it("leaves out what is not valid yet and what is valid no more", async () => {
    const texts = ["The voucher is worth ten euros."];
    await seedDocument(db, tenant, { source: "now", texts, validFrom: new Date(Date.now() - day) });
    await seedDocument(db, tenant, { source: "later", texts, validFrom: new Date(Date.now() + day) });
    await seedDocument(db, tenant, { source: "gone", texts, validUntil: new Date(Date.now() - day) });
    const found = await ask("voucher", { audience: "internal", explain: true });
    expect(sourcesOf(found.results)).toEqual(["now"]);
    expect(found.dropped?.map(({ source, code }) => `${source}: ${code}`).sort()).toEqual([
      "gone: expired",
      "later: not_yet_valid",
    ]);
  });

  it("puts the newer of two dated documents first", async () => {
    const ages = { old: 900, new: 5 };
    for (const [source, days] of Object.entries(ages)) {
      await seedDocument(db, tenant, {
        source,
        title: "Prices",
        texts: [`The plan costs ${days} euros a month.`],
        validFrom: new Date(Date.now() - days * day),
      });
    }
    const { results } = await ask("what does the plan cost at the moment, the latest price");
    expect(sourcesOf(results)).toEqual(["new", "old"]);
    expect(results[0]?.parts.recency).toBeGreaterThan(results[1]?.parts.recency ?? 1);
  });
});

describe("sets", () => {
  beforeEach(async () => {
    await seedDocument(db, tenant, {
      source: "phone",
      texts: ["Reset the device with the side button."],
      set: "phones",
    });
    await seedDocument(db, tenant, {
      source: "watch",
      texts: ["Reset the device with the side crown."],
      set: "watches",
    });
    await seedDocument(db, tenant, { source: "general", texts: ["Reset the device in the settings page."] });
  });

  it("narrow a search", async () => {
    const found = await ask("reset the device", { sets: ["watches"], explain: true });
    expect(sourcesOf(found.results)).toEqual(["watch"]);
    expect(found.dropped?.map(({ code }) => code)).toEqual(["other_set", "other_set"]);
    expect((await ask("reset the device", { sets: [] })).results).toEqual([]);
  });

  it("come first when they are preferred, and others stay below", async () => {
    const { results } = await ask("reset the device", { preferSets: ["watches"] });
    expect(results).toHaveLength(3);
    expect(results[0]).toMatchObject({ source: "watch", parts: { set: 0.1 } });
  });

  it("count as much as the tenant says", async () => {
    expect(await listDocumentSets({ db }, tenant)).toContainEqual({
      name: "phones",
      documents: 1,
      boost: 0,
      color: "grey",
    });
    await changeDocumentSet({ db, purgeCache: async () => {} }, tenant, { name: "phones", change: { boost: 0.2 } });
    expect(await listDocumentSets({ db }, tenant)).toContainEqual({
      name: "phones",
      documents: 1,
      boost: 0.2,
      color: "grey",
    });
    const [first] = (await ask("reset the device")).results;
    expect(first).toMatchObject({ source: "phone", parts: { set: 0.2 } });
  });
});

describe("validity and what is kept of answers", () => {
  const inDays = (days: number) => new Date(Date.now() + days * day);
  const holdUntil = (documentIds: string[]) => findAnswerExpiry(db, tenant, { documentIds, since: Date.now() });

  it("ends with the first of the documents behind an answer that expires", async () => {
    const plain = await seedDocument(db, tenant, { source: "plain", texts: ["a"] });
    const [soon, later, past] = [inDays(2), inDays(3), inDays(-1)];
    const short = await seedDocument(db, tenant, { source: "short", texts: ["b"], validUntil: soon });
    const long = await seedDocument(db, tenant, { source: "long", texts: ["c"], validUntil: later });
    const gone = await seedDocument(db, tenant, { source: "gone", texts: ["d"], validUntil: past });
    expect(await holdUntil([plain.id])).toBeNull();
    expect(await holdUntil([plain.id, long.id])).toBe(later.getTime());
    expect(await holdUntil([plain.id, long.id, short.id, gone.id])).toBe(soon.getTime());
  });

  it("ends when another document that visitors see becomes valid", async () => {
    const old = await seedDocument(db, tenant, { source: "prices 2026", texts: ["a"] });
    await seedDocument(db, tenant, { source: "internal", texts: ["b"], validFrom: inDays(1), audience: "internal" });
    expect(await holdUntil([old.id])).toBeNull();
    const start = inDays(5);
    await seedDocument(db, tenant, { source: "prices 2027", texts: ["c"], validFrom: start });
    expect(await holdUntil([old.id])).toBe(start.getTime());
    tenant = await addTenant();
    expect(await holdUntil([])).toBeNull();
  });
});

describe("approved answers", () => {
  it("come before a document that fits as well", async () => {
    const texts = ["You can pause your subscription for two months."];
    await seedDocument(db, tenant, {
      source: "guide",
      title: "Pause subscription",
      texts: [`${texts[0]} Ask us how.`],
    });
    await seedDocument(db, tenant, {
      source: `snippet:${newId()}`,
      title: "Pause subscription",
      texts,
    });
    const [first, second] = (await ask("pause my subscription")).results;
    expect(first?.source).toContain("snippet:");
    expect(first?.parts.snippet).toBeGreaterThan(0);
    expect(second?.parts).not.toHaveProperty("snippet");
  });

  it("are not found when they were withdrawn", async () => {
    const id = newId();
    await withTenant(db, tenant, (tx) =>
      tx.query(
        "insert into snippets (tenant_id, id, question, answer, status, created_by, author) values ($1, $2, 'q', 'a', 'withdrawn', 'x', 'X')",
        [tenant, id],
      ),
    );
    await seedDocument(db, tenant, { source: `snippet:${id}`, texts: ["Old advice on modems."] });
    const found = await ask("modems", { explain: true });
    expect(found.results).toEqual([]);
    expect(found.dropped?.[0]).toMatchObject({ code: "retired", kept: false });
  });
});

describe("languages", () => {
  it("breaks German words by German rules, in the text and in the question", async () => {
    await seedDocument(db, tenant, {
      source: "de",
      locale: "de",
      texts: ["Wir erstatten Ihnen die Kosten der Bestellungen innerhalb von 14 Tagen zurück."],
    });
    const [found] = (await ask("Kosten einer Bestellung?")).results;
    expect(found).toMatchObject({ source: "de" });
    expect(found?.parts.coverage).toBe(1);
  });

  it("tells a German text that nobody named as such", async () => {
    await seedDocument(db, tenant, {
      source: "unnamed",
      texts: [
        "Die Rückgabe ist kostenlos, wenn Sie die Ware innerhalb von 30 Tagen an uns zurücksenden. Das Geld wird auf das Konto überwiesen, mit dem Sie bezahlt haben.",
      ],
    });
    const [found] = (await ask("Rückgaben der Waren")).results;
    expect(found?.parts.coverage).toBe(1);
  });

  it("leaves English texts with English rules", async () => {
    await seedDocument(db, tenant, {
      source: "en",
      texts: [
        "You can return the goods within 30 days and we will send the money back to the account you have paid from.",
      ],
    });
    expect((await ask("returning a good")).results[0]?.parts.coverage).toBe(1);
  });

  it("finds Korean by a word without its particle", async () => {
    await seedDocument(db, tenant, {
      source: "ko",
      locale: "ko",
      texts: ["환불은 결제일로부터 14일 이내에 가능합니다."],
    });
    await seedDocument(db, tenant, { source: "ko2", locale: "ko", texts: ["배송은 보통 이틀이 걸립니다."] });
    const { results } = await ask("환불 기간이 어떻게 되나요?");
    expect(results[0]).toMatchObject({ source: "ko" });
    expect(results[0]?.parts.bm25).toBeGreaterThan(0);
  });

  it("prefers the visitor's language and falls back to another", async () => {
    await seedDocument(db, tenant, {
      source: "en",
      title: "Support hotline",
      texts: ["Call 0800 123 for the hotline."],
    });
    await seedDocument(db, tenant, {
      source: "de",
      title: "Support Hotline",
      locale: "de-AT",
      texts: ["Anruf 0800 123 hotline."],
    });
    expect((await ask("support hotline", { locale: "de" })).results[0]).toMatchObject({
      source: "de",
      parts: { locale: 0.08 },
    });
    expect((await ask("support hotline", { locale: "en-GB" })).results[0]).toMatchObject({ source: "en" });
    expect((await ask("support hotline", { locale: "pl" })).results).toHaveLength(2);
  });

  it("that a visitor writes in counts before that of the browser, where the rules know both", async () => {
    const sources = ["en", "de", "pl"];
    for (const locale of sources)
      await seedDocument(db, tenant, { source: locale, locale, title: "Hotline", texts: [`Hotline 0800 ${locale}.`] });
    const first = async (question: string, locale?: string) =>
      (await searchForVisitor(deps, tenant, { question, history: [], ...(locale === undefined ? {} : { locale }) }))[0];
    expect(await first("hotline", "de-AT")).toMatchObject({ source: "de" });
    expect(await first("What is the number of the hotline?", "de-AT")).toMatchObject({ source: "en" });
    expect(await first("hotline", "pl-PL")).toMatchObject({ source: "pl" });
    expect(await first("Jaki jest numer do hotline i za co to jest?", "pl-PL")).toMatchObject({ source: "pl" });
    expect((await first("hotline"))?.parts).not.toHaveProperty("locale");
  });
});

describe("reasons", () => {
  it("say of each passage why it was kept or dropped, and how long it is", async () => {
    const text = "Our office in Vienna opens at nine o'clock every morning from Monday to Friday.";
    await seedDocument(db, tenant, { source: "office", texts: [text, `${text} `, "The office has a bell."] });
    const found = await ask("when does the office in Vienna open in the morning", { explain: true, limit: 1 });
    expect(found.results[0]).toMatchObject({ kept: true });
    expect(found.results[0]?.reason).toContain("word match");
    expect(found.dropped?.every(({ tokens }) => tokens > 0)).toBe(true);
    expect(found.dropped?.map(({ code, kept }) => [code, kept]).sort()).toEqual([
      ["near_duplicate", false],
      ["over_limit", false],
    ]);
  });

  it("are left out when nobody asks for them", async () => {
    await seedDocument(db, tenant, { source: "plain", texts: ["A plain text on lamps."] });
    const found = await ask("lamps");
    expect(found).not.toHaveProperty("dropped");
    expect(Object.keys(found.results[0] ?? {}).sort()).toEqual(
      "audience chunk_id document_id heading page parts score set source text title url version_id".split(" "),
    );
    expect(Object.keys(found.results[0]?.parts ?? {}).sort()).toEqual(["bm25", "coverage", "page", "vector"]);
  });
});

describe("a budget of tokens", () => {
  it("bounds what a model is given", async () => {
    await seedDocument(db, tenant, {
      source: "long",
      texts: Array.from({ length: 6 }, (_, index) => `Number ${index}: ${`lamp${index} bulb `.repeat(40)}`),
    });
    const { results } = await ask("bulb", { maxTokens: 320 });
    expect(results.length).toBeGreaterThan(0);
    expect(results.length).toBeLessThan(4);
  });
});

describe("a reranker", () => {
  const texts = ["Lamp one is bright.", "Lamp two is dim.", "Lamp three is broken."];

  it("decides the order and its relevance becomes the score", async () => {
    await seedDocument(db, tenant, { source: "lamps", texts });
    const rerank = async (_question: string, given: string[]) =>
      given.map((text) => (text.includes("three") ? 0.9 : 0.1));
    const { results } = await search({ ...deps, reranker: { model: "scripted", rerank } }, tenant, {
      question: "lamp one",
    });
    expect(results[0]).toMatchObject({ text: texts[2], score: 0.9, parts: { rerank: 0.9 } });
    expect(results[0]?.parts.fused).toBeGreaterThan(0);
  });

  it("costs nothing but its order when it fails", async () => {
    await seedDocument(db, tenant, { source: "lamps", texts });
    const plain = await ask("lamp one");
    const rerank = () => Promise.reject(new Error("away"));
    const { results } = await search({ ...deps, reranker: { model: "scripted", rerank } }, tenant, {
      question: "lamp one",
    });
    expect(results).toEqual(plain.results);
  });
});

describe("two tenants", () => {
  it("never meet in a search, an explanation or a score", async () => {
    const marker = "zanzibarmarker";
    await seedDocument(db, tenant, { source: "other", texts: [`Secret ${marker}.`], audience: "internal" });
    tenant = await addTenant();
    await seedDocument(db, tenant, { source: "own", texts: ["Secret recipe."] });
    const found = await ask(`secret ${marker}`, { audience: "internal", explain: true });
    expect(JSON.stringify(found)).not.toContain(marker);
    expect(sourcesOf(found.results)).toEqual(["own"]);
  });
});
