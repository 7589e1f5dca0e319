// HEALTHCHECK of the image: the process responds. It exits with 1 when the process does not. /readyz reports the services that the process
// needs.
const waitMs = 4_000;
const url = `http://127.0.0.1:${process.env.PORT || 8787}/${process.argv[2] ?? "healthz"}`;

const reason = await fetch(url, { signal: AbortSignal.timeout(waitMs) }).then(
  (response) => (response.ok ? undefined : `${url} returned ${response.status}`),
  (error) => `${url}: ${error.cause?.message ?? error.message}`,
);
if (reason) console.error(reason);
process.exitCode = reason ? 1 : 0;
