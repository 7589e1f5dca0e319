import type { AddressInfo } from "node:net";
import { createServer } from "node:tls";
import { describe, expect, it } from "vitest";
import type { Check } from "../../../protocol/admin-doctor.ts";
import { renderChecks } from "../../../scripts/cli/render-checks.ts";
import { createModels } from "../../assistant/models/create-models.ts";
import { verifySmtp } from "../../core/mailer/smtp-mailer.ts";
import type { ServerSettings } from "../../database/server-settings.ts";
import { startEmailServer } from "../../test/support/mail-server.ts";
import { startScriptedModel } from "../../test/support/scripted-model.ts";
import { selfSigned } from "../../test/support/self-signed.ts";
import type { RedisFacts } from "../doctor/deps.ts";
import { checkPublicUrl, judgeCertificate } from "../doctor/installation/check-certificate.ts";
import { checkEmail } from "../doctor/installation/check-installation.ts";
import { judgeModels } from "../doctor/installation/check-models.ts";
import { checkDisk, judgeBacklog, judgeRedis, judgeServer } from "../doctor/installation/judge-parts.ts";

const dayMs = 24 * 60 * 60 * 1_000;
const said = (checks: Check[]) => checks.map(({ status, detail }) => `${status} ${detail}`).join("\n");

describe("a database server", () => {
  const good: ServerSettings = {
    isStandby: false,
    fsync: true,
    fullPageWrites: true,
    autovacuum: true,
    encoding: "UTF8",
    maxConnections: 100,
    connections: 12,
    encrypted: null,
    isRemote: false,
  };

  it.each([
    [{}, /^ok writes are safe, 12 of 100/],
    [{ isStandby: true }, /^failed .*standby/],
    [{ fsync: false }, /^failed fsync is off/],
    [{ fullPageWrites: false }, /^warning full_page_writes/],
    [{ autovacuum: false }, /^warning autovacuum/],
    [{ encoding: "SQL_ASCII" }, /^failed .*SQL_ASCII/],
    [{ connections: 95 }, /^warning 95 of 100/],
    [{ isRemote: true, encrypted: false }, /^warning .*not encrypted/],
    [{ isRemote: true, encrypted: true }, /^ok/],
  ])("that is set so: %o", (changes, words) => {
    expect(said(judgeServer({ ...good, ...changes }))).toMatch(words);
  });
});

describe("Redis", () => {
  const good: RedisFacts = {
    version: "7.2.4",
    isReplica: false,
    policy: "noeviction",
    maxMemory: 0,
    usedMemory: 5_000_000,
    appendOnly: false,
    saveFailed: false,
  };

  it.each([
    [{}, /^ok 7\.2\.4, noeviction, not persisted, which is fine for Parley$/],
    [{ policy: "volatile-lru", appendOnly: true }, /^ok .*persisted to disk$/],
    [{ version: "6.0.16" }, /^failed .*6\.2/],
    [{ isReplica: true }, /^failed .*replica/],
    [{ policy: "allkeys-lru" }, /^warning .*evicts keys of the job queue/],
    [{ maxMemory: 5_100_000 }, /^warning 5 of 5 MB/],
    [{ saveFailed: true }, /^warning .*write to disk failed/],
  ])("that is set so: %o", (changes, words) => {
    expect(said(judgeRedis({ ...good, ...changes }))).toMatch(words);
  });
});

it("work that waits is told by its age, and by whether anybody works", () => {
  const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000);
  const quiet = { waiting: 3, running: 1, oldest: ago(1), moved: ago(0), failed: 0 };
  expect(said(judgeBacklog("queue", quiet))).toBe("ok 3 jobs queued, 1 running");
  expect(said(judgeBacklog("queue", { ...quiet, oldest: ago(30) }))).toMatch(/^warning .*30 minutes/);
  expect(said(judgeBacklog("queue", { ...quiet, running: 0, oldest: ago(30) }))).toMatch(
    /^failed .*no worker is running/,
  );
  expect(said(judgeBacklog("queue", { ...quiet, oldest: ago(30), moved: ago(12) }))).toBe(
    "failed 3 jobs are queued, and none has progressed for 12 minutes.",
  );
  expect(said(judgeBacklog("queue", { ...quiet, failed: 2 }))).toMatch(/warning 2 jobs failed for good/);
});

