import type { PlainFormat } from "../../../../protocol/admin-documents.ts";
import type { AttachmentKind } from "../../../../protocol/attachments.ts";
import { AppError } from "../../../core/errors.ts";
import { type Block, renderBlocks } from "../extract/blocks.ts";
import type { EmailHints, EmailReading, Inspection, ParsedFile, Reading } from "./parsed-file.ts";
import { defaultLimits, type ParserLimits } from "./parser-limits.ts";
import { type Answer, ParserProcess } from "./parser-process.ts";

/** Time after which an idle process ends, in ms; starting one costs as much as reading sixty small files. */
const idleTimeMs = 30_000;
/** Most files that one process reads. */
const maxUses = 200;

export interface ParseRequest {
  bytes: Uint8Array;
  /** File name, path or address. Its extension is a hint for the format. */
  name: string;
  /** The media type that was sent with the file, including its charset. */
  declaredType?: string;
  /** The format, if the caller knows it. */
  kind?: PlainFormat;
  /**
   * Group of the file, usually the tenant. One process reads the files of a group one after another. A file without a group gets its own
   * process.
   */
  group?: string;
  signal?: AbortSignal;
}

export interface FileParserOptions {
  /** Most processes at the same time. */
  size?: number;
  /** Most waiting files; further files are rejected. */
  queueLimit?: number;
  limits?: Partial<ParserLimits>;
  /** Called after each file, for metrics. */
  onEnd?(measure: FileMeasure): void;
}

export interface FileMeasure {
  name: string;
  milliseconds: number;
  /** The memory peak of the process; undefined when the process was killed. */
  peakBytes: number | undefined;
  /** True when the process had already read another file. */
  isReused: boolean;
}

/** A request for an attachment. Only its kind and its picture are needed. */
export interface InspectRequest extends Omit<ParseRequest, "kind"> {
  allowed: AttachmentKind[];
}

/** A request to read a raw e-mail. */
export interface EmailRequest extends Pick<ParseRequest, "bytes" | "group"> {
  /** True when the bytes are the JSON of a webhook that contains the e-mail. */
  isJson: boolean;
  hints: EmailHints;
}

/** The text of an e-mail and its files. */
export interface ParsedEmail extends Omit<EmailReading, "files"> {
  files: { name: string | null; type: string; bytes: Uint8Array }[];
}

interface Task {
  request: ParseRequest & { allowed?: AttachmentKind[]; mail?: { isJson: boolean; hints: EmailHints } };
  resolve(answer: Answer): void;
  reject(error: unknown): void;
  /** Set after the first process was killed, see {@link ParserProcess.wasKilled}. */
  isSecondTry?: boolean;
}

interface Slot {
  process: ParserProcess;
  group: string | undefined;
  uses: number;
  isBusy: boolean;
  idleTimer?: NodeJS.Timeout;
}

/** Reads files in child processes without network access. A process that reaches a limit is killed. */
export class FileParser implements AsyncDisposable {
  readonly #limits: ParserLimits;
  readonly #size: number;
  readonly #queueLimit: number;
  readonly #onEnd: FileParserOptions["onEnd"];
  readonly #queue: Task[] = [];
  readonly #slots = new Set<Slot>();
  #isClosed = false;

  constructor({ size = 1, queueLimit = 100, limits, onEnd }: FileParserOptions = {}) {
    this.#limits = { ...defaultLimits, ...limits };
    this.#size = size;
    this.#queueLimit = queueLimit;
    this.#onEnd = onEnd;
  }

  /**
   * Returns the text of a file with its structure.
   * @throws AppError `unprocessable_document` with a reason for the user when the file is invalid; `overloaded` and `unavailable` when a
   * retry may succeed.
   */
  async parseFile(request: ParseRequest): Promise<ParsedFile> {
    const answer = await this.#take(request);
    if (answer.type === "read") return withPages(answer.reading);
    throw unfit(answer);
  }

  /** Detects the kind of an attachment from its bytes; for a picture, returns two new sizes. @throws AppError as {@link parseFile}. */
  async inspect(request: InspectRequest): Promise<Inspection> {
    const answer = await this.#take(request);
    if (answer.type === "inspected") return answer.inspection;
    throw unfit(answer);
  }

  /** Returns an e-mail with its quotes apart, and its files. @throws AppError as {@link parseFile}. */
  async readEmail({ isJson, hints, ...request }: EmailRequest): Promise<ParsedEmail> {
    const answer = await this.#take({ ...request, name: "mail", mail: { isJson, hints } });
    if (answer.type !== "mail") throw unfit(answer);
    const { mail, sent } = answer;
    let at = 0;
    const files = mail.files.map(({ bytes, ...file }) => {
      at += bytes;
      return { ...file, bytes: sent.subarray(at - bytes, at) };
    });
    if (at !== sent.length) throw unfit(answer);
    return { ...mail, files };
  }

