/** The one file that reads the environment. */
const reader = "server/core/config/config.ts";

/** Reads of `process.env` anywhere else. What runs before or beside the server (builds, tests, benchmarks) may. */
export function findEnvironmentReads(sources) {
  return sources
    .filter(
      ({ path, isTest }) =>
        path !== reader && !isTest && !path.endsWith(".mjs") && !/\.config\.ts$|^lab\/bench\//.test(path),
    )
    .flatMap(({ path, environmentLines }) =>
      environmentLines.map((line) => ({
        path,
        line,
        rule: "environment",
        message: `only ${reader} reads process.env`,
      })),
    );
}
