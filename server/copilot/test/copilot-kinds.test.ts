import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import type { DocumentView } from "../../../protocol/admin-documents.ts";
import type { AuditResult } from "../../../protocol/copilot.ts";
import type { CopilotMenu } from "../../../protocol/copilot-conversations.ts";
import { seedDocuments } from "../../test/support/copilot.ts";
import { copilotDesk } from "../../test/support/copilot-desk.ts";
import { type CopilotReader, knownIn, passagesIn, readWithModel } from "../../test/support/copilot-reader.ts";
import { startTestHttp, type TestHttp } from "../../test/support/http.ts";
import { type ScriptedModel, startScriptedModel } from "../../test/support/scripted-model.ts";

/** Own policies, regulations and other documents, over HTTP. */
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
    { title: "Lending rules", kind: "policy", versions: [["Loans of our bank need a deposit of 10 percent."]] },
    { title: "Leave of staff", kind: "policy", versions: [["Staff have 25 days of leave."]] },
    { title: "Central bank act", kind: "regulation", versions: [["Every loan needs a deposit of 15 percent."]] },
    { title: "Handbook", kind: "other", versions: [["Loans are signed at the desk."]] },
  ]);
}, 120_000);
afterAll(async () => {
  await test[Symbol.asyncDispose]();
  await server.close();
});
beforeEach(() => {
  reader = readWithModel(test.ctx.copilot, server);
});

const ourPolicyAndTheRegulation = () => ({
  documents: [
    { name: "our policy", id: "", type: "policy" },
    { name: "the regulation", id: "", type: "regulation" },
  ],
  focus: "",
});

it("“our policy” and “the regulation” mean the documents of that type, the conversation's first", async () => {
  const id = await desk.begin();
  await desk.ask(id, "How much deposit?", { mentions: { documents: [version("Lending rules 1")] } });
  reader.says.names = ourPolicyAndTheRegulation;
  const message = await desk.ask(id, "audit our policy against the regulation");
  expect(message).toMatchObject({ state: "done", action: "audit" });
  expect(knownIn(reader.asks("names")[0] ?? "")[0]?.words).toMatch(/^Lending rules, .*own policy$/);
  const [user = ""] = reader.asks("audit");
  expect(passagesIn(user).map(({ title }) => title)).toEqual(["Central bank act"]);
  expect(user).toContain("Loans of our bank need a deposit of 10 percent.");
});

it("asks which own policy is meant where the conversation has used none and the library has several", async () => {
  reader.says.names = ourPolicyAndTheRegulation;
  const message = await desk.ask(await desk.begin(), "audit our policy against the regulation");
  const [asked] = message.questions;
  expect(message.state).toBe("asking");
  expect(asked?.question).toMatchObject({ certain: [version("Central bank act 1")] });
  expect(asked?.question.type === "choose_documents" && asked.question.options.map(({ title }) => title)).toEqual([
    "Central bank act",
    "Leave of staff",
    "Lending rules",
  ]);
});

it.each([["with a model"], ["without a model"]])(
  "a tagged policy is checked against the tagged regulation, %s",
  async (kind) => {
    if (kind === "without a model") test.ctx.copilot.workersFor = withoutModel;
    const documents = [version("Central bank act 1"), version("Lending rules 1")];
    const message = await desk.ask(await desk.begin(), "check", { mentions: { action: "audit", documents } });
    expect(message.state).toBe("done");
    if (kind === "with a model") {
      expect(passagesIn(reader.asks("audit")[0] ?? "").map(({ title }) => title)).toEqual(["Central bank act"]);
      return;
    }
    const beside = (message.body?.result as AuditResult | undefined)?.beside ?? [];
    expect(beside.map(({ here, target_version_id: target, changes }) => [here.text, target, changes])).toEqual([
      [
        "Loans of our bank need a deposit of 10 percent.",
        version("Central bank act 1"),
        [{ kind: "number", here: "10 percent", there: "15 percent" }],
      ],
    ]);
  },
);

it("a document of another type keeps its place before the policy that it is checked against", async () => {
  const documents = [version("Handbook 1"), version("Lending rules 1")];
  await desk.ask(await desk.begin(), "check", { mentions: { action: "audit", documents } });
  expect(passagesIn(reader.asks("audit")[0] ?? "").map(({ title }) => title)).toEqual(["Lending rules"]);
});

it("has one of three values", async () => {
  const menu = (await desk.call<CopilotMenu>("/menu")).body;
  expect(menu.documents.map(({ title, kind }) => [title, kind])).toEqual([
    ["Central bank act", "regulation"],
    ["Handbook", "other"],
    ["Leave of staff", "policy"],
    ["Lending rules", "policy"],
  ]);
  const library = async (path: string, init: RequestInit = {}) => {
    const response = await fetch(`${test.url}/api/v1/admin/documents${path}`, {
      ...init,
      headers: { authorization: `Bearer ${test.a.api_key}`, "content-type": "application/json", connection: "close" },
    });
    return { status: response.status, body: (await response.json()) as { items: DocumentView[] } & DocumentView };
  };
  const others = (await library("?kind=other")).body.items;
  expect(others.map(({ title, kind }) => [title, kind])).toEqual([["Handbook", "other"]]);
  expect((await library("?kind=guide")).status).toBe(400);
  const change = (kind: string) => library(`/${others[0]?.id}`, { method: "PATCH", body: JSON.stringify({ kind }) });
  expect((await change("faq")).status).toBe(400);
  expect(await change("regulation")).toMatchObject({ status: 200, body: { kind: "regulation" } });
  expect((await library("?kind=other")).body.items).toEqual([]);
});
