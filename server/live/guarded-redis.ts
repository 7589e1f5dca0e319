import { Redis } from "ioredis";
import { currentSpan, openSpan } from "../trace.ts";

/** Longest a command may take; a Redis in the same network answers within a millisecond. */
const commandTimeoutMs = 1_000;
/** While Redis does not answer, it is asked this often whether it is back. */
const probeIntervalMs = 500;

type SendArguments = Parameters<Redis["sendCommand"]>;

/** Tells whether Redis can be used now. */
export interface RedisHealth {
  readonly isAway: boolean;
  /** Calls back at each change, for the life of the process. */
  onChange(listener: (isAway: boolean) => void): void;
}

/**
 * A connection for commands that never waits long: it queues nothing while Redis is gone, and after one
 * command that was not answered in time (a frozen server) all others are refused at once until Redis answers again.
 */
export class GuardedRedis extends Redis implements RedisHealth {
  #isAway = false;
  #isProbe = false;
  #probing: NodeJS.Timeout | undefined;
  readonly #followed = new WeakSet<object>();
  readonly #listeners: ((isAway: boolean) => void)[] = [];

  constructor(url: string) {
    super(url, {
      maxRetriesPerRequest: 1,
      commandTimeout: commandTimeoutMs,
      enableOfflineQueue: false,
      lazyConnect: true,
      // Commands of one moment leave in one packet. The probe does not wait for those that are not answered.
      enableAutoPipelining: true,
      autoPipeliningIgnoredCommands: ["ping"],
    });
    this.on("close", () => this.#setAway(true));
    this.on("ready", () => this.#setAway(false));
    this.on("end", () => clearInterval(this.#probing));
  }

  get isAway(): boolean {
    return this.#isAway;
  }

  onChange(listener: (isAway: boolean) => void): void {
    this.#listeners.push(listener);
  }

  /** Commands of one moment are put together here by whoever sends them, and leave in the name of the first. */
  override pipeline(...args: Parameters<Redis["pipeline"]>): ReturnType<Redis["pipeline"]> {
    const pipeline = super.pipeline(...args);
    const takers = pipeline as unknown as { sendCommand(command: SendArguments[0]): unknown }; // not in its types
    const take = takers.sendCommand.bind(pipeline);
    takers.sendCommand = (command) => {
      this.#follow(command);
      return take(command);
    };
    return pipeline;
  }

  override sendCommand(...args: SendArguments): unknown {
    const [command] = args;
    this.#follow(command);
    if (this.#isAway && this.status === "ready" && !this.#isProbe) {
      command.reject(new Error("Redis does not answer"));
      return command.promise;
    }
    command.promise.catch((error: Error) => {
      if (error.message === "Command timed out" && this.status === "ready") this.#setAway(true);
    });
    return super.sendCommand(...args);
  }

  /** A command in the trace of who sends it: its name, never its keys and values. */
  #follow(command: SendArguments[0]): void {
    if (currentSpan() === undefined || this.#followed.has(command)) return;
    this.#followed.add(command);
    const name = command.name.toLowerCase();
    const attributes = { "db.system.name": "redis", "db.operation.name": name };
    const span = openSpan(`redis ${name}`, { kind: "client", attributes });
    command.promise.then(
      () => span?.end(),
      () => span?.end("refused"),
    );
  }

  #setAway(isAway: boolean): void {
    if (this.#isAway === isAway) return;
    this.#isAway = isAway;
    clearInterval(this.#probing);
    if (isAway) this.#probing = setInterval(() => this.#probe(), probeIntervalMs).unref();
    for (const listener of this.#listeners) listener(isAway);
  }

  /** Asks past the guard; the first answer opens it. A lost connection says itself when it is ready again. */
  #probe(): void {
    if (this.status !== "ready") return;
    this.#isProbe = true;
    // The command is handed to `sendCommand` before `ping` returns.
    const asked = this.ping();
    this.#isProbe = false;
    asked.then(
      () => this.#setAway(false),
      () => undefined,
    );
  }
}
