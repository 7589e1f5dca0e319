import { mkdir, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { type Command as Commander, CommanderError } from "commander";
import { z } from "zod";
import { readConfig } from "../../server/core/config/config.ts";
import type { Invocation } from "./build-commands.ts";
import type { Command, Out } from "./command.ts";
import { renderRestore, restore } from "./commands/backup.ts";
import { reportOf } from "./commands/doctor.ts";
import { migrateDatabase, renderMigration } from "./commands/migrate.ts";
import { move, renderMove } from "./commands/move.ts";
import { completeArgs } from "./complete-args.ts";
import { completionFor, type Shell } from "./completion.ts";
import { execute } from "./execute.ts";
import { type Asker, terminalAsker } from "./init/asker.ts";
import type { InitOptions, InitResult } from "./init/init.ts";
import { createProgram } from "./program.ts";
import { commands } from "./registry.ts";
import { renderCreated, renderInit, runInit } from "./run-init.ts";
import { toRefusal } from "./to-refusal.ts";

/** Where the command line writes; tests give their own. */
export interface Terminal {
  stdout(text: string): void;
  stderr(text: string): void;
  /** Asks for missing values; default: the user at this process's terminal, if there is one. */
  asker?: Asker;
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
  setUp(program, terminal);
  try {
    await program.parseAsync(args, { from: "user" });
    return code;
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    return error.exitCode === 0 ? done : wrongUse;
  }
}

function setUp(command: Commander, terminal: Terminal): void {
  command.configureOutput({ writeOut: terminal.stdout, writeErr: terminal.stderr });
  command.showHelpAfterError("Add --help for usage and examples.");
  for (const child of command.commands) setUp(child, terminal);
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
  const asker = askerOf(invocation, terminal);
  if (invocation.command === "migrate") {
    const result = await migrateDatabase();
    return { result, text: renderMigration(result), isFailure: false };
  }
  if (invocation.command === "move") {
    const result = await move(invocation.args, outFor(invocation, terminal, { text: "" }));
    return { result, text: renderMove(result), isFailure: result.isolation?.ok === false };
  }
  if (invocation.command === "restore") {
    const result = await restore(invocation.args, outFor(invocation, terminal, { text: "" }));
    return { result, text: renderRestore(result), isFailure: !result.isolation.ok };
  }
  if (invocation.command === "completion") return complete(invocation.args.shell as Shell); // one of its choices
  if (invocation.command === "init" || (asker !== null && gaveNothing(invocation)))
    return performInit(invocation, asker, outFor(invocation, terminal, { text: "" }));
  const command = commands.get(invocation.command);
  if (!command) throw new Error(`no command ${invocation.command}`);
  const args = await completeArgs(invocation, asker);
  const shown = { text: "" };
  const result = await run(command, args, outFor(invocation, terminal, shown));
  const text = command.name === "tenant create" ? await renderTenant(invocation, result) : command.render(result);
  return { result, text: withoutShown(text, shown.text), isFailure: command.isFailure(result) };
}

/** No questions with JSON output or without a terminal. */
function askerOf({ json }: Invocation, { asker }: Terminal): Asker | null {
  if (json) return null;
  return asker ?? (process.stdin.isTTY && process.stdout.isTTY ? terminalAsker() : null);
}

function gaveNothing({ command, args: { name, origins } }: Invocation): boolean {
  return command === "tenant create" && name === undefined && Array.isArray(origins) && origins.length === 0;
}

async function performInit(invocation: Invocation, asker: Asker | null, out: Out): Promise<Performed> {
  const { showSecrets, ...given } = invocation.args;
  const usual = { maxPages: 50, questions: 3 };
  // As the program read it from its own options.
  const options = { ...usual, ...given } as unknown as InitOptions;
  const result = await runInit(options, asker, out);
  if (invocation.json) return { result, text: "", isFailure: false };
  // A person has seen the answers come.
  const seen = asker ? { ...result, questions: [] } : result;
  const text = renderInit(seen, await secretsFileOf(showSecrets, result));
  asker?.end("Your tenant is ready.");
  return { result, text, isFailure: false };
}

async function renderTenant({ args, json }: Invocation, result: unknown): Promise<string> {
  if (json) return "";
  // What `tenant create` answers is what `init` answers of it.
  const made = result as InitResult;
  return `Tenant ${made.tenant_id} is ready.

${renderCreated(made, await secretsFileOf(args.showSecrets, made))}

Next: add documents
  parley knowledge add ./docs --tenant ${made.tenant_id} --wait`;
}

async function secretsFileOf(showSecrets: unknown, made: InitResult): Promise<string | null> {
  return showSecrets === true ? null : keepSecrets(readConfig().dataDir, made);
}

function complete(shell: Shell): Performed {
  const text = completionFor(
    createProgram(async () => {}),
    shell,
  );
  return { text: text.trimEnd(), result: { shell, script: text }, isFailure: false };
}

/** `doctor` is for installations that do not start: then it says why. */
async function run(
  command: Command,
  { showSecrets: _own, ...args }: Record<string, unknown>,
  out: Out,
): Promise<unknown> {
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
    progress: () => {},
  };
}

/** Leaves out text that was streamed already, unless its final form differs. */
function withoutShown(text: string, shown: string): string {
  if (shown === "") return text;
  return text.startsWith(shown) ? text.slice(shown.length) : `\n\n${text}`;
}

const secretsSchema = z.object({
  tenant_id: z.string(),
  console_url: z.string(),
  identity_secret: z.string(),
  api_key: z.string(),
  admin: z.object({ email: z.string(), password: z.string() }),
});

/**
 * Puts what nobody can be told again into a file that its owner alone may read: a terminal is looked at by others, recorded and scrolled
 * back. @returns its path, or null when it could not be written and has to be shown.
 */
async function keepSecrets(dataDir: string, created: unknown): Promise<string | null> {
  const secrets = secretsSchema.parse(created);
  const folder = join(resolve(dataDir), "tenants");
  const file = join(folder, `${secrets.tenant_id}.json`);
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await writeFile(file, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600, flag: "wx" });
    return file;
  } catch {
    return null;
  }
}
