import { execFileSync } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { leavesOf } from "../../scripts/cli/examples.ts";
import type { Asker } from "../../scripts/cli/init/asker.ts";
import type { TriedQuestion } from "../../scripts/cli/init/init.ts";
import { startOperatorServer } from "../../scripts/cli/operator-server.ts";
import { createProgram } from "../../scripts/cli/program.ts";
import { commands } from "../../scripts/cli/registry.ts";
import { runCli } from "../../scripts/cli/run.ts";
import { operatorSocketPath } from "../../scripts/cli/wire.ts";
import { readConfig } from "../core/config/config.ts";
import { type AppContext, createContext } from "../wiring/context.ts";
import { makeDataFolder } from "./support/database.ts";
import { startWebSite, type WebSite } from "./support/web-site.ts";

let folder: string;
let dataDir: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "parley-cli-"));
  dataDir = await makeDataFolder(folder);
  vi.stubEnv("DATA_DIR", dataDir);
  vi.stubEnv("PORT", "18787");
  await mkdir(join(folder, "docs"));
  await writeFile(
    join(folder, "docs", "returns.md"),
    "# Returns\n\nYou can send anything back within 30 days. Parcels come back at our cost.\n",
  );
  await writeFile(
    join(folder, "docs", "opening.html"),
    "<!doctype html><html><head><title>Opening hours</title></head><body><h1>Opening hours</h1><p>The shop opens at nine o'clock on weekdays.</p></body></html>",
  );
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true });
});

/** A bicycle shop whose sitemap lists three pages and whose robots.txt disallows one. */
function startSite(): Promise<WebSite> {
  const page = (title: string, body: string) =>
    `<!doctype html><title>${title} | Bikes &amp; Co</title><main><h1>${title}</h1>${body}</main>`;
  const list = (request: IncomingMessage, response: ServerResponse) => {
    const at = `http://${request.headers.host}`;
    const pages = ["/about-our-workshop", "/help/warranty", "/help/delivery", "/secret"];
    response
      .writeHead(200, { "content-type": "application/xml" })
      .end(`<urlset>${pages.map((path) => `<url><loc>${at}${path}</loc></url>`).join("")}</urlset>`);
  };
  return startWebSite({
    "/": page("Welcome", "<p>We sell and mend bicycles in the old town, and have done so since 1974.</p>"),
    "/robots.txt": "User-agent: *\nDisallow: /secret\n",
    "/sitemap.xml": list,
    "/about-our-workshop": page(
      "About our workshop",
      "<p>Our workshop mends bicycles of every make within three days.</p>",
    ),
    "/help/warranty": page(
      "Warranty",
      "<h2>How long is the warranty of a bike?</h2><p>The warranty of a bike is five years from the day of delivery.</p>",
    ),
    "/help/delivery": page(
      "Delivery",
      "<h2>What does the delivery of a bike cost?</h2><p>The delivery of a bike costs twenty euros, and nothing above five hundred euros.</p>",
    ),
  });
}

interface Run {
  code: number;
  out: string;
  err: string;
  json: Record<string, unknown>;
}

function parley(...args: string[]): Promise<Run> {
  return parleyOf(args);
}

async function parleyOf(args: string[], asker?: Asker): Promise<Run> {
  let out = "";
  let err = "";
  const code = await runCli(args, {
    stdout: (text) => {
      out += text;
    },
    stderr: (text) => {
      err += text;
    },
    ...(asker ? { asker } : {}),
  });
  return {
    code,
    out,
    err,
    json: args.includes("--json") && out !== "" ? (JSON.parse(out) as Record<string, unknown>) : {},
  };
}

