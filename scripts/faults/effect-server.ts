import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

/** A customer's system as a write meets it: it counts what it was asked to do, and says so as slowly as the round wants. */
export interface EffectServer {
  url: string;
  port: number;
  /** How often each booking was moved. */
  effects: Map<string, number>;
  /** Waited before the effect, and between the effect and the answer, ms. */
  delays: { before: number; after: number };
  close(): Promise<void>;
}

/** Starts it on a free port of this machine. It does what it is told each time: what may happen once only is the caller's matter. */
export async function startEffectServer(): Promise<EffectServer> {
  const effects = new Map<string, number>();
  const delays = { before: 0, after: 0 };
  const server = createServer((request, response) => {
    void bodyOf(request).then(async (body) => {
      const { booking } = JSON.parse(body) as { booking: string };
      await sleep(delays.before);
      effects.set(booking, (effects.get(booking) ?? 0) + 1);
      await sleep(delays.after);
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify({ booking, moved: true, reference: randomUUID() }));
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo; // it listens on a port, not on a pipe
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    effects,
    delays,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const bytes of request) text += Buffer.from(bytes as Uint8Array).toString("utf8");
  return text;
}
