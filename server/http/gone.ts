import type { Response } from "express";

/** Answers with what the work comes to. When the caller goes away before, work that costs money is told to end, and nobody is answered. */
export async function answerWhileThere(
  response: Response,
  work: (gone: AbortSignal) => Promise<unknown>,
): Promise<void> {
  const gone = new AbortController();
  const leave = () => gone.abort();
  response.once("close", leave);
  try {
    response.json(await work(gone.signal));
  } catch (error) {
    if (!gone.signal.aborted) throw error;
  } finally {
    response.off("close", leave);
  }
}
