import type { ChildProcessWithoutNullStreams } from "node:child_process";
import { Socket } from "node:net";
import { AppError } from "../../../core/errors.ts";
import { type ParserFrame, type ParserLine, parserLineSchema } from "./parsed-file.ts";
import type { ParserLimits } from "./parser-limits.ts";
import { spawnParser } from "./spawn-parser.ts";

/** Time to start a process, in ms. */
const startTimeMs = 30_000;
/** Most bytes of a line per character of the result; escapes and block names add to the characters. */
const lineBytesPerCharacter = 8;
const keptErrorChars = 4_000;
/** The message that `child/watchdog.mjs` prints before it kills a process that uses too much memory. */
const memoryLimitMark = "parser memory limit";

/** The answer of a process about one file. `sent` contains the bytes that the process sent before it. */
export type Answer = Extract<ParserLine, { type: "read" | "inspected" | "mail" | "unreadable" }> & { sent: Buffer };

interface Job {
  resolve(answer: Answer): void;
  reject(error: Error): void;
  timer: NodeJS.Timeout;
  sent: Buffer[];
  sentBytes: number;
}

/** One process that parses one file at a time. After any failure the process has ended, and `isAlive` is false. */
export class ParserProcess {
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #limits: ParserLimits;
  #job: Job | undefined;
  #pieces: Buffer[] = [];
  #pieceBytes = 0;
  #errors = "";
  #isReady = false;
  #isAlive = true;
  #wasKilled = false;

