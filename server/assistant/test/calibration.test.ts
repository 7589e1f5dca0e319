import { rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { z } from "zod";
import {
  calibrationChangeSchema,
  calibrationReportSchema,
  calibrationStateSchema,
  gradedAnswersSchema,
} from "../../../protocol/admin-calibration.ts";
import type { TenantId } from "../../../protocol/ids.ts";
import { startOperatorServer } from "../../../scripts/cli/operator-server.ts";
import { commands } from "../../../scripts/cli/registry.ts";
import { runCli } from "../../../scripts/cli/run.ts";
import { createTenant } from "../../accounts/tenants/create-tenant.ts";
import { operator } from "../../accounts/tenants/deps.ts";
import { createKey } from "../../accounts/tenants/keys.ts";
import { changeSettings } from "../../accounts/tenants/settings.ts";
import { readConfig } from "../../core/config/config.ts";
import { newId } from "../../core/ids.ts";
import { withTenant } from "../../database/transaction.ts";
import { addDocument } from "../../knowledge/documents/add-document.ts";
import { waitForDocuments } from "../../knowledge/documents/wait-for-documents.ts";
import { makeDataFolder } from "../../test/support/database.ts";
import { type ScriptedModel, startScriptedModel } from "../../test/support/scripted-model.ts";
import { anAgent } from "../../test/support/turns.ts";
import { waitFor } from "../../test/support/wait-for.ts";
import { sendHint } from "../../tickets/desk/hint.ts";
import { approveDraft, resolveTicket } from "../../tickets/desk/resolve.ts";
import type { Asked } from "../../tickets/turns/ask.ts";
import { type AppContext, createContext } from "../../wiring/context.ts";
import { createApp } from "../../wiring/http-app.ts";
import { listJudgedAnswers } from "../grading/graded-answers.ts";
import { extractiveModel } from "../models/extractive/extractive-answerer.ts";

let folder: string;
let ctx: AppContext;
let model: ScriptedModel;
let stopOperator: () => Promise<void>;
let asks = 0;

beforeAll(async () => {
  folder = await makeDataFolder();
  model = await startScriptedModel();
  // The model returns the grade that the question names.
  model.on("grade", ({ user }) => ({
    type: "text",
    text: JSON.stringify({
      score: Number(/device graded (0\.\d+)/.exec(user)?.[1] ?? 0),
      reason: "scripted",
      supported: [],
      unsupported: [],
      missing: [],
    }),
  }));
  for (const [name, value] of Object.entries({
    DATA_DIR: folder,
    MODEL_PROVIDER: "openai",
    OPENAI_API_KEY: "k",
    OPENAI_BASE_URL: model.url,
  }))
    vi.stubEnv(name, value);
  ctx = await createContext({ ...readConfig(), logLevel: "silent" });
  await ctx.startWork();
  stopOperator = await startOperatorServer(ctx, commands);
}, 120_000);
afterAll(async () => {
  await stopOperator?.();
  await ctx?.close();
  await model.close();
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true });
});

async function aTenant(name: string): Promise<TenantId> {
  const { tenant_id } = await createTenant(ctx.http.tenants, operator, { name, origins: ["https://shop.example"] });
  const content = "# Devices\n\nEvery device works with a battery that lasts a year.";
  const { documents } = await addDocument(ctx.knowledge, tenant_id, {
    source: "devices.md",
    format: "markdown",
    content,
  });
  await waitForDocuments(ctx.knowledge, tenant_id, { ids: documents.map(({ id }) => id), until: "searchable" });
  return tenant_id;
}

/** Asks a new question whose answer gets this grade. */
async function ask(tenantId: string, score: number): Promise<Asked & { ticket: { id: string } }> {
  asks += 1;
  const question = `How does number ${asks} work, the device graded ${score}?`;
  const asked = await ctx.ask({ tenantId, question, history: [], keep: true });
  if (asked.ticket === null) throw new Error("the ticket was kept");
  return { ...asked, ticket: asked.ticket };
}

const target = (tenantId: string, { ticket }: { ticket: { id: string } }) => ({
  tenantId,
  ticketId: ticket.id,
  ...anAgent(),
});

async function rated(tenantId: string, score: number, rating: "up" | "down"): Promise<void> {
  const { ticket, message } = await ask(tenantId, score);
  await ctx.http.rateAnswer({ tenantId, ticketId: ticket.id, messageId: message.id, rating });
}

async function approved(tenantId: string, score: number, content?: string): Promise<void> {
  await approveDraft(ctx.http.desk, target(tenantId, await ask(tenantId, score)), { content, saveAsSnippet: false });
}

