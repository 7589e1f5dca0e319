import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import type { AuditResult, ComparisonResult, InquiryResult, SummaryResult } from "../../../protocol/copilot.ts";
import type { CopilotMenu, CopilotMessage } from "../../../protocol/copilot-conversations.ts";
import { withTenant } from "../../database/transaction.ts";
import { seedDocuments } from "../../test/support/copilot.ts";
import { copilotDesk } from "../../test/support/copilot-desk.ts";
import { type CopilotReader, knownIn, passagesIn, readWithModel } from "../../test/support/copilot-reader.ts";
import { startTestHttp, type TestHttp } from "../../test/support/http.ts";
import { seedDocument } from "../../test/support/library.ts";
import { type ScriptedModel, startScriptedModel } from "../../test/support/scripted-model.ts";

/** Questions of agents and knowledge managers over HTTP, to a scripted model that answers like a real one. */
let test: TestHttp;
let server: ScriptedModel;
let desk: ReturnType<typeof copilotDesk>;
let reader: CopilotReader;
let withoutModel: TestHttp["ctx"]["copilot"]["workersFor"];
let versions: Map<string, string>;
const version = (name: string) => versions.get(name) ?? "";

beforeAll(async () => {
  [test, server] = await Promise.all([startTestHttp(), startScriptedModel()]);
  desk = copilotDesk(test);
  withoutModel = test.ctx.copilot.workersFor;
  versions = await seedDocuments(test.db, test.a.tenant_id, [
    {
      title: "Refund policy",
      versions: [
        ["Refunds are paid within 14 days.", "Sale items are excluded."],
        [
          "Refunds are paid within 30 days \u2013 to the seller\u2019s \u201coriginal\u201d account.",
          "Sale items are excluded.",
          "A non\u2011refundable deposit of 20 EUR is kept.",
          "Write to billing for exceptions.",
        ],
      ],
    },
    { title: "Shipping policy", versions: [["Parcels leave within two days.", "Islands cost 9 EUR more."]] },
    { title: "Acme Subscription Cancellation Policy", versions: [["You may cancel at any time."]] },
    { title: "BankNegara2024", versions: [["Banks hold capital of 8 percent."]] },
    { title: "Security", kind: "other", versions: [["Passwords have 12 letters."]] },
    { title: "Lending rules", versions: [["Capital requirements are 10 percent.", "Loans need two signatures."]] },
  ]);
  const { rows } = await withTenant(test.db, test.a.tenant_id, (tx) =>
    tx.query<{ id: string; title: string }>("select id, title from documents"),
  );
  documents = new Map(rows.map(({ id, title }) => [title, id]));
}, 120_000);
afterAll(async () => {
  await test[Symbol.asyncDispose]();
  await server.close();
});
beforeEach(() => {
  reader = readWithModel(test.ctx.copilot, server);
});

async function ask(...said: [text: string, more?: Parameters<typeof desk.say>[2]]): Promise<CopilotMessage> {
  return desk.ask(await desk.begin(), ...said);
}
/** The id of a document by its title. */
let documents: Map<string, string>;
const documentOf = (title: string) => documents.get(title) ?? "";
const refunds = () => ({ mentions: { documents: [version("Refund policy 2")] } });
const resultOf = <Result>(message: CopilotMessage) => message.body?.result as Result;
const titlesOf = (message: CopilotMessage) => message.body?.documents.map(({ title }) => title);
/** Scripts a model that names these words, with the id of the given document when its title is in the model's list. */
const names = (list: { name: string; title?: string }[], focus = "") => {
  reader.says.names = (user) => ({
    documents: list.map(({ name, title }) => ({
      name,
      id: knownIn(user).find(({ words }) => title !== undefined && words.startsWith(title))?.id ?? "",
    })),
    focus,
  });
};

describe("quotes of a model", () => {
  it("are found with other quotation marks and dashes; a sentence with an invented quote goes with its mark", async () => {
    reader.says.inquire = () => ({
      answer: "Refunds take 30 days [1]. A deposit is kept [3]. Shipping is free for everybody [2].",
      proof: [
        { passage: 1, quote: 'Refunds are paid within 30 days - to the seller\'s "original" account.' },
        { passage: 3, quote: "A non-refundable deposit of 20 EUR is kept." },
        { passage: 2, quote: "Shipping is free for everybody." },
      ],
      documents: [],
      confidence: 0.9,
    });
    const message = await ask("How long does a refund take?", refunds());
    expect(message.state).toBe("done");
    expect(resultOf<InquiryResult>(message).answer).toBe("Refunds take 30 days [1]. A deposit is kept [2].");
    expect(message.body?.excerpts.map(({ text }) => text)).toEqual([
      "Refunds are paid within 30 days \u2013 to the seller\u2019s \u201coriginal\u201d account.",
      "A non\u2011refundable deposit of 20 EUR is kept.",
    ]);
    // Two of three quotes were found.
    expect(message.body?.confidence.inference).toBeCloseTo(0.6);
  });
});

