import { CommanderError } from "commander";
import { z } from "zod";
import { AppError, asError } from "../../server/errors.ts";
import type { Command, Out } from "./command.ts";
import { reportOf } from "./commands/doctor.ts";
import { evaluate, renderEvaluation } from "./commands/eval.ts";
import { migrateDatabase, renderMigration } from "./commands/migrate.ts";
import { completeArgs } from "./complete-args.ts";
import { execute } from "./execute.ts";
import { createProgram, type Invocation } from "./program.ts";
import { commands } from "./registry.ts";

/** Where the command line writes; tests give their own. */
export interface Terminal {
  stdout(text: string): void;
  stderr(text: string): void;
}

const done = 0;
const failed = 1;
const wrongUse = 2;

/** Runs one command line. @returns the exit code: 0 done, 1 failed, 2 wrong use. */
export async function runCli(args: readonly string[], terminal: Terminal): Promise<number> {
  let code = done;
  const program = createProgram(async (invocation) => {
    code = await invoke(invocation, terminal);
  });
  for (const command of [program, ...program.commands.flatMap((child) => [child, ...child.commands])]) {
    command.configureOutput({ writeOut: terminal.stdout, writeErr: terminal.stderr });
  }
  try {
    await program.parseAsync(args, { from: "user" });
    return code;
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    return error.exitCode === 0 ? done : wrongUse;
  }
}

async function invoke(invocation: Invocation, terminal: Terminal): Promise<number> {
  try {
    const { text, result, isFailure } = await perform(invocation, terminal);
    terminal.stdout(`${invocation.json ? JSON.stringify(result) : text}\n`);
    return isFailure ? failed : done;
  } catch (error) {
    const { code, message } = toRefusal(error);
    if (invocation.json) terminal.stdout(`${JSON.stringify({ error: { code, message } })}\n`);
    terminal.stderr(`${message}\n`);
    return code === "invalid_request" ? wrongUse : failed;
  }
}

interface Performed {
  text: string;
  result: unknown;
  isFailure: boolean;
}

async function perform(invocation: Invocation, terminal: Terminal): Promise<Performed> {
  if (invocation.command === "migrate") {
    const result = await migrateDatabase();
    return { result, text: renderMigration(result), isFailure: false };
  }
  if (invocation.command === "eval") {
    const result = await evaluate(invocation.args, (line) => terminal.stderr(`${line}\n`));
    return { result, text: renderEvaluation(result), isFailure: false };
  }
  const command = commands.get(invocation.command);
  if (!command) throw new Error(`no command ${invocation.command}`);
  const args = await completeArgs(invocation);
  const shown = { text: "" };
  const result = await run(command, args, outFor(invocation, terminal, shown));
  return { result, text: withoutShown(command.render(result), shown.text), isFailure: command.isFailure(result) };
}

/** `doctor` is for installations that do not start: then it says why. */
async function run(command: Command, args: unknown, out: Out): Promise<unknown> {
  if (command.name !== "doctor") return execute(command, args, out);
  return execute(command, args, out).catch(reportOf);
}

function outFor({ json }: Invocation, terminal: Terminal, shown: { text: string }): Out {
  return {
    info: (line) => terminal.stderr(`${line}\n`),
    text: (piece) => {
      if (json) return;
      shown.text += piece;
      terminal.stdout(piece);
    },
  };
}

/** What was streamed already is not said twice, unless its final form differs. */
function withoutShown(text: string, shown: string): string {
  if (shown === "") return text;
  return text.startsWith(shown) ? text.slice(shown.length) : `\n\n${text}`;
}

function toRefusal(error: unknown): { code: string; message: string } {
  if (error instanceof AppError) return error;
  if (error instanceof z.ZodError) {
    const issue = error.issues[0];
    return {
      code: "invalid_request",
      message: `${issue?.path.join(".") || "The arguments"}: ${issue?.message ?? "not as expected"}`,
    };
  }
  return { code: "internal", message: asError(error).message };
}
