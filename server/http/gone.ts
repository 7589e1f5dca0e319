import type { Response } from "express";

/** Aborts when the caller leaves before the end of the response. */
export function goneSignal(response: Response): AbortSignal {
  const gone = new AbortController();
  response.once("close", () => {
    if (!response.writableFinished) gone.abort();
  });
  return gone.signal;
}