describe("words that are typed while a choice waits", () => {
  const waiting = async () => {
    const id = await desk.begin();
    names([{ name: "that paper" }]);
    expect((await desk.ask(id, "Summarize that paper")).state).toBe("asking");
    names([]);
    return id;
  };

  it("answer it where they name an option", async () => {
    const id = await waiting();
    const message = await desk.ask(id, "the shipping policy");
    expect(message).toMatchObject({ state: "done", action: "summarize" });
    expect(titlesOf(message)).toEqual(["Shipping policy"]);
  });

  it("are a new request otherwise, and keep the text that is attached", async () => {
    const id = await waiting();
    const attached = "Parcels leave within five days.";
    const message = await desk.ask(id, "Audit this against the shipping policy", {
      attached,
      mentions: { documents: [version("Shipping policy 1")] },
    });
    expect(message).toMatchObject({ state: "done", action: "audit" });
    expect(reader.asks("audit")[0]).toContain(attached);
    expect((await desk.read(id)).messages[1]).toMatchObject({ state: "cancelled" });
  });
});

describe("tagged documents", () => {
  it("are read whole where they fit, and no other document is", async () => {
    const message = await ask("What about parcels to islands?", refunds());
    expect(message.state).toBe("done");
    const [user = ""] = reader.asks("inquire");
    expect(passagesIn(user).map(({ text }) => text)).toHaveLength(4);
    expect(user).not.toContain("Islands cost");
    expect(reader.asks("names")).toEqual([]);
    expect(titlesOf(message)).toEqual(["Refund policy"]);
  });

  it("give their best sections where they do not fit, of each", async () => {
    const filler = (at: number) =>
      `Section ${at} tells of matter ${at}. ${"It goes on about other things. ".repeat(40)}`;
    const long = (word: string) => [
      ...Array.from({ length: 60 }, (_, at) => filler(at)),
      `The ${word} of a unicorn is seven gallons.`,
    ];
    const ids = await seedDocuments(test.db, test.a.tenant_id, [
      { title: "Long book one", versions: [long("weight")] },
      { title: "Long book two", versions: [long("height")] },
    ]);
    const documents = [ids.get("Long book one 1") ?? "", ids.get("Long book two 1") ?? ""];
    await ask("How many gallons has a unicorn?", { mentions: { documents } });
    const found = passagesIn(reader.asks("inquire")[0] ?? "");
    expect(found.length).toBeLessThan(122);
    expect(found.filter(({ text }) => text.includes("unicorn")).map(({ title }) => title)).toEqual([
      "Long book one",
      "Long book two",
    ]);
  });

  it("never end in a message that they fit poorly: the model decides from the text", async () => {
    reader.says.inquire = () => ({ answer: "", proof: [], documents: [], confidence: 0.2 });
    const message = await ask("Who waters the plants on the moon base?", refunds());
    expect(message.state).toBe("done");
    expect(message.content).toMatch(/^Nothing in Refund policy answers this/);
  });

  it("may be a set, which is searched as a set however large it is", async () => {
    for (const letter of ["A", "B", "C", "D", "E", "F", "G", "H"])
      await seedDocument(test.db, test.a.tenant_id, {
        source: `${letter}.md`,
        title: `Handbook ${letter}`,
        texts: [letter === "H" ? "Zebras are fed at noon." : `Lions of house ${letter} sleep.`],
        audience: "internal",
      });
    await withTenant(test.db, test.a.tenant_id, async (tx) => {
      await tx.query("update documents set set_name = 'Zoo' where title like 'Handbook _'");
      await tx.query("update document_versions set chunk_count = 1 where chunk_count = 0");
    });
    const message = await ask("When are zebras fed?", { mentions: { sets: ["Zoo"] } });
    expect(message.state).toBe("done");
    const read = passagesIn(reader.asks("inquire")[0] ?? "");
    expect(read.map(({ text }) => text)).toContain("Zebras are fed at noon.");
    expect(read.every(({ title }) => title.startsWith("Handbook"))).toBe(true);
  });
});

