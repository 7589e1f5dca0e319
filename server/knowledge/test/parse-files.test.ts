import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, afterEach, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { projectRoot } from "../../core/project-root.ts";
import { makeDocx, paragraph, relation, wordXml } from "../../test/support/make-docx.ts";
import { makePdf, scanOf } from "../../test/support/make-pdf.ts";
import { waitFor } from "../../test/support/wait-for.ts";
import { FileParser, type FileParserOptions, type ParseRequest } from "../reading/parsers/file-parser.ts";
import { defaultLimits } from "../reading/parsers/parser-limits.ts";
import { codeFlags, parserFlags } from "../reading/parsers/spawn-parser.ts";

const open: FileParser[] = [];
const parserWith = (options: FileParserOptions = {}) => {
  const parser = new FileParser(options);
  open.push(parser);
  return parser;
};
const shared = new FileParser();
/** Most tests share one process, as the files of one tenant do. */
const parse = (name: string, bytes: Uint8Array | string, request: Partial<ParseRequest> = {}) =>
  shared.parseFile({ name, bytes: Buffer.from(bytes), group: "tests", ...request });
/** Kills a hanging process before the test times out, because waiting for it blocks everything else. */
const childLimits = { timeout: 50_000, killSignal: "SIGKILL" } as const;
const refused = (message: RegExp, code = "unprocessable_document") =>
  expect.objectContaining({ code, message: expect.stringMatching(message) });

const ps = (...args: string[]) => spawnSync("ps", args, childLimits).stdout.toString().trim();
const childrenOf = (pid: number) =>
  ps("-o", "pid=,args=", "--ppid", String(pid))
    .split("\n")
    .filter((line) => line.includes("entry.mjs"))
    .map((line) => Number.parseInt(line, 10));

afterEach(() => {
  for (const parser of open.splice(0)) parser.close();
});
afterAll(() => shared.close());

describe("a file", () => {
  it("is what its content says, then its name, then what was declared", async () => {
    const pdf = makePdf([[{ x: 50, y: 100, text: "Refunds take 14 days." }]]);
    expect(await parse("notes.txt", pdf, { declaredType: "text/plain" })).toMatchObject({
      format: "pdf",
      pages: 1,
      pageTexts: [{ page: 1, text: "Refunds take 14 days." }],
    });
    expect(await parse("a.pdf.bin", await makeDocx(paragraph("Hello there.")))).toMatchObject({ format: "docx" });
    const html = "<!doctype html><title>Rules</title><h1>Rules</h1><p>Pay.</p>";
    expect(await parse("rules.md", html)).toMatchObject({ format: "html", extraction: { title: "Rules" } });
    expect(await parse("about.txt", "A PDF begins with %PDF-1.7.")).toMatchObject({ format: "text" });
    expect(await parse("rules.txt", "# no heading")).toMatchObject({ format: "text" });
    expect(await parse("rules", "<p>Pay.</p>", { declaredType: "text/html; charset=utf-8" })).toMatchObject({
      format: "html",
    });
    for (const name of ["guest.txt", "guest"])
      expect(await parse(name, Buffer.from("\ufeffThe network is harbour-guest.", "utf16le"))).toMatchObject({
        format: "text",
        pageTexts: [{ text: "The network is harbour-guest." }],
      });
    expect(await parse("rules.mdx", "import X from 'x';\n\n# Rules\n\n<X>Pay.</X>")).toMatchObject({
      format: "markdown",
      extraction: { title: "Rules" },
    });
    expect(await parse("faq.csv", "question,answer\nHow?,So.")).toMatchObject({
      format: "csv",
      extraction: { coverage: 1 },
    });
    expect(await parse("faq", "q;a\nHow?;So.", { declaredType: "text/csv" })).toMatchObject({ format: "csv" });
  });

  it("is read in its own encoding", async () => {
    const korean = Uint8Array.from([0xc8, 0xaf, 0xba, 0xd2]); // refund
    const bytes = Buffer.concat([Buffer.from('<meta charset="euc-kr"><p>'), korean, Buffer.from("</p>")]);
    const { pageTexts, notes } = await parse("page.html", bytes);
    expect(pageTexts).toEqual([{ page: 1, text: "환불" }]);
    expect(notes).toEqual(["Read as euc-kr."]);
  });

  it.each([
    ["empty.md", "", /empty/],
    ["blank.txt", " \n\n ", /No text was found/],
    ["blank.pdf", makePdf([[]]), /No text was found/],
    ["broken.pdf", "%PDF-1.7\nnothing", /damaged/],
    ["named.pdf", "just text", /named as PDF/],
    ["named.docx", "just text", /named as DOCX/],
    ["cut.docx", "PK\x03\x04 and nothing", /damaged/],
    [
      "picture.pdf",
      Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52]),
      /named as/,
    ],
    [
      "picture.png",
      Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52]),
      /PNG files are not supported/,
    ],
    ["letter.rtf", "{\\rtf1 hello}", /RTF files are not supported/],
    ["old.doc", Uint8Array.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, 0]), /Old Office/],
    ["noise.bin", Uint8Array.from({ length: 4_000 }, (_, index) => (index * 7919) % 251), /not supported/],
  ])("like %s ends with a plain reason", async (name, bytes, reason) => {
    await expect(parse(name, bytes)).rejects.toEqual(refused(reason));
  });

  it("that is a scan is read as a picture, and says so", async () => {
    const bytes = makePdf([
      scanOf(["Refunds are possible within fourteen days.", "The parcel must not be opened before."]),
      [{ x: 50, y: 100, text: "A page with text of its own, which is long enough not to be a stamp." }],
      [],
    ]);
    const { pageTexts, extraction, notes } = await parse("scan.pdf", bytes);
    expect(pageTexts[0]?.text).toContain("Refunds are possible within fourteen days.");
    expect(pageTexts[1]?.text).toMatch(/^A page with text/);
    expect(pageTexts[2]?.text).toBe("");
    expect(notes).toEqual(["Read from scanned pages, as English: page 1."]);
    expect(extraction.coverage).toBe(1);
    expect(extraction.blocks.map(({ page }) => page)).toEqual(expect.arrayContaining([1, 2]));
  });
});

