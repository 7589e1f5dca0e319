import type { ChatClient } from "../client/chat-client.ts";

/** Previews that are kept, so that a picture that comes back on the screen is there; older ones are fetched again. */
const maxKept = 40;

/** Fetches the bytes of files, each once. The session is in the header, so no address of a file ever stands in the page. */
export class FileReads {
  readonly #client: () => ChatClient;
  readonly #kept = new Map<string, Promise<Blob>>();

  constructor(client: () => ChatClient) {
    this.#client = client;
  }

  /** @throws ApiError */
  read(id: string, size: "preview" | "full"): Promise<Blob> {
    const key = `${id}?size=${size}`;
    const known = this.#kept.get(key);
    if (known !== undefined) return known;
    const { api, token } = this.#client().access;
    const bytes = api.get(`attachments/${key}`, { token }).then((response) => response.blob());
    this.#kept.set(key, bytes);
    bytes.catch(() => this.#kept.delete(key));
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > maxKept && oldest) this.#kept.delete(oldest);
    return bytes;
  }

  clear(): void {
    this.#kept.clear();
  }
}
