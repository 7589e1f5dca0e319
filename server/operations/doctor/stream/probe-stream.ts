import { get as getHttp, type IncomingHttpHeaders, type IncomingMessage } from "node:http";
import { get as getHttps } from "node:https";
import { setTimeout as sleep } from "node:timers/promises";
import type { Check } from "../../../../protocol/admin-doctor.ts";
import { type TenantId, ticketIdSchema, visitorIdSchema } from "../../../../protocol/ids.ts";
import { asError } from "../../../core/errors.ts";
import { newId } from "../../../core/ids.ts";
import { type LiveHub, ticketChannel } from "../../../core/live/hub.ts";
import { toUrl } from "../../../core/text/parse-url.ts";
import type { Database } from "../../../database/database.ts";
import { withTenant } from "../../../database/transaction.ts";
import { deleteTicket, insertTicket } from "../../../tickets/store/tickets.ts";
import { deleteVisitor, upsertVisitor } from "../../../tickets/store/visitors.ts";
import { failed, ok, warning } from "../check.ts";
import type { PageDoctorDeps } from "../deps.ts";

const name = "stream";
const answerMs = 10_000;
/** On a stream that no proxy delays, events arrive within this time. */
const arrivalMs = 3_000;
const pieces = 3;
const betweenPiecesMs = 300;
/** Slower delivery is reported, because visitors notice it. */
const slowMs = 500;
/** The server sends a ping every 15 s. */
const pingMs = 18_000;

interface Probe {
  tenantId: TenantId;
  /** Origin of the visitor's page. */
  origin: string;
  /** Also waits for a ping, because a proxy may cut streams that are silent for some seconds. */
  withPing: boolean;
}

/**
 * Opens a real stream at PUBLIC_URL, as a visitor's browser would, and measures the delay of events on it. A proxy that buffers or
 * compresses the stream causes late or unreadable events. The ticket for it is deleted afterwards.
 */
export async function probeStream(deps: Omit<PageDoctorDeps, "reach">, probe: Probe): Promise<Check> {
  const { db } = deps.tenants;
  const { ticketId, visitorId } = await openTicket(db, probe.tenantId);
  try {
    const { token } = deps.issueToken({
      tenantId: probe.tenantId,
      ticketId: ticketIdSchema.parse(ticketId),
      visitorId: visitorIdSchema.parse(visitorId),
      // A tenant that serves only identified visitors must serve this one too.
      identified: true,
      sessionEpoch: 0,
    });
    const url = toUrl(`${deps.tenants.publicUrl}/api/v1/chat/events`);
    const stream = await openStream(url, { authorization: `Bearer ${token}`, origin: probe.origin }, answerMs);
    try {
      return await judge(stream, probe, () => tell(deps.hub, probe.tenantId, ticketId));
    } finally {
      stream.close();
    }
  } catch (error) {
    const isHeld = error instanceof NoAnswerInTime && (await answersElsewhere(deps.tenants.publicUrl));
    return isHeld ? heldBack({}) : unreachable(deps.tenants.publicUrl, error);
  } finally {
    await withTenant(db, probe.tenantId, async (tx) => {
      await deleteTicket(tx, ticketId);
      await deleteVisitor(tx, visitorId);
    });
  }
}

function openTicket(db: Database, tenantId: TenantId): Promise<{ ticketId: string; visitorId: string }> {
  return withTenant(db, tenantId, async (tx) => {
    const nobody = { externalId: null, name: "Check of the stream", email: null, locale: null };
    const visitorId = await upsertVisitor(tx, newId(), nobody);
    const { id } = await insertTicket(tx, { id: newId(), visitorId });
    return { ticketId: id, visitorId };
  });
}

/** A typing indicator: sent to all followers, stored nowhere. */
async function tell(hub: LiveHub, tenantId: string, ticketId: string): Promise<string> {
  const id = newId();
  await hub.tell(ticketChannel(tenantId, ticketId), {
    type: "typing",
    who: "agent",
    event_id: id,
    turn_id: null,
    sequence: 0,
    created_at: new Date().toISOString(),
  });
  return id;
}

async function judge(stream: RawStream, { withPing }: Probe, send: () => Promise<string>): Promise<Check> {
  const refused = refusalOf(stream);
  if (refused) return refused;
  const packed = stream.headers["content-encoding"];
  if (packed !== undefined && packed !== "identity")
    return failed(name, `${byWhom(stream.headers)} compresses the stream (${packed}), which delays answers.`, {
      mend: "Exclude text/event-stream from the proxy's compression",
    });
  if (!(await stream.waitFor(": connected", arrivalMs))) return heldBack(stream.headers);
  const times: number[] = [];
  for (let piece = 0; piece < pieces; piece += 1) {
    const sentAt = performance.now();
    const id = await send();
    if (!(await stream.waitFor(id, arrivalMs))) return heldBack(stream.headers);
    times.push(performance.now() - sentAt);
    await sleep(betweenPiecesMs);
  }
  const slowest = Math.round(Math.max(...times));
  const figures = `First byte after ${Math.round(stream.headMs)} ms, ${pieces} events after ${times.map(Math.round).join(", ")} ms`;
  if (slowest > slowMs)
    return warning(name, `${figures}. The stream is slow, but it is not buffered.`, {
      mend: "Check the proxies in between and the server's load",
    });
  if (!withPing) return ok(name, `${figures}. Answers are not delayed.`);
  return (await stream.waitFor(": ping", pingMs))
    ? ok(name, `${figures}. The stream stays open, and answers are not delayed.`)
    : failed(name, `The stream was closed, or its ping did not arrive within ${pingMs / 1_000} s.`, {
        mend: "Raise the proxy's read timeout well above 15 seconds",
        line: "proxy_read_timeout 1h;",
      });
}

