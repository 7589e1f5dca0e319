/** The one file that reads addresses. */
const reader = "server/core/text/parse-url.ts";
const rooms = /^(server|scripts|lab|protocol|db)\//;

/**
 * Addresses read in another way than through `parseUrl`: `URL.canParse` and `new URL` disagree on some texts (Node.js 20), so that a
 * check with the one does not keep the other from throwing. Addresses that are written out in the code are fine.
 */
export function findUrlReads(sources) {
  return sources
    .filter(({ path, isTest }) => rooms.test(path) && path !== reader && !isTest && path.endsWith(".ts"))
    .flatMap(({ path, urlLines }) =>
      urlLines.map((line) => ({
        path,
        line,
        rule: "url",
        message: `parse addresses with parseUrl of ${reader}, not with URL.canParse or new URL`,
      })),
    );
}
