import { createServer, get, type IncomingMessage, type Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import express, { type Response } from "express";
import { afterEach, describe, expect, it } from "vitest";
import { OpenStreams, type OpenStreamsOptions, type SseResponse } from "./open-streams.ts";

interface Opened {
  stream: SseResponse;
  response: Response;
  gone: AbortSignal;
}

let server: Server | undefined;
afterEach(async () => {
  server?.closeAllConnections();
  await new Promise((resolve) => server?.close(resolve));
});

/** A server that answers every request with a stream of `streams`. */
async function serve(options?: OpenStreamsOptions & { endsItself?: boolean }) {
  const streams = new OpenStreams(options);
  const opened: Opened[] = [];
  const app = express();
  app.get("/", (request, response) => {
    const gone = new AbortController();
    opened.push({
      stream: streams.open({ req: request, res: response, ...options }, gone),
      response,
      gone: gone.signal,
    });
  });
  server = createServer(app);
  await new Promise<void>((resolve) => server?.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo; // listening on a port, so it is no pipe
  return { streams, opened, port };
}

/** The stream of the only client so far. */
async function only(opened: Opened[]): Promise<Opened> {
  await expect.poll(() => opened.length).toBe(1);
  const [first] = opened;
  if (!first) throw new Error("no stream");
  return first;
}

function read(port: number): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    get({ port, host: "127.0.0.1", agent: false }, resolve).on("error", reject);
  });
}

describe("open streams", () => {
  it("hold little for a client that does not read, and cut it off", async () => {
    const { streams, opened, port } = await serve({ stalledMs: 200, pingMs: 50 });
    const client = connect(port, "127.0.0.1", () => client.write("GET / HTTP/1.1\r\nHost: x\r\n\r\n"));
    client.pause();
    const { stream, response, gone } = await only(opened);
    const json = JSON.stringify({ content: "x".repeat(8_000) });
    let held = 0;
    while (!gone.aborted) {
      await stream.send({ event: "token", json });
      held = Math.max(held, response.writableLength);
    }
    expect(held).toBeLessThan(128 * 1024);
    await expect.poll(() => [streams.size, streams.stalled]).toEqual([0, 1]);
    client.destroy();
  });

  it("wait for a client that reads slowly instead of cutting it off", async () => {
    const { streams, opened, port } = await serve({ stalledMs: 5_000 });
    const client = await read(port);
    client.pause();
    const { stream } = await only(opened);
    const json = JSON.stringify({ content: "x".repeat(100_000) });
    let sent = 0;
    const sending = (async () => {
      for (; sent < 200; sent += 1) await stream.send({ event: "token", json });
    })();
    // The system's buffers are full when no more data moves.
    let before = -1;
    while (before !== sent) {
      before = sent;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    expect(sent).toBeLessThan(200);
    client.resume();
    await sending;
    expect([streams.size, streams.stalled]).toEqual([1, 0]);
  });

  it("ping every stream from one timer", async () => {
    const { opened, port } = await serve({ pingMs: 40 });
    const client = await read(port);
    let text = "";
    client.setEncoding("utf8").on("data", (part: string) => {
      text += part;
    });
    await only(opened);
    await expect.poll(() => text.split(": ping\n\n").length).toBeGreaterThan(3);
    expect(text.startsWith(": connected\n\n")).toBe(true);
  });

  it("close in good order and tell late comers to go elsewhere at once", async () => {
    const { streams, opened, port } = await serve();
    const client = await read(port);
    await only(opened);
    client.resume();
    const closed = streams.closeAll();
    await new Promise((resolve) => client.once("end", resolve));
    expect(client.complete).toBe(true);
    await closed;
    const late = await read(port);
    late.resume();
    await new Promise((resolve) => late.once("end", resolve));
    await expect.poll(() => streams.size).toBe(0);
  });

  it("that end by themselves are told their last events before they close", async () => {
    const { streams, opened, port } = await serve({ endsItself: true });
    const client = await read(port);
    const { stream } = await only(opened);
    let text = "";
    client.setEncoding("utf8").on("data", (part: string) => {
      text += part;
    });
    const closed = streams.closeAll();
    await stream.send({ event: "end", json: "{}" });
    stream.close();
    await closed;
    await expect.poll(() => text).toContain("event: end");
    // A stream without further events is closed all the same.
    const silent = await serve({ endsItself: true });
    const other = await read(silent.port);
    await only(silent.opened);
    other.resume();
    await Promise.all([silent.streams.closeAll(), new Promise((resolve) => other.once("end", resolve))]);
    expect(other.complete).toBe(true);
  });
});