describe("names of documents", () => {
  it("that one title fits are taken, and named in the answer", async () => {
    names([{ name: "cancellation policy" }]);
    const message = await ask("Summarize the cancellation policy");
    expect(titlesOf(message)).toEqual(["Acme Subscription Cancellation Policy"]);
    expect(message.content).toMatch(/“Acme Subscription Cancellation Policy”.*Not this one\?/);
  });

  it.each([
    ["BankNegra2024", "BankNegara2024"],
    ["Security", "Security"],
    ["shiping policy", "Shipping policy"],
  ])("are found with a slip and of one word: %s", async (name, title) => {
    names([{ name }]);
    const message = await ask(`Summarize ${name}`);
    expect(titlesOf(message)).toEqual([title]);
    expect(message.content).not.toContain("Not this one?");
  });

  it("with other digits are another document", async () => {
    names([{ name: "BankNegara2023" }]);
    const message = await ask("Summarize BankNegara2023");
    expect(message).toMatchObject({ state: "asking", questions: [{ question: { type: "choose_documents" } }] });
    expect(message.content).toContain("“BankNegara2023”");
  });

  it("are no topics: what is asked about within a document is the focus", async () => {
    names([{ name: "Lending rules", title: "Lending rules" }], "capital requirements");
    reader.says.summarize = (user) => ({
      points: [
        {
          document: "1",
          heading: "",
          text: "Ten percent.",
          proof: [{ passage: passagesIn(user)[0]?.number, quote: "Capital requirements are 10 percent." }],
        },
      ],
      confidence: 0.9,
    });
    const message = await ask("Summarize the capital requirements in the Lending rules");
    expect(message.state).toBe("done");
    expect(titlesOf(message)).toEqual(["Lending rules"]);
    expect(reader.asks("summarize")[0]).toContain("<focus>\ncapital requirements\n</focus>");
    expect(resultOf<SummaryResult>(message).documents[0]?.points[0]?.text).toBe("Ten percent.");
  });
});

describe("a comparison of two versions", () => {
  it("lists every paragraph, the old version left, and has the model explain the changed ones", async () => {
    reader.says.changes = (user) => {
      const number = passagesIn(user).find(({ text }) => text.includes("14 days"))?.number;
      return {
        overview: "The period grew.",
        changes: [
          { number, aspect: "Refund period", note: "Refunds take 30 days instead of 14.", weight: 0.9 },
          { number: 99, aspect: "Invented", note: "Nothing.", weight: 1 },
        ],
        implications: [{ text: "Tell customers.", number }],
        confidence: 0.8,
      };
    };
    // The newer version is tagged first.
    const message = await ask("Compare these", {
      mentions: { documents: [version("Refund policy 2"), version("Refund policy 1")] },
    });
    expect(message.body?.documents.map((each) => each.version)).toEqual([1, 2]);
    const { rows, implications, overview } = resultOf<ComparisonResult>(message);
    expect(overview).toBe("The period grew.");
    expect(rows.map(({ kind, aspect, note, cells }) => [kind, aspect, note, cells.length])).toEqual([
      ["changed", "Refund period", "Refunds take 30 days instead of 14.", 2],
      ["same", "Refund policy", "", 2],
      ["only_in_one", "Refund policy", "", 1],
      ["only_in_one", "Refund policy", "", 1],
    ]);
    expect(rows[0]?.cells[0]?.text).toContain("14 days");
    expect(implications).toEqual([{ text: "Tell customers.", proof: rows[0]?.cells.flatMap(({ proof }) => proof) }]);
  });

  it("about a topic keeps what has to do with it; the topic is what the model is told, not the sentence", async () => {
    reader.says.intent = () => ({ actions: [{ action: "compare", confidence: 0.9 }], web: false, focus: "deposits" });
    reader.says.changes = (user) => ({
      overview: "",
      changes: passagesIn(user).map(({ number, text }) => ({
        number,
        aspect: "x",
        note: "",
        weight: 0.5,
        relevant: text.includes("deposit"),
      })),
      implications: [],
      confidence: 0.8,
    });
    const message = await ask("How do these two differ on deposits, please?", {
      mentions: { documents: [version("Refund policy 1"), version("Refund policy 2")] },
    });
    expect(reader.asks("changes")[0]).toContain("<focus>\ndeposits\n</focus>");
    const { rows, focus } = resultOf<ComparisonResult>(message);
    expect(focus).toBe("deposits");
    expect(rows.map(({ cells }) => cells[0]?.text)).toEqual(["A non\u2011refundable deposit of 20 EUR is kept."]);
  });
});

