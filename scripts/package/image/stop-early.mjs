/**
 * A signal ends the first process of a container only when the process handles it. The server handles signals once it is ready. Before
 * that, the engine would wait after a stop and then kill the process. Imported before the server is loaded.
 */
for (const signal of ["SIGINT", "SIGTERM"]) {
  let isDraining = false;
  process.on(signal, () => {
    isDraining ||= process.listenerCount(signal) > 1;
    if (!isDraining) process.exit(130); // the server does not run yet
  });
}
