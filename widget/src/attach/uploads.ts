import type { Attachment, AttachmentOffer } from "../../../protocol/attachments.ts";
import { isAttachment, isRecord } from "../../../ui/events/shapes.ts";
import { type Api, ApiError, type ChatPath, codeOf } from "../client/api.ts";
import type { ChatClient } from "../client/chat-client.ts";
import type { StringKey } from "../i18n/texts.ts";
import { mostFiles, refusalOf } from "./accepted.ts";

/** A file that the visitor chose for the next message. */
export interface Chosen {
  id: string;
  file: File;
  /** `waiting` for a session or a network. */
  state: "waiting" | "sending" | "done" | "failed";
  /** 0..1 */
  progress: number;
  /** The ticket that the file was uploaded to; it belongs to this ticket. */
  ticketId?: string | undefined;
  attachment?: Attachment;
  failure?: { text: StringKey; retryable: boolean };
  abort: AbortController;
}

const failures: Record<string, StringKey> = {
  attachment_refused: "fileType",
  payload_too_large: "fileSize",
  attachment_limit: "fileLimit",
  rate_limited: "errorRate",
  overloaded: "errorBusy",
  unavailable: "errorBusy",
  ticket_closed: "errorClosed",
};

/** Uploads the chosen files, one after the other, as soon as there is a session and a network. */
export class Uploads {
  chosen: readonly Chosen[] = [];
  readonly #onChange: () => void;
  #client: ChatClient | undefined;
  #offer: AttachmentOffer | undefined;
  /** Files of messages that wait for them. */
  #given: ReadonlySet<string> = new Set();
  #waiting: (() => void)[] = [];

  constructor(onChange: () => void) {
    this.#onChange = () => {
      onChange();
      for (const look of this.#waiting) look();
    };
  }

  /** Files for the next message: uploaded, or on their way. */
  get next(): Chosen[] {
    return this.chosen.filter(({ id, state }) => state !== "failed" && !this.#given.has(id));
  }

  /** Sets the client and the rules for files. Called as often as either may have changed. */
  use(client: ChatClient, offer: AttachmentOffer): void {
    this.#client = client;
    this.#offer = offer;
    const { ticket, phase } = client.state;
    // Files that were uploaded to another ticket must be uploaded again for this one.
    if (phase.type === "ready")
      for (const { id, ticketId, state } of this.chosen)
        if (ticketId && ticketId !== ticket?.id && state !== "failed") this.retry(id);
    void this.#next();
  }

  /** Adds files. @returns false when there were too many. */
  add(files: readonly File[]): boolean {
    const offer = this.#offer;
    if (!offer) return true;
    const taken = files.slice(0, mostFiles - this.chosen.length);
    this.chosen = [...this.chosen, ...taken.map((file) => chosenOf(file, refusalOf(file, offer)))];
    this.#onChange();
    void this.#next();
    return taken.length === files.length;
  }

  remove(id: string): void {
    this.chosen.find((one) => one.id === id)?.abort.abort();
    this.chosen = this.chosen.filter((one) => one.id !== id);
    this.#onChange();
    void this.#next();
  }

  /** Uploads a file again from its beginning. */
  retry(id: string): void {
    const known = this.chosen.find((one) => one.id === id);
    known?.abort.abort();
    this.#patch(id, { state: "waiting", progress: 0, failure: undefined, abort: new AbortController() });
    void this.#next();
  }

  /**
   * Gives a message its files: at once where all are uploaded to this ticket, else as soon as they are. A file that failed stays while it
   * may be tried again; the visitor has seen the one that cannot be sent, and it disappears.
   * @param isApart the message goes to another ticket
   */
  give(isApart?: boolean): Attachment[] | (() => Promise<Attachment[]>) {
    const { next } = this;
    this.chosen = this.chosen.filter(({ id, failure }) => !failure || failure.retryable || this.#given.has(id));
    this.#onChange();
    const ids = new Set(next.map(({ id }) => id));
    if (next.every(({ state }) => state === "done") && (!isApart || next.length === 0)) return this.#take(ids);
    this.#given = new Set([...this.#given, ...ids]);
    return () => this.#whenDone(ids);
  }

  #take(ids: ReadonlySet<string>): Attachment[] {
    const taken = this.chosen.filter(({ id }) => ids.has(id));
    this.chosen = this.chosen.filter(({ id }) => !ids.has(id));
    this.#onChange();
    return taken.flatMap(({ attachment }) => attachment ?? []);
  }

  /** What was taken away in the meantime is not waited for. @throws ApiError when one of them failed; the next call tries it again. */
  async #whenDone(ids: ReadonlySet<string>): Promise<Attachment[]> {
    const those = () => this.chosen.filter(({ id }) => ids.has(id));
    for (const { id, failure } of those()) if (failure?.retryable) this.retry(id);
    const isHere = ({ state, ticketId }: Chosen) => state === "done" && ticketId === this.#client?.state.ticket?.id;
    await new Promise<void>((resolve) => {
      const look = () => {
        if (!those().every((one) => one.state === "failed" || isHere(one))) return;
        this.#waiting = this.#waiting.filter((other) => other !== look);
        resolve();
      };
      this.#waiting = [...this.#waiting, look];
      look();
    });
    // A status that may be tried again: the visitor can also take the file away.
    if (those().some(({ state }) => state === "failed")) throw new ApiError("attachment_refused", 500);
    return this.#take(ids);
  }

