// A thread that ends the parser's process when it holds too much memory or when its parent is gone. It runs while
// the main thread is stuck in a parser.
import { writeSync } from "node:fs";
import { workerData } from "node:worker_threads";

const { parentPid, rssBytes, intervalMs } = workerData;

setInterval(() => {
  const isOver = process.memoryUsage.rss() > rssBytes;
  if (process.ppid === parentPid && !isOver) return;
  // Tells this end from that by a system short of memory, after which the file is tried once more (`parser-process.ts`).
  if (isOver) writeSync(2, "parser memory limit\n");
  process.kill(process.pid, "SIGKILL");
}, intervalMs);
