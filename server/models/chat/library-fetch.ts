import { toUrl } from "../../text/parse-url.ts";
import { callErrorOf, jsonOf, UnknownExtra } from "./failures.ts";
import { maxBodyChars, textOf } from "./post.ts";
import type { Send } from "./wire.ts";

/**
 * The way to the network that a client library gets: ours, with its kept connections, limits and longest body, at less processor time than
 * Node's own `fetch`. The library wraps errors in its own, drops their cause, and refuses answers that can be mended: `failure` and `body`
 * are what came, as it was.
 */
export class LibraryFetch {
  readonly #send: Send;
  readonly #check: (body: unknown) => unknown;
  failure: unknown;
  body: unknown;

  /** @param check what the body must be; gives back what the library is to see of it. */
  constructor(send: Send, check: (body: unknown) => unknown = (body) => body) {
    this.#send = send;
    this.#check = check;
  }

  readonly fetch: typeof globalThis.fetch = async (input, init) => {
    const url = toUrl(input instanceof Request ? input.url : String(input));
    const headers = Object.fromEntries(new Headers(init?.headers));
    try {
      this.body = this.#check(jsonOf(await this.#ask({ url, headers, body: String(init?.body ?? "") })));
      const response = new Response("{}", { headers: { "content-type": "application/json" } });
      // Read and checked already: it is not written and parsed once more.
      return Object.assign(response, { json: async () => this.body });
    } catch (error) {
      this.failure = error;
      throw error;
    }
  };

  async #ask(request: Parameters<Send>[0]): Promise<string> {
    try {
      return await textOf(await this.#send(request), maxBodyChars);
    } catch (error) {
      throw error instanceof UnknownExtra ? error : callErrorOf(error);
    }
  }
}