  async #next(): Promise<void> {
    const client = this.#client;
    const next = this.chosen.find(({ state }) => state === "waiting");
    if (!client || !next || this.chosen.some(({ state }) => state === "sending")) return;
    if (client.state.phase.type !== "ready" || isOffline()) return;
    const { id, file, abort } = next;
    this.#patch(id, { state: "sending", ticketId: client.state.ticket?.id });
    const isGone = () => abort.signal.aborted;
    try {
      const attachment = await upload({
        ...client.access,
        id,
        file,
        signal: abort.signal,
        onProgress: (progress) => isGone() || this.#patch(id, { progress }),
      });
      if (!isGone()) this.#patch(id, { state: "done", attachment });
    } catch (error) {
      if (isGone()) return;
      const { code, isRetryable } = error instanceof ApiError ? error : new ApiError("internal", 500);
      const isCut = code === "network" && isOffline();
      if (isCut) this.#patch(id, { state: "waiting", progress: 0 });
      else
        this.#patch(id, { state: "failed", failure: { text: failures[code] ?? "fileFailed", retryable: isRetryable } });
    }
    void this.#next();
  }

  #patch(id: string, patch: Partial<Omit<Chosen, "failure">> & { failure?: Chosen["failure"] | undefined }): void {
    this.chosen = this.chosen.map((one) => {
      if (one.id !== id) return one;
      const { failure: _gone, ...rest } = { ...one, ...patch };
      return patch.failure ? { ...rest, failure: patch.failure } : rest;
    });
    this.#onChange();
  }
}

function chosenOf(file: File, refusal: StringKey | undefined): Chosen {
  const base = { id: crypto.randomUUID(), file, progress: 0, abort: new AbortController() };
  return refusal
    ? { ...base, state: "failed", failure: { text: refusal, retryable: false } }
    : { ...base, state: "waiting" };
}

function isOffline(): boolean {
  return navigator.onLine === false;
}

interface Upload {
  api: Api;
  token: string;
  /** Created here, so that a retry does not store the file twice. */
  id: string;
  file: File;
  signal: AbortSignal;
  /** 0..1 */
  onProgress(share: number): void;
}

/**
 * Uploads one file. Does not use `fetch`, which reports no progress.
 * @throws ApiError, `network` when the request did not get through. After an abort the promise never settles.
 */
function upload({ api, token, id, file, signal, onProgress }: Upload): Promise<Attachment> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const form = new FormData();
    form.set("id", id);
    form.set("file", file);
    request.open("POST", `${api.base}/${"attachments" satisfies ChatPath<"POST">}`);
    request.setRequestHeader("Authorization", `Bearer ${token}`);
    request.upload.onprogress = ({ loaded, total }) => onProgress(loaded / (total || 1));
    request.onerror = () => reject(new ApiError("network", 0));
    request.onload = () => {
      const { status, responseText } = request;
      const attachment = status < 300 ? attachmentIn(responseText) : undefined;
      if (attachment) resolve(attachment);
      else reject(new ApiError(codeOf(responseText), status));
    };
    signal.addEventListener("abort", () => request.abort());
    request.send(form);
  });
}

/** Undefined for another response, such as the sign-in page of a network. */
function attachmentIn(text: string): Attachment | undefined {
  try {
    const body: unknown = JSON.parse(text);
    return isRecord(body) && isAttachment(body["attachment"]) ? body["attachment"] : undefined;
  } catch {
    return undefined;
  }
}
