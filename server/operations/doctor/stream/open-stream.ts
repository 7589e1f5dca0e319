import { get as getHttp, type IncomingHttpHeaders, type IncomingMessage } from "node:http";
import { get as getHttps } from "node:https";

/** An event stream as raw bytes: neither decompressed nor parsed. */
export interface RawStream {
  status: number;
  headers: IncomingHttpHeaders;
  /** Time until the response head, in ms. */
  headMs: number;
  /** Waits for text that arrives from now on. @returns false when it did not arrive in time or the stream ended. */
  waitFor(text: string, timeoutMs: number): Promise<boolean>;
  close(): void;
}

/** No response arrived in time, not even its head. */
export class NoAnswerInTime extends Error {
  constructor() {
    super("timed out");
  }
}

/** Opens a stream as browsers do, with compression allowed. @throws NoAnswerInTime when no response arrives in time. */
export function openStream(url: URL, headers: Record<string, string>, timeoutMs: number): Promise<RawStream> {
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
