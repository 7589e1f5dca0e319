// A thread that ends the parser's process when it holds too much memory or when its parent is gone. It runs while
// the main thread is stuck in a parser.
import { workerData } from "node:worker_threads";

const { parentPid, rssBytes, intervalMs } = workerData;

setInterval(() => {
  if (process.ppid === parentPid && process.memoryUsage.rss() <= rssBytes) return;
  process.kill(process.pid, "SIGKILL");
}, intervalMs);