describe("an audit", () => {
  const reply =
    "Thank you for writing. You get your money back within 60 days. Parcels leave within five days. Islands cost 9 EUR more.";

  it("gives each statement its nearest sections, and lists findings by policy and severity with what to write", async () => {
    const finding = (user: string, here: string, quote: string, severity: string) => ({
      statement: Number(new RegExp(`number="(\\d+)"[^>]*>\\n[^<]*${here.replaceAll("-", ".")}`).exec(user)?.[1] ?? 0),
      theme: "Period",
      severity,
      kind: "number",
      consequence: "A promise that is not kept.",
      here,
      proof: [{ passage: passagesIn(user).find(({ text }) => text.includes(quote.slice(0, 12)))?.number ?? 1, quote }],
      suggestion: `Write it as the policy says: ${quote}`,
      confidence: 0.9,
    });
    reader.says.audit = (user) => ({
      findings: [
        finding(user, "within five days", "Parcels leave within two days.", "medium"),
        finding(
          user,
          "within 60 days",
          'Refunds are paid within 30 days - to the seller\'s "original" account.',
          "high",
        ),
        finding(user, "within 90 days", "Parcels leave within two days.", "high"),
      ],
      matched: 3,
      confidence: 0.9,
    });
    const message = await ask("Audit this", {
      attached: reply,
      mentions: { action: "audit", documents: [version("Refund policy 2"), version("Shipping policy 1")] },
    });
    const { status, findings, statements } = resultOf<AuditResult>(message);
    expect(status).toBe("violated");
    expect(statements).toBe(4);
    expect(findings.map(({ target_version_id: id, severity, here }) => [id, severity, here?.text])).toEqual([
      [version("Refund policy 2"), "high", "within 60 days"],
      [version("Shipping policy 1"), "medium", "within five days"],
    ]);
    expect(findings[0]?.suggestion).toContain("Refunds are paid within 30 days");
    const [user = ""] = reader.asks("audit");
    const nearest = /number="3" nearest="([\d,]+)"/.exec(user)?.[1]?.split(",").map(Number) ?? [];
    expect(passagesIn(user).find(({ number }) => number === nearest[0])?.text).toBe("Parcels leave within two days.");
  });
});

describe("the company's profile", () => {
  it("is part of every prompt, the one for web searches too", async () => {
    const settings = await fetch(`${test.url}/api/v1/admin/settings`, {
      method: "PATCH",
      headers: { authorization: `Bearer ${test.a.api_key}`, "content-type": "application/json", connection: "close" },
      body: JSON.stringify({ industry: "Online bank", about: "Lends to small shops.", place: "Malaysia" }),
    });
    expect(settings.status).toBe(200);
    const queries: string[] = [];
    test.ctx.copilot.web = {
      search: {
        search: async (query) => {
          queries.push(query);
          return [];
        },
      },
      readPage: async () => [],
    };
    onTestFinished(() => {
      test.ctx.copilot.web = undefined;
    });
    reader.says.query = () => "SME lending limits Malaysia 2026";
    await ask("What are the lending limits this year?", { mentions: { ...refunds().mentions, web: true } });
    expect(queries).toEqual(["SME lending limits Malaysia 2026"]);
    const calls = reader.asked.filter(({ call }) => ["intent", "query", "inquire"].includes(call));
    expect(new Set(calls.map(({ call }) => call)).size).toBe(3);
    for (const { user } of calls)
      expect(user).toMatch(/^<company>\n[^<]*industry: Online bank\nabout: Lends to small shops\.\nplace: Malaysia/);
  });
});