  #take(request: Task["request"]): Promise<Answer> {
    const { fileBytes } = this.#limits;
    if (request.bytes.length > fileBytes) {
      const megabytes = Math.floor(fileBytes / 1024 / 1024);
      return refuse("unprocessable_document", `The file is larger than ${megabytes} MB.`);
    }
    if (this.#isClosed) return refuse("unavailable", "The server is shutting down. Try again shortly.");
    if (this.#queue.length >= this.#queueLimit) {
      return Promise.reject(
        new AppError("overloaded", "Too many files are waiting to be read. Try again shortly.", {
          retryAfterSeconds: 30,
        }),
      );
    }
    return new Promise((resolve, reject) => {
      this.#queue.push({ request, resolve, reject });
      this.#dispatch();
    });
  }

  /** Ends every process. Current and waiting files fail with an error that allows a retry. */
  close(): void {
    this.#isClosed = true;
    for (const { reject } of this.#queue.splice(0))
      reject(new AppError("unavailable", "The server is shutting down. Try again shortly."));
    for (const slot of this.#slots) this.#drop(slot);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.close();
  }

  #dispatch(): void {
    for (let task = this.#queue[0]; task; task = this.#queue[0]) {
      const slot = this.#slotFor(task.request.group);
      if (!slot) return;
      this.#queue.shift();
      void this.#run(slot, task);
    }
  }

  #slotFor(group: string | undefined): Slot | undefined {
    const idle = [...this.#slots].filter((slot) => !slot.isBusy);
    const known = idle.find((slot) => group !== undefined && slot.group === group);
    if (known) return known;
    const [other] = idle;
    if (this.#slots.size >= this.#size) {
      if (!other) return undefined;
      this.#drop(other);
    }
    const slot: Slot = { process: new ParserProcess(this.#limits), group, uses: 0, isBusy: false };
    this.#slots.add(slot);
    return slot;
  }

  async #run(slot: Slot, task: Task): Promise<void> {
    const { request, resolve, reject } = task;
    const { bytes, name, declaredType = null, kind = null, allowed = null, mail = null, signal } = request;
    const startedAt = performance.now();
    let peakBytes: number | undefined;
    slot.isBusy = true;
    slot.uses += 1;
    clearTimeout(slot.idleTimer);
    try {
      const answer = await slot.process.run({ name, declaredType, kind, allowed, mail }, bytes, signal);
      peakBytes = answer.peakBytes;
      resolve(answer);
    } catch (error) {
      // Another file or the system may be the cause, so the file is tried once more, before the waiting files.
      if (slot.process.wasKilled && !task.isSecondTry && !this.#isClosed)
        this.#queue.unshift({ ...task, isSecondTry: true });
      else reject(error);
    }
    this.#onEnd?.({ name, milliseconds: performance.now() - startedAt, peakBytes, isReused: slot.uses > 1 });
    this.#release(slot, peakBytes);
    this.#dispatch();
  }

  #release(slot: Slot, peakBytes: number | undefined): void {
    slot.isBusy = false;
    const isFull = (peakBytes ?? 0) > this.#limits.rssBytes / 2;
    if (slot.group === undefined || !slot.process.isAlive || isFull || slot.uses >= maxUses) return this.#drop(slot);
    slot.idleTimer = setTimeout(() => this.#drop(slot), idleTimeMs).unref();
  }

  #drop(slot: Slot): void {
    clearTimeout(slot.idleTimer);
    this.#slots.delete(slot);
    slot.process.kill();
  }
}

/** The error for an invalid file, or for an invalid answer from the process. */
function unfit(answer: Answer): AppError {
  if (answer.type !== "unreadable")
    return new AppError("unprocessable_document", "The file could not be read. It may be damaged.");
  return new AppError("unprocessable_document", answer.reason, { cause: new Error(answer.detail) });
}

function refuse(code: "unprocessable_document" | "unavailable", message: string): Promise<never> {
  return Promise.reject(new AppError(code, message));
}

/** Returns the text of every page, also of empty ones, so that reviewers see the gaps. */
function withPages(reading: Reading): ParsedFile {
  const blocks = new Map<number, Block[]>();
  for (const block of reading.extraction.blocks) {
    const page = Math.min(block.page ?? 1, reading.pages);
    const known = blocks.get(page);
    if (known) known.push(block);
    else blocks.set(page, [block]);
  }
  const textOf = (page: number) => ({ page, text: renderBlocks(blocks.get(page) ?? []) });
  const pageTexts = Array.from({ length: reading.pages }, (_, index) => textOf(index + 1));
  return { ...reading, pageTexts };
}