  constructor(limits: ParserLimits) {
    this.#limits = limits;
    this.#child = spawnParser(limits);
    this.#child.stdout.on("data", (piece: Buffer) => this.#receive(piece));
    this.#child.stderr.on("data", (piece: Buffer) => {
      this.#errors = (this.#errors + piece.toString()).slice(-keptErrorChars);
    });
    this.#child.stdin.on("error", () => undefined); // the end of the process tells more
    this.#child.on("error", (error) => this.#end(unavailable(error)));
    // By this event the process's last output has been read.
    this.#child.on("close", (code, signal) => this.#end(this.#endReason(code, signal)));
    this.#child.unref();
  }

  get isAlive(): boolean {
    return this.#isAlive;
  }

  /**
   * True when the process ended by a signal that neither this process nor the watchdog sent: the system ran out of memory, or native code
   * crashed. The file may not be the cause.
   */
  get wasKilled(): boolean {
    return this.#wasKilled;
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  /** Reads one file. Rejects with an `AppError` with a reason for the user when reading failed. */
  run(file: Omit<ParserFrame, "length" | "limits">, bytes: Uint8Array, signal?: AbortSignal): Promise<Answer> {
    const { textBytes, scanTimeMs, scanPages, pages, characters, emailLines } = this.#limits;
    const frame: ParserFrame = {
      ...file,
      length: bytes.length,
      limits: { textBytes, scanTimeMs, scanPages, pages, characters, emailLines },
    };
    return new Promise((resolve, reject) => {
      const onAbort = () => this.#end(abortError(signal));
      const settle = () => {
        signal?.removeEventListener("abort", onAbort);
        this.#holdOpen(false);
      };
      this.#job = {
        timer: this.#startTimer(startTimeMs),
        sent: [],
        sentBytes: 0,
        resolve: (answer) => {
          settle();
          resolve(answer);
        },
        reject: (error) => {
          settle();
          reject(error);
        },
      };
      this.#holdOpen(true);
      if (!this.#isAlive) return this.#end(unavailable(undefined));
      if (this.#isReady) this.#restartTimer(this.#limits.timeMs);
      signal?.addEventListener("abort", onAbort, { once: true });
      if (signal?.aborted) return onAbort();
      this.#child.stdin.write(`${JSON.stringify(frame)}\n`);
      this.#child.stdin.write(bytes);
    });
  }

  kill(): void {
    this.#end(unavailable(undefined));
  }

  #receive(piece: Buffer): void {
    if (!this.#isAlive) return;
    this.#pieces.push(piece);
    this.#pieceBytes += piece.length;
    if (this.#pieceBytes > this.#limits.characters * lineBytesPerCharacter) return this.#end(unreadable(tooMuchText));
    if (!piece.includes(10)) return;
    const lines = Buffer.concat(this.#pieces).toString("utf8").split("\n");
    const rest = Buffer.from(lines.pop() ?? "");
    this.#pieces = [rest];
    this.#pieceBytes = rest.length;
    for (const line of lines) this.#take(line);
  }

  #take(line: string): void {
    const parsed = parserLineSchema.safeParse(parseJson(line));
    if (!parsed.success) return this.#end(unreadable("The file could not be read. It may be damaged.", parsed.error));
    const message = parsed.data;
    if (message.type === "ready") {
      this.#isReady = true;
      if (this.#job) this.#restartTimer(this.#limits.timeMs);
    } else if (message.type === "scans") {
      this.#restartTimer(this.#limits.timeMs + this.#limits.scanTimeMs);
    } else if (message.type === "piece") {
      this.#keep(Buffer.from(message.base64, "base64"));
    } else {
      const job = this.#job;
      this.#job = undefined;
      clearTimeout(job?.timer);
      job?.resolve({ ...message, sent: Buffer.concat(job.sent) });
    }
  }

  #keep(piece: Buffer): void {
    if (!this.#job) return;
    this.#job.sent.push(piece);
    this.#job.sentBytes += piece.length;
    if (this.#job.sentBytes > this.#limits.fileBytes)
      this.#end(unreadable("The file could not be read. It may be damaged."));
  }

  #endReason(code: number | null, signal: NodeJS.Signals | null): AppError {
    const cause = new Error(`the parser ended with ${signal ?? code}: ${this.#errors}`);
    // The watchdog prints a message before it kills the process; a full JavaScript heap aborts with a message.
    const isOwnLimit = this.#errors.includes(memoryLimitMark) || /heap out of memory/.test(this.#errors);
    this.#wasKilled = this.#isAlive && signal !== null && !isOwnLimit;
    if (!this.#isReady) return unavailable(cause);
    // A system that runs out of memory kills processes.
    const isMemory = isOwnLimit || signal === "SIGKILL" || signal === "SIGABRT" || code === 134;
    return unreadable(
      isMemory
        ? "Reading the file needs too much memory. Split it."
        : "The file could not be read: it crashes the reader.",
      cause,
    );
  }

  #end(error: AppError): void {
    const job = this.#job;
    this.#job = undefined;
    clearTimeout(job?.timer);
    if (this.#isAlive) {
      this.#isAlive = false;
      this.#child.kill("SIGKILL");
    }
    job?.reject(error);
  }

  #startTimer(ms: number): NodeJS.Timeout {
    return setTimeout(() => {
      const seconds = Math.round(ms / 1000);
      this.#end(
        this.#isReady
          ? unreadable(`Reading the file took longer than ${seconds} seconds. Split it.`)
          : unavailable(undefined),
      );
    }, ms);
  }

  #restartTimer(ms: number): void {
    if (!this.#job) return;
    clearTimeout(this.#job.timer);
    this.#job.timer = this.#startTimer(ms);
  }

  /** Only a process that is reading a file prevents a command from ending. */
  #holdOpen(hold: boolean): void {
    for (const handle of [this.#child, this.#child.stdin, this.#child.stdout, this.#child.stderr]) {
      if (handle === this.#child || handle instanceof Socket) hold ? handle.ref() : handle.unref();
    }
  }
}

const tooMuchText = "The file has too much text. Split it.";

function unreadable(reason: string, cause?: unknown): AppError {
  return new AppError("unprocessable_document", reason, { cause });
}

/** The file is not the cause; a retry may succeed. */
function unavailable(cause: unknown): AppError {
  return new AppError("unavailable", "The file reader could not be started. Try again shortly.", { cause });
}

function abortError(signal: AbortSignal | undefined): AppError {
  return new AppError("unavailable", "Reading the file was cancelled. Try again.", { cause: signal?.reason });
}

function parseJson(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