async function replaced(tenantId: string, score: number): Promise<void> {
  const answer = { answer: "No, it works with the sun.", saveAsSnippet: false };
  await resolveTicket(ctx.http.desk, target(tenantId, await ask(tenantId, score)), answer);
}

async function times(count: number, work: () => Promise<void>): Promise<void> {
  for (let nth = 0; nth < count; nth += 1) await work();
}

interface Run {
  code: number;
  out: string;
  err: string;
}

async function calibrate(...args: string[]): Promise<Run> {
  const run: Run = { code: 0, out: "", err: "" };
  run.code = await runCli(["calibrate", ...args], {
    stdout: (text) => {
      run.out += text;
    },
    stderr: (text) => {
      run.err += text;
    },
  });
  return run;
}

/** Output of a command with `--json`, parsed with the API's schema. */
async function read<T extends z.ZodType>(schema: T, ...args: string[]): Promise<z.infer<T>> {
  return schema.parse(JSON.parse((await calibrate(...args, "--json")).out));
}

const applyTo = (tenant: string) => read(calibrationChangeSchema, "--tenant", tenant, "--apply");
const undoOf = (tenant: string) => read(calibrationChangeSchema, "--tenant", tenant, "--undo");
const reportOf = (tenant: string) => read(calibrationReportSchema, "--tenant", tenant);

const rowOf = (tenantId: string) =>
  withTenant(ctx.db, tenantId, async (tx) => {
    const { rows } = await tx.query<{ threshold: number; calibration: unknown }>(
      "select threshold, calibration from tenants where tenant_id = $1",
      [tenantId],
    );
    return rows[0] ?? { threshold: Number.NaN, calibration: undefined };
  });

