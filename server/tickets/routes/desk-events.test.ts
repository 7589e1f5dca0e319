import type { AddressInfo } from "node:net";
import express from "express";
import { expect, it } from "vitest";
import type { LiveHub } from "../../core/live/hub.ts";
import type { HttpContext } from "../../http/context.ts";
import { agentOf, setAgent } from "../../http/credentials.ts";
import { OpenStreams } from "../../http/open-streams.ts";
import { followDesk } from "./desk-events.ts";

it("tells a console to read everything again when notices may have been lost", async () => {
  let miss: (() => void) | undefined;
  const listen: LiveHub["listen"] = async (_topic, _listener, onMissed) => {
    miss = onMissed;
    return { close: async () => {} };
  };
  const streams = new OpenStreams();
  const ctx = { desk: { hub: { listen } }, streams } as unknown as Pick<HttpContext, "desk" | "streams">; // what the route uses
  const stop = new AbortController();
  const app = express().get(
    "/",
    (_request, response, next) => {
      setAgent(response, { tenantId: "t" } as Parameters<typeof setAgent>[1]); // the route asks for nothing else
      next();
    },
    (request, response) => {
      void followDesk(ctx)({ caller: agentOf(response), query: {}, request, response, gone: stop.signal });
    },
  );
  const server = app.listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = server.address() as AddressInfo; // it listens on a port
  const { body } = await fetch(`http://127.0.0.1:${port}/`, { signal: stop.signal });
  await expect.poll(() => miss).toBeDefined();
  miss?.();
  let text = "";
  for await (const chunk of body ?? []) {
    text += Buffer.from(chunk).toString();
    if (text.includes("missed")) break;
  }
  expect(text).toMatch(/event: desk\ndata: \{"type":"missed",.*"consoles":1\}/);
  stop.abort();
  await streams.closeAll();
  server.closeAllConnections();
  server.close();
});
