import { spawn } from "node:child_process";
import { projectRoot } from "./paths.mjs";

/**
 * Runs a command to its end and returns its exit code (128 for a signal). By default its stdout goes to our stderr, because `parley --json`
 * promises a clean stdout.
 */
export function run(command, args, { env = process.env, stdout = 2, cwd = projectRoot } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, env, stdio: ["ignore", stdout, 2] });
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
