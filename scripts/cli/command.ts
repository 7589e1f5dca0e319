import type { z } from "zod";
import type { AppContext } from "../../server/wiring/context.ts";

/** How far a long command is. */
export interface Progress {
  done: number;
  total: number;
  /** What is counted, e.g. `pages read`. */
  label: string;
}

/** Where a command writes while it works: notes for people, and text that is part of its answer. */
export interface Out {
  /** A line of progress; goes to stderr. */
  info(line: string): void;
  /** A piece of the rendered result as it comes; goes to stdout unless `--json` is on. */
  text(piece: string): void;
  /** Counted progress; whoever shows no bar says nothing. */
  progress?(at: Progress): void;
}

/** A command as its file defines it. It runs in this process or, when a server has the data folder, in that one. */
export interface CommandSpec<Args, Result> {
  name: string;
  args: z.ZodType<Args>;
  /** True when it hands out work that only background workers do: outside a server they must be started first. */
  needsWorkers?: boolean;
  /** True when a folder without an installation is no mistake: it begins one. */
  begins?: boolean;
  run(ctx: AppContext, args: Args, out: Out): Promise<Result>;
  /** What people see when it is done; the result itself is what `--json` prints. */
  render(result: Result): string;
  /** True when it ran and the result says that something is wrong: exit code 1. */
  isFailure?(result: Result): boolean;
}

/** A command whose arguments and result are checked and used inside only. */
export interface Command {
  name: string;
  needsWorkers: boolean;
  begins: boolean;
  run(ctx: AppContext, args: unknown, out: Out): Promise<unknown>;
  render(result: unknown): string;
  isFailure(result: unknown): boolean;
}

export function defineCommand<Args, Result>(spec: CommandSpec<Args, Result>): Command {
  return {
    name: spec.name,
    needsWorkers: spec.needsWorkers ?? false,
    begins: spec.begins ?? false,
    run: (ctx, args, out) => spec.run(ctx, spec.args.parse(args), out),
    // A result comes from the same command's `run`, if over a socket as JSON of it.
    render: (result) => spec.render(result as Result),
    isFailure: (result) => spec.isFailure?.(result as Result) ?? false,
  };
}
