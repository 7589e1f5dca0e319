import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it, onTestFinished } from "vitest";
import { createLocalEmbedder } from "./local-embedder.ts";

const embedder = createLocalEmbedder({ threads: 1 });
afterAll(() => embedder.close());

function cosine(a: Float32Array, b: Float32Array): number {
  return a.reduce((sum, value, index) => sum + value * (b[index] ?? 0), 0);
}

describe("the local embedder", () => {
  it("puts texts of one meaning close together", async () => {
    const [reset, forgot, weather] = await embedder.embed(
      ["How do I reset my password?", "I forgot my password", "What is the weather like?"],
      { priority: "query" },
    );
    if (!reset || !forgot || !weather) throw new Error("three vectors expected");
    expect(reset).toHaveLength(embedder.dimensions);
    expect(cosine(reset, reset)).toBeCloseTo(1, 4);
    expect(cosine(reset, forgot)).toBeGreaterThan(0.6);
    expect(cosine(reset, weather)).toBeLessThan(0.3);
  });

  it("lets a question overtake bulk work", async () => {
    const order: string[] = [];
    const bulk = ["one", "two", "three", "four"].map((text) =>
      embedder.embed([text], { priority: "bulk" }).then(() => order.push(text)),
    );
    const question = embedder.embed(["which is first?"], { priority: "query" }).then(() => order.push("question"));
    await Promise.all([...bulk, question]);
    expect(order.indexOf("question")).toBe(1);
  });

  it("answers a repeated question without the model", async () => {
    const [first] = await embedder.embed(["What do you sell?"], { priority: "query" });
    const [again] = await embedder.embed(["What do you sell?"], { priority: "query" });
    expect(again).toBe(first);
  });

  it("is the int8 model, with vectors of its own, when that is asked for", async () => {
    const small = createLocalEmbedder({ model: "minilm-l6-v2-int8", threads: 1 });
    const text = "How do I change the address of my invoice?";
    const [[whole], [rounded]] = await Promise.all([
      embedder.embed([text], { priority: "bulk" }),
      small.embed([text], { priority: "bulk" }),
    ]);
    await small.close();
    if (!whole || !rounded) throw new Error("a vector each expected");
    expect(small.model).not.toBe(embedder.model);
    expect(cosine(rounded, rounded)).toBeCloseTo(1, 4);
    expect(cosine(whole, rounded)).toBeGreaterThan(0.95);
    expect(cosine(whole, rounded)).toBeLessThan(0.9999);
  });

  it("fails what is waiting when it is closed, and everything after", async () => {
    const own = createLocalEmbedder({ threads: 1 });
    const waiting = own.embed(["a", "b"], { priority: "bulk" });
    const failed = expect(waiting).rejects.toThrow("closed");
    await own.close();
    await failed;
    await expect(own.embed(["c"], { priority: "query" })).rejects.toThrow("closed");
  });

  it("takes little more memory than the model has", async () => {
    const program = `
      const before = process.memoryUsage.rss();
      await embedder.embed(["text"], { priority: "query" });
      const taken = (process.memoryUsage.rss() - before) / 1e6;
      await embedder.close();
      if (taken > ${mostMemoryMb}) throw new Error("it takes " + taken + " MB");`;
    expect(await run(program)).toEqual({ code: 0, signal: null, stderr: "" });
  });

  it.each([
    ["that closes it while it loads its model", closing(0)],
    ["that closes it while the model runs", closing(1)],
    ["that only loaded its model", "embedder.warmUp();"],
    ["that embedded a text and did not close it", 'await embedder.embed(["text"], { priority: "query" });'],
  ])("lets a process end by itself %s", async (_what, program) => {
    expect(await run(program)).toEqual({ code: 0, signal: null, stderr: "" });
  });

  it("tells nobody about itself and keeps no number of the machine", async () => {
    const home = await mkdtemp(join(tmpdir(), "parley-home-"));
    onTestFinished(() => rm(home, { recursive: true, force: true }));
    // On a build server, the library is silent in test runs anyway.
    const environment = { PATH: process.env["PATH"], HOME: home };
    const program = 'await embedder.embed(["text"], { priority: "query" }); await embedder.close();';
    expect(await run(program, environment)).toEqual({ code: 0, signal: null, stderr: "" });
    expect(await readdir(home)).toEqual([]);
  });
});

/** The model's 67 MB, the library's code, and as much again for computation and for a thread. */
const mostMemoryMb = 260;

/** Closes the embedder while texts are being processed, after `done` of them. */
function closing(done: number): string {
  return `
    const texts = Array.from({ length: 20 }, (_, index) => "text " + index + " word".repeat(200));
    const made = texts.map((text) => embedder.embed([text], { priority: "bulk" }));
    const settled = Promise.allSettled(made);
    if (${done} > 0) await Promise.any(made);
    await embedder.close();
    await settled;`;
}

/** Runs a program in a separate process, so that an abort of the whole process shows in its exit code. */
async function run(program: string, env?: NodeJS.ProcessEnv) {
  const file = new URL("./local-embedder.ts", import.meta.url).href;
  const opened = `const { createLocalEmbedder } = await import(${JSON.stringify(file)});
    const embedder = createLocalEmbedder({ threads: 1 });${program}`;
  const loader = new URL("../../../../scripts/setup/load-typescript.mjs", import.meta.url).href;
  const child = spawn(process.execPath, ["--no-warnings", "--import", loader, "--input-type=module", "-e", opened], {
    ...(env ? { env } : {}),
  });
  // A process that does not end fails its test by timeout, and must be killed.
  onTestFinished(() => void child.kill("SIGKILL"));
  let stderr = "";
  child.stderr.on("data", (part: Buffer) => {
    stderr += part.toString();
  });
  const [code, signal] = (await once(child, "exit")) as [number | null, string | null];
  return { code, signal, stderr };
}