describe("a copilot without a language model", () => {
  beforeEach(() => {
    test.ctx.copilot.workersFor = withoutModel;
  });

  it("takes a message without an action for a question, quotes the best sections of the tagged document, and says so", async () => {
    const message = await ask("Summarize what you know about the deposit of 20 EUR", refunds());
    expect(message).toMatchObject({ state: "done", action: "inquire" });
    expect(message.content).toContain("No language model is set up");
    expect(resultOf<InquiryResult>(message).answer).toContain("deposit of 20 EUR is kept.");
  });

  it("lists headings' first sentences and every sentence with a figure", async () => {
    const message = await ask("the refund policy", { mentions: { action: "summarize" } });
    expect(titlesOf(message)).toEqual(["Refund policy"]);
    const points = resultOf<SummaryResult>(message).documents[0]?.points.map(({ text }) => text);
    expect(points?.map((text) => text.slice(0, 20))).toEqual(["Refunds are paid wit", "A non\u2011refundable dep"]);
  });

  it("compares two versions paragraph by paragraph", async () => {
    const documents = [version("Refund policy 2"), version("Refund policy 1")];
    const message = await ask("compare", { mentions: { action: "compare", documents } });
    const { rows, overview } = resultOf<ComparisonResult>(message);
    expect(rows.map(({ kind }) => kind)).toEqual(["changed", "same", "only_in_one", "only_in_one"]);
    expect(rows[0]?.changes[0]).toEqual({ kind: "number", here: "14", there: expect.stringMatching(/^30/) });
    expect(overview).toBe("Changed paragraphs: 1. Only in one document: 2. Unchanged: 1.");
  });

  it("puts each statement beside the nearest policy text, marks other numbers and dates, and gives no verdict", async () => {
    const attached = "Your refund is paid within 45 days. Parcels leave within two days. A deposit of 50 EUR is kept.";
    const documents = [version("Refund policy 2"), version("Shipping policy 1")];
    const message = await ask("check", { attached, mentions: { action: "audit", documents } });
    const { status, findings, beside } = resultOf<AuditResult>(message);
    expect([status, findings]).toEqual(["not_judged", []]);
    expect(message.body?.confidence.inference).toBeNull();
    expect(beside.map(({ here, changes }) => [here.text, changes])).toEqual([
      ["Your refund is paid within 45 days.", [{ kind: "number", here: "45 days", there: "30 days" }]],
      ["Parcels leave within two days.", []],
      ["A deposit of 50 EUR is kept.", [{ kind: "number", here: "50 EUR", there: "20 EUR" }]],
    ]);
    expect(message.content).toMatch(
      /^3 statements beside the nearest policy section\. 2 statements with other numbers/,
    );
  });
});

describe("a version's label", () => {
  it("stands in titles, sources and what a model is told, and is understood in words", async () => {
    const path = `${test.url}/api/v1/admin/documents/${documentOf("Refund policy")}/versions`;
    const headers = {
      authorization: `Bearer ${test.a.api_key}`,
      "content-type": "application/json",
      connection: "close",
    };
    const label = (version: number, to: string | null) =>
      fetch(`${path}/${version}`, { method: "PATCH", headers, body: JSON.stringify({ label: to }) });
    expect((await label(1, "2023")).status).toBe(200);
    expect((await label(2, " 2024 ")).status).toBe(200);
    expect((await label(9, "2025")).status).toBe(404);
    expect((await label(2, "x".repeat(61))).status).toBe(400);
    const { items } = (await (await fetch(path, { headers })).json()) as { items: { label: string }[] };
    expect(items.map((each) => each.label)).toEqual(["2024", "2023"]);
    const menu = (await desk.call<CopilotMenu>("/menu")).body;
    expect(menu.documents.filter(({ title }) => title === "Refund policy").map((each) => each.label)).toEqual([
      "2024",
      "2023",
    ]);
    names([{ name: "Refund policy of 2023", title: "Refund policy, version 2023" }]);
    reader.says.inquire = () => ({
      answer: "It was 14 days [1].",
      proof: [{ passage: 1, quote: "Refunds are paid within 14 days." }],
      documents: [],
      confidence: 0.9,
    });
    const message = await ask("What did the Refund policy of 2023 say?");
    expect(message.body?.documents.map((each) => each.label)).toEqual(["2023"]);
    expect(message.body?.excerpts.map(({ title, version }) => `${title} (${version})`)).toEqual([
      "Refund policy (2023)",
    ]);
    test.ctx.copilot.workersFor = withoutModel;
    const summed = await ask("Refund policy 2023", { mentions: { action: "summarize" } });
    expect(summed.body?.documents.map((each) => each.label)).toEqual(["2023"]);
    expect(summed.content).toMatch(/^Summary of Refund policy \(2023\)\./);
    for (const version of [1, 2]) await label(version, null);
  });
});