describe("a tenant whose model grades too low", () => {
  let strict: TenantId;
  let other: TenantId;
  beforeAll(async () => {
    strict = await aTenant("Strict");
    other = await aTenant("Other");
    await times(13, () => rated(strict, 0.85, "up"));
    await rated(strict, 0.85, "down");
    await times(15, () => approved(strict, 0.62));
    await replaced(strict, 0.62);
    await times(10, () => replaced(strict, 0.3));
  }, 180_000);

  it("sees how often its grades are right, and what would fit, and nothing changes", async () => {
    const report = await reportOf("Strict");
    expect(report).toMatchObject({
      grader: expect.stringMatching(/^openai:gpt-4o, graded by openai:gpt-4o-mini, prompts \d+$/),
      answers: 40,
      other_answers: 0,
      labels: {
        right: 28,
        wrong: 12,
        by_evidence: [
          { evidence: "draft_approved", answers: 15, right: true },
          { evidence: "draft_replaced", answers: 11, right: false },
          { evidence: "thumb_up", answers: 13, right: true },
          { evidence: "thumb_down", answers: 1, right: false },
        ],
      },
      now: { slope: 1, shift: 0, threshold: 0.7, shown: 14, to_person: 26 },
      proposed: { shown: 30, to_person: 10, wrong_of_shown: 0.067 },
      refusal: null,
    });
    expect(report.curve[6]).toMatchObject({ now: { answers: 16, labelled: 16, right: 0.938 } });
    const table = await calibrate("--tenant", "Strict");
    expect(table.code).toBe(0);
    expect(table.out).toMatch(/0\.6-0\.7 +16 +16 +93\.8 % .*\n/);
    expect(table.out).toMatch(/█{19}/);
    expect(table.out).toMatch(/at most 8 % wrong .* 30 +10 /);
    expect(await rowOf(strict)).toEqual({ threshold: 0.7, calibration: null });
  });

  it("sees what a threshold would have done to each of its newest answers, and nobody else's", async () => {
    const { threshold, items } = gradedAnswersSchema.parse(await listJudgedAnswers(ctx.http.tenants, strict));
    expect(threshold).toBe(0.7);
    expect(items).toHaveLength(40);
    expect(items.filter(({ score }) => score >= 0.6)).toHaveLength(30);
    expect(items.filter(({ was_shown }) => was_shown)).toHaveLength(14);
    // Newest first, including the drafts that an agent has rewritten.
    expect(items[0]).toMatchObject({ score: 0.3, evidence: "draft_replaced", is_right: false, was_shown: false });
    expect(items[0]?.question).toMatch(/^How does number \d+ work, the device graded 0\.3\?$/);
    expect(items.at(-1)).toMatchObject({ score: 0.85, evidence: "thumb_up", is_right: true, was_shown: true });
    expect((await listJudgedAnswers(ctx.http.tenants, other)).items).toEqual([]);
  });

  it("grades and shows answers accordingly once that is applied, and another tenant does not", async () => {
    expect((await ask(strict, 0.62)).escalated).toBe(true);
    const applied = await applyTo("Strict");
    expect(applied).toMatchObject({ changed: true, is_at_work: true, former_threshold: 0.7 });
    const { threshold } = await rowOf(strict);
    expect(threshold).toBe(applied.threshold);
    const shown = await ask(strict, 0.62);
    expect(shown.escalated).toBe(false);
    expect(shown.message.grade).toMatchObject({ score: threshold });
    expect(shown.message.grade?.score).toBeGreaterThan(0.7);
    expect((await ask(strict, 0.3)).escalated).toBe(true);
    const elsewhere = await ask(other, 0.62);
    expect(elsewhere).toMatchObject({ escalated: true, message: { grade: { score: 0.62 } } });
    expect(await rowOf(other)).toEqual({ threshold: 0.7, calibration: null });
    expect((await calibrate("--tenant", "Strict", "--show")).out).toMatch(/^Active: slope .*28 correct and 12 wrong/s);
  });

  it("gets the same scale from the same labels again, since it is fitted on grades as they were given", async () => {
    const { calibration } = await read(calibrationStateSchema, "--tenant", "Strict", "--show");
    const again = await reportOf("Strict");
    const { slope, shift, threshold } = calibration ?? {};
    expect(again.proposed).toMatchObject({ slope, shift, threshold });
    expect(again.now).toMatchObject({ slope, shift, threshold });
    expect(await applyTo("Strict")).toMatchObject({ changed: false });
  });

  it("is read and changed over the admin API by an admin, and by nobody else", async () => {
    const server = createServer(createApp(ctx.http).app);
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo; // listening on a port, so it is no pipe
    const call = (key: string | undefined, method = "GET", body?: object) =>
      fetch(`http://127.0.0.1:${port}/api/v1/admin/calibration`, {
        method,
        headers: { "content-type": "application/json", ...(key ? { authorization: `Bearer ${key}` } : {}) },
        ...(body ? { body: JSON.stringify(body) } : {}),
      });
    const agent = await createKey(ctx.http.tenants, operator, { tenantId: strict, name: "agent", role: "manager" });
    const admin = await createKey(ctx.http.tenants, operator, { tenantId: strict, name: "admin", role: "admin" });
    const stranger = await createKey(ctx.http.tenants, operator, { tenantId: other, name: "admin", role: "admin" });
    for (const method of ["GET", "POST", "DELETE"]) {
      expect((await call(undefined, method)).status).toBe(401);
      expect((await call(agent.api_key, method)).status).toBe(403);
    }
    const before = await rowOf(strict);
    const answer = calibrationStateSchema.extend({ report: calibrationReportSchema });
    expect(answer.parse(await (await call(admin.api_key)).json())).toMatchObject({
      is_at_work: true,
      threshold: before.threshold,
      report: { labels: { right: 28, wrong: 12 } },
    });
    expect(await (await call(stranger.api_key)).json()).toMatchObject({ calibration: null, report: { answers: 1 } });
    expect((await call(stranger.api_key, "POST", {})).status).toBe(409);
    expect((await call(stranger.api_key, "DELETE")).status).toBe(409);
    expect((await call(admin.api_key, "POST", { most_wrong: 8 })).status).toBe(400);
    expect(await (await call(admin.api_key, "DELETE")).json()).toMatchObject({ changed: true, threshold: 0.7 });
    expect(await rowOf(strict)).toEqual({ threshold: 0.7, calibration: null });
    const applied = await (await call(admin.api_key, "POST", { most_wrong: 0.08 })).json();
    expect(applied).toMatchObject({ changed: true, threshold: before.threshold });
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  it("goes back exactly to what was before, one step at a time", async () => {
    const first = await rowOf(strict);
    await withTenant(ctx.db, strict, (tx) =>
      tx.query("update tenants set threshold = 0.9 where tenant_id = $1", [strict]),
    );
    expect(await applyTo("Strict")).toMatchObject({ changed: true });
    expect(await undoOf("Strict")).toMatchObject({ threshold: 0.9, is_at_work: true });
    expect(await rowOf(strict)).toEqual({ ...first, threshold: 0.9 });
    expect((await calibrate("--tenant", "Strict", "--undo")).out).toContain("Threshold 0.9 -> 0.7");
    expect(await rowOf(strict)).toEqual({ threshold: 0.7, calibration: null });
    expect(await ask(strict, 0.62)).toMatchObject({ escalated: true, message: { grade: { score: 0.62 } } });
    expect(await calibrate("--tenant", "Strict", "--undo")).toMatchObject({ code: 1, err: /no calibration/ });
    const { rows } = await withTenant(ctx.db, strict, (tx) =>
      tx.query("select action, detail from audit_log where action like 'calibration.%' order by id"),
    );
    expect(rows.map(({ action }) => action)).toEqual(
      ["apply", "undo", "apply", "apply", "undo", "undo"].map((what) => `calibration.${what}`),
    );
    expect(rows[0]?.detail).toMatchObject({ from: { threshold: 0.7 }, to: { labels: { right: 28, wrong: 12 } } });
  });

  it("remembers ten steps back, and always how everything began", async () => {
    const byHand = (threshold: number) =>
      withTenant(ctx.db, strict, (tx) =>
        tx.query("update tenants set threshold = $2 where tenant_id = $1", [strict, threshold]),
      );
    for (let nth = 0; nth < 12; nth += 1) {
      await byHand((50 + nth) / 100);
      expect(await applyTo("Strict")).toMatchObject({ changed: true });
    }
    const thresholds: number[] = [];
    for (let nth = 0; nth < 10; nth += 1) thresholds.push((await undoOf("Strict")).threshold);
    expect(thresholds).toEqual([0.61, 0.6, 0.59, 0.58, 0.57, 0.56, 0.55, 0.54, 0.53, 0.5]);
    expect(await rowOf(strict)).toEqual({ threshold: 0.5, calibration: null });
  });
});

describe("what people do with an answer", () => {
  it("is told apart, and what says nothing does not count", async () => {
    const tenantId = await aTenant("Evidence");
    await approved(tenantId, 0.5);
    await approved(tenantId, 0.5, "It works with a battery, in short.");
    await sendHint(ctx.http.desk, target(tenantId, await ask(tenantId, 0.5)), "Look at the batteries.");
    const ended = await ask(tenantId, 0.9);
    await ctx.http.endTicket({ tenantId, ticketId: ended.ticket.id });
    const asking = await ask(tenantId, 0.9);
    await ctx.turns.send({
      tenantId,
      ticketId: asking.ticket.id,
      messageId: newId(),
      content: "I want to talk to a person",
    });
    await ask(tenantId, 0.9);
    const again = { tenantId, question: "How does the device graded 0.95 work?", history: [], keep: true };
    const answer = await ctx.ask(again);
    const cached = await ctx.ask(again);
    expect([answer.message.cached, cached.message.cached]).toEqual([false, true]);
    await ctx.http.rateAnswer({
      tenantId,
      ticketId: cached.ticket?.id ?? "",
      messageId: cached.message.id,
      rating: "up",
    });
    await waitFor(async () => {
      const { rows } = await withTenant(ctx.db, tenantId, (tx) =>
        tx.query("select from turns where status = 'running'"),
      );
      return rows.length === 0;
    });
    const run = await calibrate("--tenant", "Evidence", "--json");
    expect(run.code).toBe(1);
    expect(JSON.parse(run.out)).toMatchObject({
      answers: 7,
      labels: {
        right: 2,
        wrong: 2,
        by_evidence: [
          { evidence: "draft_approved", answers: 1 },
          { evidence: "hint_given", answers: 1 },
          { evidence: "asked_for_person", answers: 1, weight: 0.5 },
          { evidence: "ended_content", answers: 1, weight: 0.25 },
        ],
      },
      proposed: null,
      refusal: expect.stringMatching(/So far: 2 correct, 2 wrong.* 6 more correct ones and 6 more wrong/),
    });
    expect(await calibrate("--tenant", "Evidence", "--apply")).toMatchObject({ code: 1, err: /needs 30/ });
  }, 60_000);

  it("counts for the model that gave the grade, also when it did so before grades were kept as given", async () => {
    const tenantId = await aTenant("Models");
    await ask(tenantId, 0.9);
    const patch = { models: { generate: { provider: "extractive" as const, model: "" } } };
    await changeSettings(ctx.http.tenants, operator, { tenantId, patch });
    const question = "How long does the battery of a device last?";
    expect(await ctx.ask({ tenantId, question, history: [], keep: true })).toMatchObject({ escalated: false });
    const report = await reportOf("Models");
    expect(report).toMatchObject({ grader: extractiveModel, answers: 1, other_answers: 1, now: { shown: 1 } });
    const { rowCount } = await withTenant(ctx.db, tenantId, (tx) =>
      tx.query("update turns set grading = grading - 'raw' where grading -> 'raw' ->> 'grader' = $1", [
        extractiveModel,
      ]),
    );
    expect(rowCount).toBe(1);
    expect(await reportOf("Models")).toEqual(report);
  });

  it("is refused with a wish that is no share, and with two wishes at once", async () => {
    expect((await calibrate("--tenant", "Strict", "--most-wrong", "8")).code).toBe(2);
    expect((await calibrate("--tenant", "Strict", "--apply", "--undo")).code).toBe(2);
  });
});
