import { createHmac } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo, Server, Socket } from "node:net";
import { SMTPServer, type SMTPServerSession } from "smtp-server";

/**
 * How a receiver behaves for a while. `lies`: it accepts a delivery but reports a failure, or hangs up. `slow`: it never responds.
 * `refuses`: it responds that it is temporarily unavailable.
 */
export type Mood = "well" | "away" | "slow" | "refuses" | "lies";

/** One arrival at a receiver. `told`: it reported success. `kept`: it stored the delivery, whatever it reported. */
export interface Arrival {
  id: string;
  body: string;
  kept: boolean;
  told: boolean;
  at: number;
}

/** A webhook receiver or e-mail server with a changeable mood. */
export interface BadReceiver extends AsyncDisposable {
  url: string;
  mood: Mood;
  arrivals: Arrival[];
  /** Deliveries, or addresses, that wait for a response that never comes. */
  underWay: Set<string>;
  /** Violations: an invalid signature, an e-mail without an id. */
  problems: string[];
}

type Moody = Omit<BadReceiver, "url" | typeof Symbol.asyncDispose>;
const moody = (): Moody => ({ mood: "well", arrivals: [], underWay: new Set(), problems: [] });

/** A webhook receiver. @param secretOf is called when a delivery arrives, because the webhook is created with the receiver's address. */
export async function startWebhookReceiver(secretOf: () => string): Promise<BadReceiver> {
  const state = moody();
  const server = createServer(async (request, response) => {
    if (state.mood === "away") return void request.destroy();
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(Buffer.from(piece));
    const body = Buffer.concat(pieces).toString("utf8");
    if (!isSigned(request.headers, body, secretOf())) state.problems.push("a webhook was not signed as it should be");
    const id = String(request.headers["parley-delivery"]);
    const { mood } = state;
    const kept = mood === "well" || mood === "lies";
    state.arrivals.push({ id, body, kept, told: mood === "well", at: performance.now() });
    if (mood !== "slow") return answerWebhook(response, mood);
    state.underWay.add(id);
    response.once("close", () => state.underWay.delete(id));
  });
  return Object.assign(state, await listening(server), {
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  });
}

function answerWebhook(response: ServerResponse, mood: Mood): void {
  if (mood === "refuses") response.writeHead(503).end("later");
  else if (mood === "lies") Math.random() < 0.5 ? response.writeHead(500).end("no") : response.destroy();
  else response.writeHead(204).end();
}

function isSigned(headers: IncomingHttpHeaders, body: string, secret: string): boolean {
  const [time = "", ...signatures] = String(headers["parley-signature"]).split(",");
  const wanted = createHmac("sha256", secret)
    .update(`${time.replace("t=", "")}.${body}`)
    .digest("hex");
  return signatures.includes(`v1=${wanted}`);
}

/** An e-mail server. */
export async function startEmailReceiver(): Promise<BadReceiver> {
  const state = moody();
  /** The recipient of each connection that gets no response. */
  const waiting = new Map<string, string>();
  const later = (code: number) => Object.assign(new Error("later"), { responseCode: code });
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    logger: false,
    closeTimeout: 500,
    onConnect(session, callback) {
      if (state.mood === "away") hangUp(session);
      else callback();
    },
    onRcptTo({ address }, session, callback) {
      if (state.mood !== "slow") return callback(state.mood === "refuses" ? later(451) : null);
      state.underWay.add(address);
      waiting.set(session.id, address);
    },
    onClose({ id }) {
      state.underWay.delete(waiting.get(id) ?? "");
    },
    async onData(stream, session, callback) {
      const pieces: Buffer[] = [];
      for await (const piece of stream) pieces.push(Buffer.from(piece));
      const body = Buffer.concat(pieces).toString("utf8");
      const id = /^Message-ID: (.*)$/im.exec(body)?.[1]?.trim() ?? "";
      if (!id) state.problems.push("a mail has no Message-ID");
      const told = state.mood !== "lies";
      state.arrivals.push({ id, body, kept: true, told, at: performance.now() });
      if (told) callback();
      else if (Math.random() < 0.5) callback(later(451));
      else hangUp(session);
    },
  });
  // Connections that the receiver hung up.
  server.on("error", () => undefined);
  const hangUp = hangUps(server.server);
  const place = await listening(server.server, () => server.listen(0, "127.0.0.1"));
  return Object.assign(state, {
    url: place.url.replace("http:", "smtp:"),
    async [Symbol.asyncDispose]() {
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  });
}

/** Destroys a client's connection without a response, like a host that goes down. */
function hangUps(server: Server): (session: SMTPServerSession) => void {
  const sockets = new Map<number, Socket>();
  server.on("connection", (socket: Socket) => {
    const port = socket.remotePort ?? 0;
    sockets.set(port, socket);
    socket.once("close", () => sockets.delete(port));
  });
  return ({ remotePort }) => sockets.get(remotePort)?.destroy();
}

async function listening(
  server: Server,
  listen: () => void = () => server.listen(0, "127.0.0.1"),
): Promise<{ url: string }> {
  listen();
  await once(server, "listening");
  const { port } = server.address() as AddressInfo; // listening on a port, so it is no pipe
  return { url: `http://127.0.0.1:${port}` };
}
