import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  type Article,
  articleSchema,
  articleSearchResponseSchema,
  type FoundArticle,
  maxArticleQuoteChars,
} from "../../../protocol/articles.ts";
import { newId } from "../../core/ids.ts";
import { withTenant } from "../../database/transaction.ts";
import { originA, originB, startTestHttp, type TestHttp } from "../../test/support/http.ts";
import { type SeededDocument, seedDocument } from "../../test/support/library.ts";
import { VisitorClient } from "../../test/support/visitor-client.ts";

const day = 24 * 3_600_000;
let test: TestHttp;
let visitor: VisitorClient;
const seed = (document: SeededDocument) => seedDocument(test.db, test.a.tenant_id, document);
beforeAll(async () => {
  test = await startTestHttp();
  visitor = await VisitorClient.init(`${test.url}/api/v1`, test.a.tenant_id, originA);
});
afterAll(() => test[Symbol.asyncDispose]());

async function find(q: string, client = visitor): Promise<FoundArticle[]> {
  const response = await client.call(`articles?q=${encodeURIComponent(q)}`);
  expect(response.status).toBe(200);
  return articleSearchResponseSchema.parse(await response.json()).items;
}

async function read(path: string): Promise<Article> {
  const response = await visitor.call(`articles/${path}`);
  expect(response.status).toBe(200);
  return articleSchema.parse(await response.json());
}

const titles = async (q: string) => (await find(q)).map(({ title }) => title);

describe("articles found while typing", () => {
  beforeAll(async () => {
    const texts = (subject: string) => [
      `How to mend a ${subject}. It needs glue.`,
      `A ${subject} that leaks is returned.`,
    ];
    await seed({ source: "kettles", title: "Kettles", texts: texts("kettle") });
    await seed({ source: "samovars", title: "Samovars", texts: texts("samovar"), audience: "internal" });
    await seed({ source: "teapots", title: "Teapots", texts: texts("teapot"), validUntil: new Date(Date.now() - day) });
    await seed({ source: "urns", title: "Urns", texts: texts("urn"), validFrom: new Date(Date.now() + day) });
    await seedDocument(test.db, test.b.tenant_id, { source: "b", title: "Theirs", texts: texts("kettle") });
    await seed({
      source: "zeiten",
      title: "Öffnungszeiten",
      locale: "de",
      texts: ["Unsere Öffnungszeiten: Wir sind werktags da und bearbeiten Rückgaben."],
    });
    await seed({ source: "henpin", title: "返品", locale: "ja", texts: ["商品は三十日以内に返品できます。"] });
  });

  it("are documents that this visitor may read, each once, by its best passage", async () => {
    const found = await find("kettle leaks");
    expect(found.map(({ title }) => title)).toEqual(["Kettles"]);
    expect(found[0]?.quote).toBe("A kettle that leaks is returned.");
    expect(found[0]?.marks.map(({ start, end }) => found[0]?.quote.slice(start, end))).toEqual(["kettle", "leaks"]);
  });

  it("are none that are internal, over, to come, or of another tenant, by whole words and by their beginnings", async () => {
    for (const typed of ["samovar ", "samo", "teapot ", "teap", "urn ", "urn", "Theirs "])
      expect(await titles(typed), typed).toEqual([]);
    const other = await VisitorClient.init(`${test.url}/api/v1`, test.b.tenant_id, originB);
    expect((await find("kettle", other)).map(({ title }) => title)).toEqual(["Theirs"]);
  });

  it("are found by the beginning of a word, by its forms, and while an ending is half typed", async () => {
    for (const typed of ["ket", "kettl", "Kettles", "return", "returni", "returning", "KETTLE RETURNED"])
      expect(await titles(typed), typed).toEqual(["Kettles"]);
    for (const typed of ["öffn", "Öffnungszeit", "öffnungszeiten", "rückg", "Rückgabe"])
      expect(await titles(typed), typed).toEqual(["Öffnungszeiten"]);
    for (const typed of ["返", "返品", "返品できます"]) expect(await titles(typed), typed).toEqual(["返品"]);
  });

  it("are none for what says nothing", async () => {
    for (const typed of ["", " ", "k", "?!", "the", "🙂", "xyzzy plugh", "%", "_", "' or 1=1 --", "k:*", "\\"])
      expect(await titles(typed), typed).toEqual([]);
  });

  it("have a quote of at most 160 characters that shows what was typed, without marks of Markdown", async () => {
    const filler = "word after word of something else that nobody asked for ".repeat(8);
    const texts = [`| Colour | Price |\n| --- | --- |\n| ${filler} turquoise lamp | **12** euros ${filler} |`];
    await seed({ source: "lamps", title: "Lamps", texts });
    const [lamp] = await find("turquoise");
    expect(lamp?.quote.length).toBeLessThanOrEqual(maxArticleQuoteChars);
    expect(lamp?.quote).toContain("turquoise lamp 12 euros");
    expect(lamp?.marks.map(({ start, end }) => lamp.quote.slice(start, end))).toEqual(["turquoise"]);
  });

  it("come in the visitor's language first where the same is said in two", async () => {
    await seed({ source: "wifi-en", title: "Wifi", texts: ["The wifi password is on the bottom of the box."] });
    await seed({
      source: "wifi-fr",
      title: "Wifi",
      locale: "fr",
      texts: ["Le mot de passe wifi se trouve sous la boîte."],
    });
    const response = await fetch(`${test.url}/api/v1/chat/init`, {
      method: "POST",
      headers: { "content-type": "application/json", origin: originA },
      body: JSON.stringify({ tenant_id: test.a.tenant_id, visitor: { locale: "fr-CA" } }),
    });
    const { token } = (await response.json()) as { token: string };
    const answer = await visitor.call("articles?q=wifi", { headers: { authorization: `Bearer ${token}` } });
    const [first] = articleSearchResponseSchema.parse(await answer.json()).items;
    expect(first?.quote).toContain("mot de passe");
  });

  it("are refused without a session, and for a text that is too long or missing", async () => {
    expect((await fetch(`${test.url}/api/v1/chat/articles?q=kettle`)).status).toBe(401);
    const staff = { authorization: `Bearer ${test.a.api_key}` };
    expect((await fetch(`${test.url}/api/v1/chat/articles?q=kettle`, { headers: staff })).status).toBe(401);
    for (const query of ["", "?q=a&q=b", `?q=${"a".repeat(201)}`, "?q=%00"])
      expect((await visitor.call(`articles${query}`)).status, query).toBe(400);
  });
});