function refusalOf({ status, headers }: RawStream): Check | null {
  if (status === 200 && /text\/event-stream/.test(headers["content-type"] ?? "")) return null;
  if (status === 401)
    return failed(name, "The server does not accept this token.", {
      mend: "Run this command with the server's SESSION_SECRETS and DATABASE_URL",
    });
  if (status === 403) return failed(name, "The server rejects the page's origin, so no stream can be opened.");
  return failed(name, `The server returned status ${status} instead of a stream.`, {
    mend: "Check that PUBLIC_URL points to Parley and that the proxy forwards /api",
  });
}

/** A proxy may delay the head of a stream while it passes on other responses. */
async function answersElsewhere(publicUrl: string): Promise<boolean> {
  const answer = await openStream(toUrl(`${publicUrl}/healthz`), {}, arrivalMs).catch(() => null);
  answer?.close();
  return answer?.status === 200;
}

function heldBack(headers: RawStream["headers"]): Check {
  return failed(
    name,
    `${byWhom(headers)} buffers the stream: events did not arrive within ${arrivalMs / 1_000} s. Visitors would get answers in large pieces.`,
    { mend: "Turn off buffering in the proxy; in nginx with", line: "proxy_buffering off;" },
  );
}

function byWhom(headers: RawStream["headers"]): string {
  const who = headers.server ?? headers.via;
  return who ? `A proxy in front of the server (${String(who).slice(0, 60)})` : "A proxy in front of the server";
}

function unreachable(publicUrl: string, error: unknown): Check {
  const { code, message } = asError(error) as Error & { code?: string }; // Node's own errors have a code
  return failed(name, `${publicUrl} is unreachable from here (${code ?? message}).`, {
    mend: "Start the server and set PUBLIC_URL to the address visitors use",
  });
}

/** An event stream as raw bytes: neither decompressed nor parsed. */
interface RawStream {
  status: number;
  headers: IncomingHttpHeaders;
  /** Time until the response head, in ms. */
  headMs: number;
  /** Waits for text that arrives from now on. @returns false when it did not arrive in time or the stream ended. */
  waitFor(text: string, timeoutMs: number): Promise<boolean>;
  close(): void;
}

/** No response arrived in time, not even its head. */
class NoAnswerInTime extends Error {
  constructor() {
    super("timed out");
  }
}

/** Opens a stream as browsers do, with compression allowed. @throws NoAnswerInTime when no response arrives in time. */
function openStream(url: URL, headers: Record<string, string>, timeoutMs: number): Promise<RawStream> {
  const startedAt = performance.now();
  const get = url.protocol === "https:" ? getHttps : getHttp;
  return new Promise((resolve, reject) => {
    const sent = get(url, {
      headers: { accept: "text/event-stream", "accept-encoding": "gzip, deflate, br", ...headers },
      agent: false,
    });
    const timer = setTimeout(() => sent.destroy(new NoAnswerInTime()), timeoutMs);
    sent.once("error", (error) => {
      clearTimeout(timer);
      reject(error);
    });
    sent.once("response", (response) => {
      clearTimeout(timer);
      resolve(follow(response, performance.now() - startedAt));
    });
  });
}

function follow(response: IncomingMessage, headMs: number): RawStream {
  let held = "";
  let isOver = false;
  let onBytes = () => {};
  const end = () => {
    isOver = true;
    onBytes();
  };
  response.setEncoding("latin1");
  response.on("data", (piece: string) => {
    held += piece;
    onBytes();
  });
  response.once("end", end);
  response.once("close", end);
  response.on("error", end);
  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    headMs,
    waitFor(text, timeoutMs) {
      return new Promise((resolve) => {
        const timer = setTimeout(() => settle(false), timeoutMs);
        const settle = (found: boolean) => {
          clearTimeout(timer);
          onBytes = () => {};
          resolve(found);
        };
        onBytes = () => {
          const at = held.indexOf(text);
          if (at >= 0) {
            held = held.slice(at + text.length);
            settle(true);
          } else if (isOver) settle(false);
        };
        onBytes();
      });
    },
    close: () => response.destroy(),
  };
}