it("a certificate is told by when it ends and whether browsers trust it", async () => {
  const until = (days: number) => ({ validTo: new Date(Date.now() + days * dayMs + 60_000), fault: null });
  expect(said([judgeCertificate(until(60))])).toMatch(/^ok valid until .* \(60 days\)/);
  expect(said([judgeCertificate(until(9))])).toMatch(/^warning .*in 9 days/);
  expect(said([judgeCertificate(until(-3))])).toMatch(/^failed It expired on/);
  const server = createServer(selfSigned).listen(0);
  const { port } = server.address() as AddressInfo; // it listens on a port
  const [address, certificate] = await checkPublicUrl(`https://localhost:${port}`);
  expect(address?.status).toBe("ok");
  expect(certificate).toMatchObject({ status: "failed", detail: expect.stringContaining("self-signed") });
  await new Promise((resolve) => server.close(resolve));
  expect(said(await checkPublicUrl(`https://localhost:${port}`))).toMatch(/failed .*connection was refused/);
  expect(said(await checkPublicUrl("http://chat.example"))).toMatch(/^warning .*does not use HTTPS/);
  expect(said(await checkPublicUrl("http://localhost:8787"))).toMatch(/^ok/);
});

it("the mail server is really asked", async () => {
  const server = await startEmailServer();
  const at = (url: string) => checkEmail({ verifyEmail: () => verifySmtp(url) });
  expect(await at(server.url)).toMatchObject({ status: "ok" });
  expect(server.received).toEqual([]);
  await server[Symbol.asyncDispose]();
  expect(await at(server.url)).toMatchObject({ status: "failed", mend: expect.stringContaining("SMTP_URL") });
  const none = await checkEmail({ verifyEmail: null });
  expect(none).toMatchObject({ status: "not_set", detail: expect.stringMatching(/^Not set up\. Set SMTP_URL/) });
  expect(renderChecks([none])).toMatch(/^- {8}e-mail/);
});

it("each model is really asked, once whatever it does, and its refusal told without its words", async () => {
  await using model = await startScriptedModel();
  const access = { openaiApiKey: "sk-test", openaiBaseUrl: model.url, ollamaBaseUrl: undefined };
  const limits = { retries: { pauseMs: 1, maxPauseMs: 1, breakAfter: 9, restMs: 1 } };
  const models = createModels({ provider: "openai", small: "little", large: "big", ...access }, limits);
  const tried = await models.tryOut();
  expect(tried.map(({ model: name, error }) => [name, error]).sort()).toEqual([
    ["big", null],
    ["little", null],
  ]);
  expect(model.requests).toHaveLength(2);
  expect(said(judgeModels(tried))).toMatch(/ok openai big \(.*generate.*\) responded in \d+ ms/);
  model.on("other", { type: "status", status: 401, message: "bad key sk-secret" });
  const refused = said(judgeModels(await models.tryOut()));
  expect(refused).toMatch(/failed openai big .*rejects the key \(401\)/);
  expect(refused).not.toContain("sk-secret");
  const rules = { models: { generate: { provider: "extractive" as const, model: "" } } };
  expect((await models.tryOut(rules)).some(({ tasks }) => tasks.includes("generate"))).toBe(false);
  expect(said(judgeModels([]))).toBe("ok built-in answerer");
});

it("the disk of a folder has so much room", async () => {
  expect((await checkDisk("/tmp")).detail).toMatch(/\d of \d.* GB free/);
});
