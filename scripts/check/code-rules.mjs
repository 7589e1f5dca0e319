/** Shorter than this is a word, not a reason. */
const reasonMinLength = 10;

const suppressions = [
  { pattern: /^@ts-(ignore|nocheck)/, message: () => "use @ts-expect-error with a reason" },
  { pattern: /^@ts-expect-error(.*)/s, message: (match) => reasonProblem(match[1]) },
  { pattern: /^biome-ignore(?:-all|-start)?\s+[^:]*(.*)/s, message: (match) => reasonProblem(match[1]) },
  { pattern: /^check-ignore\s+[^:]*(.*)/s, message: (match) => reasonProblem(match[1]) },
  { pattern: /^eslint-disable/, message: () => "this project does not use ESLint" },
];

/** Comments that silence a check without saying why. */
export function findBareSuppressions(sources) {
  return sources.flatMap((source) => source.comments.flatMap((comment) => checkComment(source.path, comment)));
}

function checkComment(path, comment) {
  for (const { pattern, message } of suppressions) {
    const match = pattern.exec(comment.text);
    const problem = match && message(match);
    if (problem) return [{ path, line: comment.line, rule: "suppression", message: problem }];
  }
  return [];
}

function reasonProblem(rest) {
  const reason = rest.replace(/^[\s:-]+/, "").trim();
  return reason.length < reasonMinLength || reason.startsWith("<")
    ? "give a reason for the suppression after a colon"
    : undefined;
}

/** The one file that reads the environment. */
const environmentReader = "server/core/config/config.ts";

/** Reads of `process.env` anywhere else. What runs before or beside the server (builds, tests, benchmarks) may. */
export function findEnvironmentReads(sources) {
  return sources
    .filter(
      ({ path, isTest }) =>
        path !== environmentReader && !isTest && !path.endsWith(".mjs") && !/\.config\.ts$|^lab\/bench\//.test(path),
    )
    .flatMap(({ path, environmentLines }) =>
      environmentLines.map((line) => ({
        path,
        line,
        rule: "environment",
        message: `only ${environmentReader} reads process.env`,
      })),
    );
}

/** The one file that reads addresses. */
const urlReader = "server/core/text/parse-url.ts";
const urlRooms = /^(server|scripts|lab|protocol|db)\//;

/**
 * Addresses read in another way than through `parseUrl`: `URL.canParse` and `new URL` disagree on some texts (Node.js 20), so that a
 * check with the one does not keep the other from throwing. Addresses that are written out in the code are fine.
 */
export function findUrlReads(sources) {
  return sources
    .filter(({ path, isTest }) => urlRooms.test(path) && path !== urlReader && !isTest && path.endsWith(".ts"))
    .flatMap(({ path, urlLines }) =>
      urlLines.map((line) => ({
        path,
        line,
        rule: "url",
        message: `parse addresses with parseUrl of ${urlReader}, not with URL.canParse or new URL`,
      })),
    );
}
