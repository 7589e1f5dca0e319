import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer, get, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from "node:zlib";
import express from "express";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { compressed } from "./compressed.ts";

const script = "const kites = 'fly';\n".repeat(100);
let folder: string;
const server = createServer();

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "parley-files-"));
  await writeFile(join(folder, "panel.js"), script);
  await writeFile(join(folder, "panel.js.br"), brotliCompressSync(script));
  await writeFile(join(folder, "panel.js.gz"), gzipSync(script));
  await writeFile(join(folder, "small.js"), "1");
  server.on("request", express().use(compressed(folder), express.static(folder, { index: false })));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
afterAll(async () => {
  await new Promise((resolve) => server.close(resolve));
  await rm(folder, { recursive: true });
});

async function ask(path: string, encodings?: string): Promise<IncomingMessage & { body: Buffer }> {
  const { port } = server.address() as AddressInfo;
  const headers = encodings === undefined ? {} : { "accept-encoding": encodings };
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get({ port, path, headers, agent: false }, resolve).on("error", reject);
  });
  return Object.assign(response, { body: Buffer.concat(await response.toArray()) });
}

describe("a file that the build has compressed", () => {
  it("is sent as the browser takes it, with its own type, and told apart by caches", async () => {
    const brotli = await ask("/panel.js?v=1", "gzip, deflate, br, zstd");
    expect(brotli.headers).toMatchObject({ "content-encoding": "br", vary: "Accept-Encoding" });
    expect(brotli.headers["content-type"]).toMatch(/javascript/);
    expect(brotliDecompressSync(brotli.body).toString()).toBe(script);
    const zipped = await ask("/panel.js", "gzip");
    expect(gunzipSync(zipped.body).toString()).toBe(script);
    expect(zipped.headers.etag).not.toBe(brotli.headers.etag);
  });

  it("is sent as it is to whoever takes nothing else", async () => {
    for (const encodings of [undefined, "identity", "br;q=0, gzip;q=0", "zstd"]) {
      const plain = await ask("/panel.js", encodings);
      expect(plain.headers).toMatchObject({ vary: "Accept-Encoding" });
      expect(plain.headers["content-encoding"]).toBeUndefined();
      expect(plain.body.toString()).toBe(script);
    }
  });

  it("is nothing to files without such a copy, and to paths that lead elsewhere", async () => {
    expect((await ask("/small.js", "br")).body.toString()).toBe("1");
    for (const path of ["/none.js", "/../panel.js.br/..", "/%2e%2e/panel.js", "/"]) {
      const missing = await ask(path, "br");
      expect(missing.statusCode).toBeGreaterThanOrEqual(400);
      expect(missing.headers["content-encoding"]).toBeUndefined();
    }
  });
});