/** A user at a terminal who types the given answers or accepts the suggested ones. */
function somebody(answers: Record<string, string | string[] | boolean>): Asker & { seen: string[] } {
  const seen: string[] = [];
  const answer = (message: string) => Object.entries(answers).find(([part]) => message.includes(part))?.[1];
  return {
    seen,
    begin: (title) => void seen.push(title),
    text: async ({ message, initial = "" }) => {
      seen.push(`${message} [${initial}]`);
      return String(answer(message) ?? initial);
    },
    yes: async (message) => {
      seen.push(message);
      return answer(message) !== false;
    },
    choose: async ({ message, options, initial }) => {
      seen.push(`${message} ${options.map(({ label, hint }) => `${label} ${hint ?? ""}`).join("; ")}`);
      const chosen = answer(message);
      return Array.isArray(chosen) ? chosen : initial;
    },
    say: (line) => void seen.push(line),
    warn: (line) => void seen.push(line),
    note: (title, body) => void seen.push(`${title} ${body}`),
    work: async (label, run) => {
      seen.push(label);
      return run((at) => void seen.push(`${at.done}/${at.total} ${at.label}`));
    },
    end: (line) => void seen.push(line),
  };
}

describe("without an installation", () => {
  it("a command says where it looked and makes none; only what begins one does", async () => {
    const empty = join(folder, "mistyped");
    vi.stubEnv("DATA_DIR", empty);
    const listed = await parley("tenant", "list", "--json");
    expect(listed.code).toBe(1);
    expect(listed.json).toMatchObject({ error: { code: "not_found", message: expect.stringContaining(empty) } });
    expect(listed.err).toContain("parley init");
    expect((await parley("doctor")).out).toContain(`No installation in ${empty}`);
    expect(await stat(empty).catch(() => null)).toBeNull();
    const refused = await parleyOf(["init"], somebody({ "Create one there": false }));
    expect(refused).toMatchObject({ code: 2, err: expect.stringContaining("Nothing was changed") });
    expect(await stat(empty).catch(() => null)).toBeNull();
    vi.stubEnv("DATA_DIR", dataDir);
  });

  it("every command has an example, and every shell a completion that knows it", async () => {
    const leaves = leavesOf(createProgram(async () => {}));
    for (const [path] of leaves)
      expect((await parley(...path.split(" "), "--help")).out, path).toMatch(/Examples:\n {2}/);
    for (const shell of ["bash", "zsh", "fish"]) {
      const { out, code } = await parley("completion", shell);
      expect(code).toBe(0);
      for (const word of ["init", "rotate", "two-factor"]) expect(out, shell).toContain(word);
    }
    const { out: script } = await parley("completion", "bash");
    const complete = (...words: string[]) =>
      execFileSync(
        "bash",
        [
          "-c",
          `${script}\nCOMP_WORDS=(parley ${words.join(" ")} ""); COMP_CWORD=${words.length + 1}; _parley; echo "\${COMPREPLY[@]}"`,
        ],
        {
          encoding: "utf8",
        },
      );
    expect(complete("people")).toMatch(/\binvite\b.*\brole\b.*\breset\b/);
    expect(complete("people", "reset", "ann@shop.example")).toContain("--two-factor");
    expect((await parley("completion", "tcsh")).code).toBe(2);
  });

  it("a mistyped command is answered with the nearest one", async () => {
    expect((await parley("tenat", "list")).err).toMatch(/Did you mean tenant/);
    expect((await parley("people", "remov", "x")).err).toMatch(/Did you mean remove/);
    expect((await parley("doctor", "--pgae", "x")).err).toMatch(/Did you mean --page/);
  });
});

