import { get as getHttp, type IncomingHttpHeaders, type IncomingMessage } from "node:http";
import { get as getHttps } from "node:https";

/** An event stream as its bytes come: nothing is unpacked, nothing put together. */
export interface RawStream {
  status: number;
  headers: IncomingHttpHeaders;
  /** Time to the head of the answer, ms. */
  headMs: number;
  /** Waits for text to come, from now on. @returns false when it did not come in time, or the stream is over. */
  waitFor(text: string, timeoutMs: number): Promise<boolean>;
  close(): void;
}

/** Nothing of the answer came in time, its head included. */
export class NoAnswerInTime extends Error {
  constructor() {
    super("timed out");
  }
}

/** Opens a stream the way browsers do, which say that they can unpack. @throws NoAnswerInTime when there is no answer in time. */
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
