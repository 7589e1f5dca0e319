import { spawn } from "node:child_process";
import { closeSync, mkdirSync, openSync, readFileSync } from "node:fs";
import { inProject, projectRoot } from "./paths.mjs";

/**
 * Runs a command to its end and returns its exit code (128 for a signal). By default its output goes to our stderr, because `parley --json`
 * promises a clean stdout.
 * @param options.output file descriptor that receives stdout and stderr
 */
export function run(command, args, { env = process.env, output = 2, cwd = projectRoot } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, env, stdio: ["ignore", output, output] });
    const forward = (signal) => child.kill(signal);
    process.on("SIGTERM", forward);
    // A terminal sends SIGINT to the child as well. Without a handler this process would end before the child.
    process.on("SIGINT", forward);
    const release = () => {
      process.off("SIGTERM", forward);
      process.off("SIGINT", forward);
    };
    child.once("error", (error) => {
      release();
      reject(error);
    });
    child.once("exit", (code, signal) => {
      release();
      if (signal === "SIGINT" || signal === "SIGTERM") process.exit(130);
      resolve(code ?? 128);
    });
  });
}

/** Runs a script with this Node.js. */
export function runNode(args, options) {
  return run(process.execPath, args, options);
}

/** Runs a command with its output in `.cache/<name>.log`, which is printed when the command fails. Returns its exit code. */
export async function runLogged(name, command, args) {
  const path = inProject(".cache", `${name}.log`);
  mkdirSync(inProject(".cache"), { recursive: true });
  const output = openSync(path, "w");
  const code = await run(command, args, { output }).finally(() => closeSync(output));
  if (code !== 0) process.stderr.write(readFileSync(path));
  return code;
}