describe("without a server", () => {
  it("a command opens the installation itself", async () => {
    const made = await parley(
      "tenant",
      "create",
      "--name",
      "Shop",
      "--origin",
      "https://shop.example",
      "https://*.shop.example",
      "--email",
      "ann@shop.example",
      "--json",
    );
    expect(made.code).toBe(0);
    expect(made.json).toMatchObject({
      console_url: "http://localhost:18787/console",
      admin: { email: "ann@shop.example" },
    });
    expect(Object.keys(made.json).sort()).toEqual([
      "admin",
      "api_key",
      "console_url",
      "identity_secret",
      "snippet",
      "tenant_id",
    ]);
    expect(made.json.snippet).toContain(`data-tenant="${made.json.tenant_id}"`);
  }, 120_000);

  it("wrong use is 2 and a failure 1, with the reason on stderr", async () => {
    for (const [args, code, reason] of [
      [["nonsense"], 2, /unknown command/],
      [["tenant", "create", "--json"], 2, /--name is missing/],
      [["tenant", "create", "--name", "X", "--origin", "http://x.example"], 2, /http is allowed for localhost only/],
      [["knowledge", "search", "hello"], 2, /--tenant/],
      [["key", "create", "--tenant", "Shop", "--name", "x", "--role", "king"], 2, /king/],
      [["tenant", "show", "nobody"], 1, /Tenant not found/],
      [["knowledge", "add", "nothing-here", "--tenant", "Shop"], 1, /No such file or folder/],
    ] as [string[], number, RegExp][]) {
      const run = await parley(...args);
      expect(run.code, args.join(" ")).toBe(code);
      expect(run.err, args.join(" ")).toMatch(reason);
    }
  }, 120_000);
});