describe("an article that is read", () => {
  const texts = Array.from({ length: 30 }, (_, at) => `Part ${at} of the manual.`);

  it("is told from its start, and on and back in steps until its ends", async () => {
    const { id, chunkIds } = await seed({ source: "manual", title: "Manual", texts });
    const seen: string[] = [];
    let page = await read(id);
    expect(page).toMatchObject({ title: "Manual", url: null, locale: "en", passage: null, before: null });
    for (let turns = 0; turns < 10; turns += 1) {
      seen.push(...page.sections.map(({ chunk_id }) => chunk_id));
      if (page.after === null) break;
      page = await read(`${id}?after=${page.after}`);
    }
    expect(seen).toEqual(chunkIds);
    const back: string[] = [];
    page = await read(`${id}?passage=${chunkIds[20]}`);
    while (page.before !== null) {
      page = await read(`${id}?before=${page.before}`);
      back.unshift(...page.sections.map(({ chunk_id }) => chunk_id));
    }
    expect(back).toEqual(chunkIds.slice(0, 18));
  });

  it("begins a little before the passage that was asked for, and says which it is", async () => {
    const { id, chunkIds } = await seed({ source: "manual-2", title: "Manual 2", texts });
    const page = await read(`${id}?passage=${chunkIds[12]}`);
    expect(page.passage).toBe(chunkIds[12]);
    expect(page.sections[0]?.chunk_id).toBe(chunkIds[10]);
    expect(page.sections.length).toBeLessThanOrEqual(8);
    expect(JSON.stringify(page).length).toBeLessThan(30_000);
  });

  it("finds the passage of an older version by its words, and says so when it is gone", async () => {
    const old = ["Before.", "Pay within ten days.", "Smoke signals are answered."];
    const { id, chunkIds } = await seed({ source: "terms", title: "Terms", texts: old });
    const version = newId();
    const now = [newId(), newId(), newId(), newId()];
    await withTenant(test.db, test.a.tenant_id, async (tx) => {
      await tx.query(
        `insert into document_versions (tenant_id, id, document_id, version, content_hash, format, raw_text)
         values ($1, $2, $3, 2, '', 'text', '')`,
        [tx.tenantId, version, id],
      );
      await tx.query(
        `insert into chunks (tenant_id, id, document_id, version_id, ordinal, text)
         select $1, c.id, $2, $3, row_number() over (), c.text from unnest($4::uuid[], $5::text[]) as c(id, text)`,
        [tx.tenantId, id, version, now, ["New.", "Newer.", "Before.", "Pay within ten days."]],
      );
      await tx.query("update documents set current_version_id = $2 where id = $1", [id, version]);
    });
    expect((await read(`${id}?passage=${chunkIds[1]}`)).passage).toBe(now[3]);
    const gone = await read(`${id}?passage=${chunkIds[2]}`);
    expect(gone.passage).toBeNull();
    expect(gone.sections[0]?.chunk_id).toBe(now[0]);
  });

  it("is not there for what the visitor may not see: internal, over, to come, unread, another tenant's, no id at all", async () => {
    const body = { title: "Hidden", texts: ["Hidden words."] };
    const hidden = [
      await seed({ ...body, source: "h1", audience: "internal" }),
      await seed({ ...body, source: "h2", validUntil: new Date(Date.now() - day) }),
      await seed({ ...body, source: "h3", validFrom: new Date(Date.now() + day) }),
      await seedDocument(test.db, test.b.tenant_id, { ...body, source: "h4" }),
    ];
    const unread = await seed({ ...body, source: "h5" });
    await withTenant(test.db, test.a.tenant_id, (tx) =>
      tx.query("update documents set current_version_id = null where id = $1", [unread.id]),
    );
    for (const { id, chunkIds } of [...hidden, unread, { id: newId(), chunkIds: [] }, { id: "1", chunkIds: [] }]) {
      for (const query of ["", `?passage=${chunkIds[0] ?? newId()}`, "?after=0", "?before=5"])
        expect((await visitor.call(`articles/${id}${query}`)).status, query).toBe(404);
    }
  });

  it("shows nothing of a passage of another document, or of another tenant, that is asked for in it", async () => {
    const own = await seed({ source: "own", title: "Own", texts: ["Own words."] });
    const internal = await seed({
      source: "kept",
      title: "Kept",
      texts: ["Own words.", "Kept words."],
      audience: "internal",
    });
    const theirs = await seedDocument(test.db, test.b.tenant_id, { source: "own", texts: ["Own words."] });
    for (const chunk of [...internal.chunkIds, ...theirs.chunkIds]) {
      const page = await read(`${own.id}?passage=${chunk}`);
      expect(page.passage).toBeNull();
      expect(page.sections.map(({ content }) => content)).toEqual(["Own words."]);
    }
  });

  it("is refused for a place that is none", async () => {
    const { id } = await seed({ source: "place", title: "Place", texts: ["Words."] });
    for (const query of ["passage=x", "after=x", "after=-1", "before=1e99", "before=1.5"])
      expect((await visitor.call(`articles/${id}?${query}`)).status, query).toBe(400);
    expect((await read(`${id}?after=1000000`)).sections).toEqual([]);
  });
});

describe("articles", () => {
  it("are counted among the calls of a session", async () => {
    const strict = await startTestHttp({ rules: { chat_ticket: { points: 3, seconds: 60 } } });
    const client = await VisitorClient.init(`${strict.url}/api/v1`, strict.a.tenant_id, originA);
    const statuses: number[] = [];
    for (let call = 0; call < 5; call += 1) statuses.push((await client.call("articles?q=kettle")).status);
    expect(statuses).toEqual([200, 200, 200, 429, 429]);
    await strict[Symbol.asyncDispose]();
  });
});
