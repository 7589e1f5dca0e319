import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { inProject } from "./paths.mjs";

const lockFile = inProject(".cache/setup.lock");
const pollIntervalMs = 200;

/** Lets one process at a time install or build in this checkout. It takes over the lock of a process that has ended. */
export async function withSetupLock(work) {
  mkdirSync(inProject(".cache"), { recursive: true });
  let told = false;
  while (!tryLock()) {
    if (!told) console.error("Waiting for another Parley command to finish building...");
    told = true;
    await sleep(pollIntervalMs);
  }
  const unlock = () => rmSync(lockFile, { force: true });
  process.once("exit", unlock);
  try {
    return await work();
  } finally {
    process.off("exit", unlock);
    unlock();
  }
}

function tryLock() {
  // A link appears together with its content, so nobody reads a lock that does not name its holder yet.
  const candidate = `${lockFile}.${process.pid}`;
  writeFileSync(candidate, String(process.pid));
  try {
    linkSync(candidate, lockFile);
    return true;
  } catch (error) {
    if (error.code !== "EEXIST") throw error;
    if (!isAlive(readHolder())) rmSync(lockFile, { force: true });
    return false;
  } finally {
    rmSync(candidate, { force: true });
  }
}

function readHolder() {
  try {
    return Number(readFileSync(lockFile, "utf8"));
  } catch (error) {
    if (error.code === "ENOENT") return process.pid; // released between the two calls: try again
    throw error;
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === "EPERM";
  }
}