describe("with a server that has the data folder open", () => {
  let ctx: AppContext;
  let stopOperator: () => Promise<void>;
  beforeAll(async () => {
    ctx = await createContext({ ...readConfig(), logLevel: "silent" });
    await ctx.startWork();
    stopOperator = await startOperatorServer(ctx, commands);
  });
  afterAll(async () => {
    await stopOperator();
    await ctx.close();
  });

  it("commands run inside it, over a socket for the owner only", async () => {
    expect(((await stat(operatorSocketPath(dataDir))).mode & 0o777).toString(8)).toBe("600");
    const listed = await parley("tenant", "list", "--json");
    expect(listed.code).toBe(0);
    expect(listed.json).toMatchObject({ tenants: [{ name: "Shop", status: "active" }] });
    expect((await parley("tenant", "list")).out).toContain("Shop");
    const migrated = await parley("migrate", "--json");
    expect(migrated.json).toMatchObject({ applied: [] });
  });

  it("pages inside private networks are refused, with the reason", async () => {
    for (const address of [
      "http://127.0.0.1/",
      "http://localhost:8787/docs",
      "http://169.254.169.254/latest/meta-data",
    ]) {
      const refused = await parley("knowledge", "add", address, "--tenant", "Shop", "--json");
      expect(refused.code, address).toBe(1);
      expect(refused.json.documents, address).toMatchObject([{ source: address, status: "failed", chunks: 0 }]);
      expect(JSON.stringify(refused.json.documents), address).toMatch(/public website|port/i);
    }
  });

  it("a tenant is set up by options alone, from its site to answered questions", async () => {
    const site = await startSite();
    try {
      const nobody = await parley("init", "--json");
      expect(nobody).toMatchObject({ code: 2, err: expect.stringContaining("--site") });
      const origin = `http://localhost:${site.port}`;
      const made = await parley(
        "init",
        "--site",
        origin,
        "--email",
        "bea@bikes.example",
        "--pages",
        "/help/",
        "--json",
      );
      expect(made.code, made.out + made.err).toBe(0);
      expect(made.json).toMatchObject({
        snippet: expect.stringContaining("data-tenant"),
        admin: { email: "bea@bikes.example", password: expect.any(String) },
        pages: { found: 3, taken: 2, failed: [] },
      });
      const questions = made.json.questions as TriedQuestion[];
      expect(questions.map(({ question }) => question)).toContain("How long is the warranty of a bike?");
      expect(questions.find(({ question }) => question.includes("warranty"))).toMatchObject({
        answered: true,
        answer: expect.stringContaining("five years"),
        sources: [`${origin}/help/warranty`],
      });
      expect((await parley("tenant", "show", String(made.json.tenant_id))).out).toContain(`Bikes & Co (active)`);
      expect((await parley("tenant", "show", "Bikes & C")).err).toContain('Did you mean "Bikes & Co"?');
      expect(site.asked).not.toContain("/secret");
    } finally {
      await site.close();
    }
  });

  it("whoever sits at the terminal is asked, sees how far it is, and finds the secrets in a file", async () => {
    const site = await startSite();
    try {
      const asker = somebody({
        "Website that": `localhost:${site.port}`,
        "Company name": "Bikes Two",
        "Your e-mail": "cy@bikes.example",
      });
      const made = await parleyOf(["tenant", "create"], asker);
      expect(made.code, made.err).toBe(0);
      expect(asker.seen).toContainEqual(expect.stringContaining("Company name [Bikes & Co]"));
      expect(asker.seen).toContainEqual(
        expect.stringContaining(`Origin of the pages with the chat [http://localhost:${site.port}]`),
      );
      expect(asker.seen).toContainEqual(
        expect.stringMatching(/The sitemap lists 3 pages.*\/help\/ 2 pages; Top-level pages 1 page/),
      );
      expect(asker.seen).toContain("3/3 pages processed");
      expect(asker.seen).toContainEqual(expect.stringContaining("five years"));
      expect(made.out).toContain("data-tenant=");
      const file = /The password and keys are saved in (\S+)\. /.exec(made.out)?.[1] ?? "";
      const kept = JSON.parse(await readFile(file, "utf8")) as { api_key: string; admin: { password: string } };
      expect(((await stat(file)).mode & 0o777).toString(8)).toBe("600");
      for (const secret of [kept.api_key, kept.admin.password]) {
        expect(secret.length).toBeGreaterThan(15);
        expect(made.out + made.err + asker.seen.join()).not.toContain(secret);
      }
      const shown = await parley(
        "tenant",
        "create",
        "--name",
        "Shown",
        "--origin",
        "https://shown.example",
        "--show-secrets",
      );
      expect(shown.out).toMatch(/password {5}\S{15,}/);
    } finally {
      await site.close();
    }
  });

  it("documents are added from a folder, found, and answered from", async () => {
    const added = await parley("knowledge", "add", join(folder, "docs"), "--tenant", "Shop", "--wait", "--json");
    expect(added.code, added.out + added.err).toBe(0);
    const documents = added.json.documents as Record<string, unknown>[];
    expect(documents.map((document) => document.source)).toEqual([
      join(folder, "docs/opening.html"),
      join(folder, "docs/returns.md"),
    ]);
    for (const document of documents) {
      expect(["searchable", "ready"]).toContain(document.status);
      expect(document.chunks).toBeGreaterThan(0);
    }
    const found = await parley(
      "knowledge",
      "search",
      "How long can I send things back?",
      "--tenant",
      "Shop",
      "--limit",
      "1",
      "--json",
    );
    const results = found.json.results as Record<string, unknown>[];
    expect(results).toHaveLength(1);
    expect(results[0]).toMatchObject({ source: join(folder, "docs/returns.md"), title: "Returns" });
    expect(Object.keys(results[0]?.parts as object)).toContain("bm25");
    expect(Object.keys(found.json)).toEqual(["results"]);
    const search = ["knowledge", "search", "How long can I send things back?", "--tenant", "Shop", "--limit", "1"];
    const explained = await parley(...search, "--explain", "--json");
    expect(explained.json.results).toMatchObject([{ title: "Returns", kept: true, reason: expect.any(String) }]);
    expect(explained.json.dropped).toEqual(
      expect.arrayContaining([expect.objectContaining({ kept: false, code: "over_limit" })]),
    );
    expect((await parley(...search, "--explain")).out).toMatch(/kept: .*\n.*\n- {2}.*\n.*\n {3}dropped: enough/s);
    const status = await parley("knowledge", "status", "--tenant", "Shop", "--json");
    expect(status.json).toMatchObject({ documents: 2, failed: 0 });
    const asked = await parley("ask", "Within how many days can I send something back?", "--tenant", "Shop", "--json");
    expect(asked.code, asked.err).toBe(0);
    expect(asked.json).toMatchObject({
      escalated: expect.any(Boolean),
      rephrased_question: expect.any(String),
      timings: expect.any(Object),
    });
    expect(asked.json.message).toMatchObject({ role: "assistant" });
    const unknown = await parley("ask", "Do you sell pizza in Helsinki?", "--tenant", "Shop", "--json");
    expect(unknown.json).toMatchObject({
      escalated: true,
      ticket: null,
      note: expect.stringMatching(/#\d+ was not kept/),
    });
  });

  it("a tenant's own questions say what became of them, set by set, and what each threshold means", async () => {
    const file = join(folder, "questions.jsonl");
    const rows = [
      {
        question: "Within how many days can I send something back?",
        set: "returns",
        source: "returns.md",
        evidence: "You can send anything back within 30 days.",
        answer: "within 30 days",
      },
      { question: "Do you sell pizza in Helsinki?", set: "others", person: true },
    ];
    await writeFile(file, rows.map((row) => JSON.stringify(row)).join("\n"));
    const [out, html] = [join(folder, "judged.json"), join(folder, "judged.html")];
    const run = await parley("eval", file, "--tenant", "Shop", "--out", out, "--html", html, "--json");
    expect(run.code).toBe(0);
    expect(run.json).toMatchObject({
      threshold: 0.7,
      sets: [
        { set: "returns", questions: 1, "right and complete": 1 },
        { set: "others", questions: 1, "escalated rightly": 1 },
        { set: "all", questions: 2, "answered though it should not": 0 },
      ],
      questions: [
        { outcome: "right and complete", held: 1, right_source: true, right_answer: true },
        { outcome: "escalated rightly", answerable: false, escalated: true, right_source: null },
      ],
    });
    expect(run.json.thresholds).toContainEqual(expect.objectContaining({ threshold: 0.7, unanswerable_answered: 0 }));
    expect(JSON.parse(await readFile(out, "utf8"))).toEqual(run.json);
    const page = await readFile(html, "utf8");
    expect(page).toContain("Do you sell pizza in Helsinki?");
    expect(page).toContain("<circle");
    expect(page).not.toMatch(/<script|src=|href=/);
    const shown = await parley("eval", file, "--tenant", "Shop");
    expect(shown.out).toMatch(/set +questions +right and complete +right document, evidence missing +wrong document/);
    expect(shown.out).toMatch(/mean length +CPU ms +wall ms/);
    expect(shown.out).toMatch(/threshold +answered +escalated/);
    expect((await parley("eval", join(folder, "none.jsonl"), "--tenant", "Shop")).code).toBe(1);
  });

  it("a document has what is said about it, versions, and a way back", async () => {
    const file = join(folder, "fees.md");
    await writeFile(file, "# Fees\n\nThe fee is 5 euros.\n");
    const add = (...more: string[]) =>
      parley("knowledge", "add", file, "--tenant", "Shop", "--wait", "searchable", "--json", ...more);
    const first = await add("--kind", "policy", "--title", "All fees", "--valid-until", "2040-01-01");
    expect(first.code, first.out + first.err).toBe(0);
    const [document] = first.json.documents as { id: string; title: string }[];
    expect(document).toMatchObject({ title: "All fees" });
    await writeFile(file, "# Fees\n\nThe fee is 9 euros.\n");
    expect((await add()).code).toBe(0);
    const id = document?.id ?? "";
    const listed = await parley("knowledge", "versions", id, "--tenant", "Shop", "--compare", "2", "--json");
    expect(listed.json).toMatchObject({
      versions: [
        { version: 2, is_current: true },
        { version: 1, is_current: false },
      ],
      compared: { older: 1, newer: 2, added: 1, removed: 1 },
    });
    const restored = await parley("knowledge", "restore", id, "--version", "1", "--tenant", "Shop", "--json");
    expect(restored.json).toMatchObject({ document: { version: 1, kind: "policy", title: "All fees" } });
    const again = await parley("knowledge", "reindex", id, "--tenant", "Shop", "--json");
    expect(again.json).toMatchObject({ documents: [{ id, version: 1 }] });
    expect((await add("--valid-from", "someday")).code).toBe(2);
    expect((await parley("knowledge", "delete", id, "--tenant", "Shop", "--json")).json).toEqual({ deleted: id });
    expect((await parley("knowledge", "versions", id, "--tenant", "Shop")).code).toBe(1);
  });

  it("a message of the server is the command's message", async () => {
    const refused = await parley("domain", "add", "*", "--tenant", "Shop", "--json");
    expect(refused.code).toBe(2);
    expect(refused.json).toMatchObject({ error: { code: "invalid_request" } });
    expect((await parley("domain", "add", "https://other.example", "--tenant", "Shop", "--json")).json).toMatchObject({
      domains: expect.arrayContaining(["https://other.example"]),
    });
    expect((await parley("domain", "remove", "https://other.example", "--tenant", "Shop")).code).toBe(0);
    expect((await parley("domain", "remove", "https://other.example", "--tenant", "Shop")).code).toBe(1);
  });

  it("keys and people are made and listed without their secrets", async () => {
    const key = await parley("key", "create", "--tenant", "Shop", "--name", "reports", "--role", "viewer", "--json");
    expect(key.json.api_key).toMatch(/^pk_/);
    const keys = await parley("key", "list", "--tenant", "Shop", "--json");
    expect(keys.out).not.toContain(String(key.json.api_key).slice(-20));
    expect((await parley("key", "revoke", String(key.json.id), "--tenant", "Shop", "--json")).json).toMatchObject({
      ok: true,
    });
    const person = await parley("people", "invite", "bob@shop.example", "--tenant", "Shop", "--json");
    expect(person.json).toMatchObject({ email: "bob@shop.example" });
    expect((await parley("people", "list", "--tenant", "Shop")).out).toContain("bob@shop.example");
    const rotated = await parley("key", "rotate", String(key.json.id), "--tenant", "Shop", "--json");
    expect(rotated.json).toMatchObject({ error: { code: "not_found" } }); // it was revoked above
    const next = await parley("key", "create", "--tenant", "Shop", "--name", "crm", "--role", "agent", "--json");
    const kept = await parley("key", "rotate", String(next.json.id), "--tenant", "Shop", "--keep-old", "--json");
    expect(kept.json).toMatchObject({ name: "crm", role: "agent", replaces: next.json.id, keeps_old: true });
    const last = await parley("key", "rotate", String(next.json.id), "--tenant", "Shop");
    expect(last.out).toMatch(/^pk_.*is revoked/s);
    const states = (await parley("key", "list", "--tenant", "Shop", "--json")).json.keys as {
      id: string;
      revoked_at: string | null;
    }[];
    expect(states.find(({ id }) => id === next.json.id)?.revoked_at).not.toBeNull();
  });

  it("a person's role is changed, their password is reset by a link, and their work ends; the last admin stays", async () => {
    const people = (...args: string[]) => parley("people", ...args, "--tenant", "Shop", "--json");
    expect((await people("role", "BOB@shop.example", "manager")).json).toMatchObject({ role: "manager" });
    expect((await parley("people", "list", "--tenant", "Shop")).out).toMatch(/manager {2}bob@shop\.example/);
    expect((await people("role", "bob@shop.example", "king")).code).toBe(2);
    expect((await people("role", "ann@shop.example", "viewer")).json).toMatchObject({ error: { code: "conflict" } });
    const reset = await people("reset", "bob@shop.example", "--two-factor");
    expect(reset.json).toMatchObject({ link: expect.stringContaining("/console/reset#"), two_factor_off: true });
    expect((await people("reset", "bod@shop.example")).err).toContain("did you mean bob@shop.example?");
    expect((await people("remove", "bob@shop.example")).json).toMatchObject({ email: "bob@shop.example", tickets: 0 });
    expect((await people("remove", "bob@shop.example")).code).toBe(1);
    expect((await people("remove", "ann@shop.example")).json).toMatchObject({ error: { code: "conflict" } });
  });

  it("the doctor proves that tenants are kept apart, and leaves nothing of the proof behind", async () => {
    const before = await parley("tenant", "list", "--json");
    const report = await parley("doctor", "--isolation", "--json");
    expect(report.json).toMatchObject({ ok: true, isolation: { faults: [] } });
    expect(report.code).toBe(0);
    expect(JSON.stringify(report.json.checks)).toContain('"name":"answer cache","status":"ok"');
    expect((await parley("tenant", "list", "--json")).json).toEqual(before.json);
    expect((await parley("doctor", "--isolation")).out).toMatch(/ok\s+live probe\s+\d+ attempts on \d+ tables/);
  });

  it("what tenants used is told as a table, as CSV and as JSON, and levels of logs are changed while it runs", async () => {
    const month = new Date().toISOString().slice(0, 7);
    const table = await parley("usage", "--tenant", "Shop");
    expect(table.code, table.err).toBe(0);
    expect(table.out).toMatch(new RegExp(`^tenant .*cost +stored\\nShop .*\\$0\\.00[^]*${month}, so far`));
    const csv = await parley("usage", "--csv");
    expect(csv.out.split(/\r?\n/)[0]).toContain("month");
    expect(csv.out).toContain("Shop");
    expect((await parley("usage", "--tenant", "Shop", "--json")).json).toMatchObject({
      month,
      is_open: true,
      tenants: [{ name: "Shop" }],
    });
    expect((await parley("usage", "--month", "July")).code).toBe(2);

    expect((await parley("log")).out).toMatch(/^silent\n\nLoggers: .*turns/);
    expect((await parley("log", "turns=fatal", "--minutes", "5")).out).toContain("turns=fatal for 5 minutes");
    expect((await parley("log", "--json")).json).toMatchObject({ levels: "silent,turns=fatal" });
    expect((await parley("log", "loud")).code).toBe(2);
    expect((await parley("log", "turns=silent", "--minutes", "0")).code).toBe(0);
  });

  it("an identity secret is rotated, and an identity required and not required again", async () => {
    const rotated = await parley("tenant", "identity", "rotate", "--tenant", "Shop", "--json");
    expect(rotated.json.identity_secret).toMatch(/^[\w-]{43}$/);
    expect(Date.parse(String(rotated.json.previous_valid_until))).toBeGreaterThan(Date.now() + 23 * 3_600_000);
    const wrong = await parley("tenant", "identity", "rotate", "--tenant", "Shop", "--overlap-hours", "-2");
    expect(wrong.code).not.toBe(0);
    const required = await parley("tenant", "identity", "require", "--tenant", "Shop", "--json");
    expect(required.json.require_identity).toBe(true);
    const off = await parley("tenant", "identity", "require", "--tenant", "Shop", "--off", "--json");
    expect(off.json.require_identity).toBe(false);
  });

  it("the doctor finds a healthy installation", async () => {
    const report = await parley("doctor", "--json");
    expect(report.code).toBe(0);
    expect(report.json.ok).toBe(true);
    const names = (report.json.checks as { name: string }[]).map((check) => check.name);
    for (const name of [
      ...["database version", "migrations", "pgvector", "row security", "clock", "queue", "tenants"],
      ...["Redis", "model", "embeddings", "e-mail", "public address", "disk"],
    ])
      expect(names).toContain(name);
  });
});