describe("limits", () => {
  const long = Array.from({ length: 400 }, (_, index) => [
    { x: 50, y: 100, text: `Page ${index} has some text on it.` },
  ]);

  it("of time end the process that is stuck, and the next file is read by another", async () => {
    const parser = parserWith({ limits: { timeMs: 30 } });
    await expect(parser.parseFile({ name: "long.pdf", bytes: makePdf(long) })).rejects.toEqual(refused(/longer than/));
    const next = parserWith({ limits: { timeMs: 30_000 } });
    expect(await next.parseFile({ name: "a.md", bytes: Buffer.from("# Hello") })).toMatchObject({ format: "markdown" });
  });

  it("of memory end it too", async () => {
    let tries = 0;
    const parser = parserWith({ limits: { rssBytes: 220 * 1024 * 1024 }, onEnd: () => (tries += 1) });
    const scan = makePdf([scanOf(["Reading a picture takes more memory than that."])]);
    await expect(parser.parseFile({ name: "scan.pdf", bytes: scan })).rejects.toEqual(refused(/too much memory/));
    // The limit is the parser's own, so another attempt would end the same way.
    expect(tries).toBe(1);
  });

  it("of size hold for files, texts, pages and results", async () => {
    const parser = parserWith({ limits: { fileBytes: 200_000, textBytes: 1_000, pages: 5, characters: 500 } });
    const read = (name: string, bytes: Uint8Array) => parser.parseFile({ name, bytes, group: "a" });
    await expect(read("a.md", Buffer.alloc(200_001, "a"))).rejects.toEqual(refused(/larger than/));
    await expect(read("a.md", Buffer.alloc(1_001, "a"))).rejects.toEqual(refused(/at most/));
    await expect(read("a.md", Buffer.alloc(900, "a "))).rejects.toEqual(refused(/million characters/));
    await expect(read("a.pdf", makePdf(long.slice(0, 6)))).rejects.toEqual(refused(/more than 5 pages/));
  });

  it("of the queue refuse one more, to be tried again", async () => {
    const parser = parserWith({ size: 1, queueLimit: 2 });
    const files = Array.from({ length: 4 }, () => parser.parseFile({ name: "a.md", bytes: Buffer.from("text") }));
    const results = await Promise.allSettled(files);
    expect(results.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled", "fulfilled", "rejected"]);
    expect(results[3]).toMatchObject({ reason: { code: "overloaded", retryAfterSeconds: 30 } });
  });

  it("end with the parser: what waits is refused as worth another try", async () => {
    const parser = parserWith();
    const files = [1, 2].map(() => parser.parseFile({ name: "a.md", bytes: Buffer.from("text") }));
    parser.close();
    for (const file of files) await expect(file).rejects.toEqual(refused(/started|shutting down/, "unavailable"));
    await expect(parser.parseFile({ name: "a.md", bytes: Buffer.from("text") })).rejects.toEqual(
      refused(/shutting down/, "unavailable"),
    );
  });

  it("can be set by whoever asked: a file that nobody wants any more is given up", async () => {
    const parser = parserWith();
    const abort = new AbortController();
    const file = parser.parseFile({ name: "long.pdf", bytes: makePdf(long), signal: abort.signal });
    abort.abort();
    await expect(file).rejects.toEqual(refused(/was cancelled/, "unavailable"));
  });
});

describe("a parser's process", () => {
  it("is used again for the files of a group only", async () => {
    const reused: string[] = [];
    const parser = parserWith({ onEnd: ({ name, isReused }) => isReused && reused.push(name) });
    const read = (name: string, group?: string) => parser.parseFile({ name, bytes: Buffer.from("text"), group });
    await read("first.md", "a");
    await read("second.md", "a");
    await read("other.md", "b");
    await read("alone.md");
    await read("alone too.md");
    await read("third.md", "a");
    expect(reused).toEqual(["second.md"]);
  });

  it("is used again by a server that holds more memory than the process may", async () => {
    const held = Buffer.alloc(defaultLimits.rssBytes, 1); // a process on Linux begins with the peak of its parent
    const uses: boolean[] = [];
    const parser = parserWith({ onEnd: ({ isReused }) => uses.push(isReused) });
    for (const name of ["first.md", "second.md"]) {
      await parser.parseFile({ name, bytes: Buffer.from(`text ${held[0]}`), group: "a" });
    }
    expect(uses).toEqual([false, true]);
  });

  it("that a signal ended has its file read by another, once", async () => {
    // Processes of other tests are older.
    const old = childrenOf(process.pid);
    const own = () => childrenOf(process.pid).find((pid) => !old.includes(pid)) ?? 0;
    const parser = parserWith();
    const read = (bytes: Uint8Array) => parser.parseFile({ name: "a", bytes, group: "a" });
    /** Kills the waiting process after it has received the file and before it can read it. */
    const readAndEnd = async (bytes: Uint8Array) => {
      const pid = own();
      old.push(pid);
      process.kill(pid, "SIGSTOP");
      const reading = read(bytes);
      process.kill(pid, "SIGKILL");
      return { reading };
    };
    await read(Buffer.from("first"));
    const { reading: second } = await readAndEnd(Buffer.from("second"));
    expect((await second).pageTexts[0]?.text).toBe("second");
    const { reading: third } = await readAndEnd(makePdf([scanOf(["What takes some seconds to read."])]));
    const refusal = expect(third).rejects.toMatchObject({ code: expect.stringMatching(/^un/) });
    await waitFor(() => own() > 0, { what: "the second try" });
    process.kill(own(), "SIGKILL");
    await refusal;
  });

  it("ends when its parent is gone, also while it is stuck", async () => {
    const code = `
      import { spawnParser } from "./server/knowledge/reading/parsers/spawn-parser.ts";
      const child = spawnParser(${JSON.stringify(defaultLimits)});
      child.stdout.once("data", () => {
        child.kill("SIGSTOP");
        console.log(child.pid);
        process.kill(process.pid, "SIGKILL");
      });`;
    const loader = `--import=${join(projectRoot, "scripts/setup/load-typescript.mjs")}`;
    const parent = spawnSync(process.execPath, [loader, "--input-type=module", "-e", code], {
      cwd: projectRoot,
      ...childLimits,
    });
    const pid = Number(parent.stdout.toString());
    expect(pid).toBeGreaterThan(0);
    onTestFinished(() => void (isAlive(pid) && process.kill(pid, "SIGKILL")));
    process.kill(pid, "SIGCONT");
    await waitFor(() => !isAlive(pid), { what: "the orphan to end" });
  });

  it("has an empty environment, and no way to files, programs or the network", () => {
    const secret = join(projectRoot, "README.md");
    const code = `
      import * as fs from "node:fs";
      import { spawn } from "node:child_process";
      import { connect, Socket } from "node:net";
      import * as dns from "node:dns";
      import * as dnsPromises from "node:dns/promises";
      import http from "node:http";
      import https from "node:https";
      import tls from "node:tls";
      import dgram from "node:dgram";
      import http2 from "node:http2";
      import { Worker } from "node:worker_threads";
      const attempts = {
        read: () => fs.readFileSync(${JSON.stringify(secret)}),
        readSystem: () => fs.readFileSync("/etc/passwd"),
        write: () => fs.writeFileSync("/tmp/parley-probe", "x"),
        spawn: () => spawn("true"),
        fetch: () => fetch("http://127.0.0.1:9/"),
        webSocket: () => new WebSocket("ws://127.0.0.1:9/"),
        net: () => connect(9, "127.0.0.1"),
        socket: () => new Socket().connect(9, "127.0.0.1"),
        lookup: () => dns.lookup("localhost", () => {}),
        promises: () => dnsPromises.lookup("localhost"),
        resolver: () => new dns.Resolver().resolve4("localhost", () => {}),
        http: () => http.get("http://127.0.0.1:9/"),
        agent: () => new http.Agent().createConnection({ port: 9, host: "127.0.0.1" }),
        https: () => https.request("https://127.0.0.1:9/"),
        tls: () => tls.connect(9),
        udp: () => dgram.createSocket("udp4"),
        http2: () => http2.connect("http://127.0.0.1:9/"),
        listen: () => http.createServer().listen(0),
        binding: () => process.binding("tcp_wrap"),
        code: () => new Worker("1", { eval: true }),
        evaluate: () => new Function("return 1")(),
      };
      const allowed = [];
      for (const [name, attempt] of Object.entries(attempts)) {
        try { await attempt(); allowed.push(name); } catch {}
      }
      console.log(JSON.stringify({ allowed, env: Object.keys(process.env) }));
      process.exit();`;
    const flags = parserFlags(defaultLimits);
    const child = spawnSync(process.execPath, [...flags, "--input-type=module", "-e", code], {
      env: {},
      ...childLimits,
    });
    expect(child.stderr.toString()).toBe("");
    expect(JSON.parse(child.stdout.toString())).toEqual({ allowed: [], env: [] });
  });

  it("makes no code out of text, by whatever its Node.js can be told", () => {
    // Before version 2.2.0, the lexer that reads the names of CommonJS modules needs `eval`.
    const replaced = codeFlags("2.1.0");
    expect(replaced).toEqual([expect.stringMatching(/block-code\.mjs$/)]);
    expect(codeFlags("1.4.1")).toEqual(replaced);
    const byFlag = ["--disallow-code-generation-from-strings"];
    for (const lexer of ["2.2.0", "3.0.0", undefined]) expect(codeFlags(lexer), lexer).toEqual(byFlag);
    const code = `
      const kinds = [() => {}, async () => {}, function* () {}, async function* () {}];
      const attempts = [
        () => eval("1 + 1"), () => (0, eval)("process.exit(3)"), () => eval("'a' + 'b'"), () => eval("'a';1"),
        () => new Function("return 1")(), () => Function("return 1")(), () => setTimeout.constructor("return 1")(),
        ...kinds.map((kind) => () => kind.constructor("return 1")),
      ];
      const made = attempts.map((attempt) => { try { return attempt(); } catch (error) { return error.name; } });
      const same = [kinds[0] instanceof Function, (0, eval)("'./types'")];
      console.log(JSON.stringify({ made, same }));`;
    const rest = parserFlags(defaultLimits).filter((flag) => !byFlag.includes(flag) && !replaced.includes(flag));
    const child = spawnSync(process.execPath, [...rest, ...replaced, "--input-type=module", "-e", code], {
      env: {},
      ...childLimits,
    });
    expect(child.stderr.toString()).toBe("");
    expect(JSON.parse(child.stdout.toString())).toEqual({
      made: Array.from({ length: 11 }, () => "EvalError"),
      same: [true, "./types"],
    });
  });

  it("asks no server for what a document refers to", async () => {
    const asked: string[] = [];
    const server = createServer((request, response) => {
      asked.push(request.url ?? "");
      response.end();
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const at = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const picture = `<w:p><w:r><w:drawing><a:blip xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" r:link="i1" r:embed="i1"/></w:drawing></w:r></w:p>`;
    const docx = await makeDocx(paragraph("text") + picture, {
      relations: relation("i1", "image", `${at}/i.png`, "External"),
    });
    const entity = `<!DOCTYPE w [<!ENTITY x SYSTEM "${at}/entity">]>${wordXml("document", "<w:body>&x;</w:body>")}`;
    const html = `<base href="${at}"><link rel=stylesheet href=/s.css><script src=/s.js></script><img src=/i.png><iframe src=/f></iframe><p>text</p>`;
    await parse("a.docx", docx);
    await parse("b.html", html);
    await parse("c.md", `![x](${at}/i.png) text <img src="${at}/j.png">`);
    await expect(parse("d.docx", await makeDocx("", { parts: { "word/document.xml": entity } }))).rejects.toEqual(
      refused(/entities/),
    );
    server.close();
    expect(asked).toEqual([]);
  });
});

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

const samples = join(projectRoot, "../shared/data");
const hasSamples = existsSync(join(samples, "files/manifest.jsonl"));

describe("files from elsewhere", () => {
  beforeEach(({ skip }) => skip(!hasSamples, `${samples} is not there`));
  interface Sample {
    file: string;
    expect: string;
  }
  const listed = hasSamples ? readFileSync(join(samples, "files/manifest.jsonl"), "utf8").trim().split("\n") : [];
  /** In these files OCR reads whole pages for many seconds without a result; `npm run bench -- parse-files` reads them too. */
  const slow = new Set(["ThuluthFeatures.pdf", "issue4246.pdf", "scan-bad.pdf"]);
  const files = listed.map((line) => JSON.parse(line) as Sample).filter(({ file }) => !slow.has(file));

  it.each(files)("$file: $expect", async ({ file, expect: expected }) => {
    const outcome = await parse(file, readFileSync(join(samples, "files", file))).catch((error: Error) => error);
    const isScan = !(outcome instanceof Error) && outcome.notes.some((note) => note.includes("ictures"));
    const text = outcome instanceof Error ? "" : outcome.pageTexts.map((page) => page.text).join("");
    if (expected === "text") expect(text).not.toBe("");
    else if (expected === "error:password") expect(outcome).toEqual(refused(/password/));
    else if (expected === "no_text" && !isScan) expect(outcome).toEqual(refused(/no text/i));
    else if (expected.startsWith("error")) expect(outcome).toEqual(refused(/./));
    expect(text).not.toMatch(/root:x:|127\.0\.0\.1\s+localhost/);
  });

  it("of four help centres give their text, in its own encoding", async () => {
    const all = readFileSync(join(samples, "helpcentre/manifest.jsonl"), "utf8").trim().split("\n");
    const rows = all.filter((_, index) => index % 5 === 0);
    const empty: string[] = [];
    for (const row of rows) {
      const { path, lang } = JSON.parse(row) as { path: string; lang: string };
      const { pageTexts } = await parse(path, readFileSync(join(samples, path)));
      const text = pageTexts[0]?.text ?? "";
      if (text.length < 40 || text.includes("\ufffd") || (lang === "ko" && !/[가-힣]{3}/.test(text))) empty.push(path);
    }
    expect(empty).toEqual([]);
    expect(rows.length).toBeGreaterThan(100);
  });
});

describe("a page of garbage", () => {
  const shown = [
    "Parcels may be returned within fourteen days.",
    "The price is paid back by the same means.",
    "Unused vouchers stay valid for three years.",
    "Nobody has to tell us the reason for it.",
  ];
  const garbage = shown.map((text, index) => ({
    x: 50,
    y: 100 + index * 20,
    text: text
      .toLowerCase()
      .replace(/[a-z]/g, (letter) => String.fromCharCode(((letter.charCodeAt(0) - 84) % 26) + 97)),
  }));

  it("is read from its picture, and its garbage is not found", { timeout: 180_000 }, async () => {
    const read = await parse("garbage.pdf", makePdf([{ ...scanOf(shown), hidden: garbage }]));
    expect(read.pageTexts[0]?.text).toContain("fourteen days");
    expect(read.pageTexts[0]?.text).not.toContain("sbhegrra");
    expect(read.notes.join()).toContain("Read from scanned pages");
  });

  it("is left out with a note when its picture tells nothing, and lowers the coverage", {
    timeout: 180_000,
  }, async () => {
    const plain = { x: 50, y: 100, text: "Deliveries take three days in the country and a week abroad." };
    const read = await parse("half.pdf", makePdf([[plain], { ...scanOf([]), hidden: garbage }]));
    expect(read.pageTexts[0]?.text).toContain("Deliveries take three days");
    expect(read.pageTexts[1]?.text).toBe("");
    expect(read.extraction.coverage).toBeLessThanOrEqual(0.5);
    expect(read.notes.join()).toContain("the fonts have no character mapping: page 2");
  });

  it("that shows these very letters is no garbage", { timeout: 180_000 }, async () => {
    const large = garbage.map((line) => ({ ...line, size: 16 }));
    const read = await parse("cipher.pdf", makePdf([large]));
    expect(read.pageTexts[0]?.text).toContain("sbhegrra");
    expect(read.extraction.coverage).toBe(1);
  });
});
