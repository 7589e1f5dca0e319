import { errorSentence } from "./api-error.ts";

/** What came of something that was asked for. */
export type Attempt<T> = { done: T } | { problem: string };

/** Does it, and has a sentence where it was refused. */
export async function attempt<T>(work: () => Promise<T>): Promise<Attempt<T>> {
  try {
    return { done: await work() };
  } catch (cause) {
    return { problem: errorSentence(cause) };
  }
}
