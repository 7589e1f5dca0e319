import type { z } from "zod";
import type { TenantId } from "../../protocol/ids.ts";
import { resolveTenant } from "../../server/accounts/tenants/directory.ts";
import type { AppContext } from "../../server/wiring/context.ts";

/** Progress of a long command. */
export interface Progress {
  done: number;
  total: number;
  /** What is counted, e.g. `pages read`. */
  label: string;
}

/** The output of a command while it works: notes for people, and text that is part of its result. */
export interface Out {
  /** A line of progress; goes to stderr. */
  info(line: string): void;
  /** A piece of the rendered result; written to stdout unless `--json` is on. */
  text(piece: string): void;
  /** Counted progress; ignored where no bar is shown. */
  progress?(at: Progress): void;
}

/** The definition of a command. It runs in this process or, when a server has the data folder open, in the server. */
export interface CommandSpec<Args, Result> {
  name: string;
  args: z.ZodType<Args>;
  /** True when it creates work for background workers: outside a server they must be started first. */
  needsWorkers?: boolean;
  /** True when the command may create an installation in an empty folder. */
  begins?: boolean;
  run(ctx: AppContext, args: Args, out: Out): Promise<Result>;
  /** The text for people at the end; `--json` prints the result itself. */
  render(result: Result): string;
  /** True when the command ran and its result reports a problem: exit code 1. */
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

type TenantCommandSpec<Args, Result> = Omit<CommandSpec<Args, Result>, "run"> & {
  run(ctx: AppContext, args: Omit<Args, "tenant"> & { tenantId: TenantId }, out: Out): Promise<Result>;
};

/** A command for one tenant: its argument `tenant` is an ID or a name, and `run` receives the ID instead. */
export function defineTenantCommand<Args extends { tenant: string }, Result>(
  spec: TenantCommandSpec<Args, Result>,
): Command {
  return defineCommand({
    ...spec,
    async run(ctx, { tenant, ...args }, out) {
      return spec.run(ctx, { ...args, tenantId: await resolveTenant(ctx.http.tenants, tenant) }, out);
    },
  });
}
