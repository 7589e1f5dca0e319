import { Agent, get } from "node:http";
import { createParser } from "eventsource-parser";
import { z } from "zod";

/**
 * The readers of the stream bench, in a separate process so that their work is not measured as the server's. Receives one message `{api,
 * origin, tokens, reads}` from its parent, opens a stream for each token, and answers every `"report"`.
 */
const orderSchema = z.object({
  api: z.string(),
  origin: z.string(),
  tokens: z.array(z.string()),
  /** False: read the headers and nothing more. */
  reads: z.boolean(),
});

/** The report to the parent process. */
export interface Report {
  open: number;
  closed: number;
  /** Time from the creation of an event to its arrival, in ms. */
  delays: number[];
  /** Longest time between two pings of one stream, ms. */
  longestPingGap: number;
  pings: number;
}

const agent = new Agent({ keepAlive: false, maxSockets: Number.POSITIVE_INFINITY });
const report: Report = { open: 0, closed: 0, delays: [], longestPingGap: 0, pings: 0 };
/** Number of streams opened at the same time. */
const openingAtOnce = 50;

process.on("message", (message: unknown) => {
  if (message === "report") {
    process.send?.(report);
    report.delays = [];
    return;
  }
  void openAll(orderSchema.parse(message));
});

async function openAll(order: z.infer<typeof orderSchema>): Promise<void> {
  const left = [...order.tokens];
  const lane = async () => {
    for (let token = left.pop(); token !== undefined; token = left.pop()) await open(order, token);
  };
  await Promise.all(Array.from({ length: openingAtOnce }, lane));
}

function open({ api, origin, reads }: z.infer<typeof orderSchema>, token: string): Promise<void> {
  return new Promise((resolve) => {
    const headers = { origin, authorization: `Bearer ${token}` };
    const request = get(`${api}/chat/events`, { agent, headers }, (response) => {
      if (response.statusCode !== 200) throw new Error(`events returned status ${response.statusCode}`);
      report.open += 1;
      resolve();
      response.on("close", () => {
        report.open -= 1;
        report.closed += 1;
      });
      response.on("error", () => undefined);
      if (reads) read(response);
      else response.pause();
    });
    request.on("error", () => undefined);
  });
}

function read(response: NodeJS.ReadableStream): void {
  let lastPing = 0;
  const parser = createParser({
    onEvent: ({ event, data }) => {
      if (event !== "token") return;
      const { created_at } = JSON.parse(data) as { created_at: string }; // the server under test says so in every event
      report.delays.push(Date.now() - Date.parse(created_at));
    },
    onComment: () => {
      const now = Date.now();
      report.pings += 1;
      if (lastPing > 0) report.longestPingGap = Math.max(report.longestPingGap, now - lastPing);
      lastPing = now;
    },
  });
  response.setEncoding("utf8");
  response.on("data", (text: string) => parser.feed(text));
}
