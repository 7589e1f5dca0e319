import type { IncomingMessage } from "node:http";
import type { Network } from "./guarded-lookup.ts";
import { sendRequest } from "./send-request.ts";

/** Bytes of a response that are read; the rest is not awaited. */
const readBytes = 4_096;
/** Characters of a response that are kept, to help find out why deliveries fail. */
const keptChars = 500;

export interface GuardedPost {
  url: URL;
  headers: Record<string, string>;
  body: string | Uint8Array;
  network: Network;
  signal: AbortSignal;
}

/**
 * Sends a POST request to an address that came from outside. Does not follow redirects.
 * @returns the status, and the beginning of the response as text; null when it is empty.
 * @throws RefusedHost when the host resolves to an address that `network` does not allow; network errors; the signal's reason.
 */
export async function postGuarded({
  url,
  headers,
  body,
  network,
  signal,
}: GuardedPost): Promise<{ status: number; text: string | null }> {
  const bytes = Buffer.from(body);
  const response = await sendRequest(url, network, {
    headers: { ...headers, "content-length": String(bytes.length) },
    body: bytes,
    signal,
  });
  return { status: response.statusCode ?? 0, text: await readBeginning(response) };
}

/** The beginning of a response as text. For a response that never ends or breaks off, the status is enough. */
async function readBeginning(response: IncomingMessage): Promise<string | null> {
  const pieces: Buffer[] = [];
  let size = 0;
  try {
    for await (const piece of response as AsyncIterable<Buffer>) {
      pieces.push(piece);
      size += piece.length;
      if (size >= readBytes) break;
    }
  } catch {
    // The part that arrived is shown.
  } finally {
    response.destroy();
  }
  // PostgreSQL text cannot contain NUL.
  const text = Buffer.concat(pieces).toString("utf8").replaceAll("\0", "").slice(0, keptChars);
  return text === "" ? null : text;
}
