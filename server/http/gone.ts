import type { Response } from "express";

/** Aborts when the caller leaves before the end of the response. */
export function goneSignal(response: Response): AbortSignal {
  const gone = new AbortController();
  response.once("close", () => {
    if (!response.writableFinished) gone.abort();
  });
  return gone.signal;
}

/** Answers with what the work comes to. When the caller goes away before, work that costs money is told to end, and nobody is answered. */
export async function answerWhileThere(
  response: Response,
  work: (gone: AbortSignal) => Promise<unknown>,
): Promise<void> {
  const gone = goneSignal(response);
  try {
    response.json(await work(gone));
  } catch (error) {
    if (!gone.aborted) throw error;
  }
}
