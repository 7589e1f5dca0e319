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
