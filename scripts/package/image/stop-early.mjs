/**
 * The first process of a container is ended by no signal that it does not listen to. The server listens once it is ready; a stop before
 * that would be waited for until the engine kills. Imported before the server is loaded.
 */
for (const signal of ["SIGINT", "SIGTERM"]) {
  let isDraining = false;
  process.on(signal, () => {
    isDraining ||= process.listenerCount(signal) > 1;
    if (!isDraining) process.exit(130); // the server does not run yet
  });
}
