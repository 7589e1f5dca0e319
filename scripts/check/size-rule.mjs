const fileLinesLimit = 250;
const functionLinesLimit = 50;
const parametersLimit = 3;

/** Files and functions over their limit. Tests are left out: a `describe` is a function too. */
export function findOversized(sources) {
  return sources
    .filter((source) => !source.isTest)
    .flatMap((source) => [...checkFile(source), ...source.functions.flatMap((f) => checkFunction(source, f))]);
}

function checkFile(source) {
  if (source.lines <= fileLinesLimit || isExcused(source, "file-length")) return [];
  return [
    {
      path: source.path,
      line: 1,
      rule: "file-length",
      message: `${source.lines} lines, the limit is ${fileLinesLimit}`,
    },
  ];
}

function checkFunction(source, { name, line, lines, parameters }) {
  const problems = [];
  if (lines > functionLinesLimit && !isExcused(source, "function-length", line)) {
    problems.push({
      path: source.path,
      line,
      rule: "function-length",
      message: `${name} has ${lines} lines, the limit is ${functionLinesLimit}`,
    });
  }
  if (parameters > parametersLimit && !isExcused(source, "parameters", line)) {
    problems.push({
      path: source.path,
      line,
      rule: "parameters",
      message: `${name} has ${parameters} parameters; pass one object above ${parametersLimit}`,
    });
  }
  return problems;
}

/** `// check-ignore <rule>: <reason>` directly above, or anywhere for a whole file. */
export function isExcused(source, rule, line) {
  return source.comments.some(
    (comment) =>
      comment.text.startsWith(`check-ignore ${rule}:`) &&
      (line === undefined || comment.endLine === line - 1 || comment.line === line),
  );
}
