import { startBuilt } from "./setup/start-built.mjs";

// `npm start` delivers Ctrl-C twice, from the terminal and from npm. The second must not end a server that drains because of the first.
for (const signal of ["SIGINT", "SIGTERM"]) {
  let isDraining = false;
  process.on(signal, () => {
    isDraining ||= process.listenerCount(signal) > 1;
    if (!isDraining) process.exit(130); // the server does not run yet
  });
}

await startBuilt("scripts/serve.js");
