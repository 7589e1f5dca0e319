/** Words that this project once used for things with a standard name (docs/ARCHITECTURE.md, Glossary), each with that name. */
const standardNames = {
  aids: "agent assist",
  datalife: "privacy",
  episode: "context",
  looker: "viewer",
  lookers: "viewers",
  mails: "emails",
  nudge: "resync",
  patiently: "withRetry",
  surroundings: "message context",
  trial: "dry run",
  trials: "dry runs",
  untold: "unpublished",
  worded: "indexed",
};
const phrases = {
  AskFirst: "ConfirmDialog",
  CatchUncaught: "installCrashHandler",
  JudgeVisitor: "authorizeVisitor",
};

/** Declared names that contain a word with a standard name. */
export function findOldNames(sources) {
  return sources.flatMap(({ path, declared }) =>
    declared.flatMap(({ name, line }) => {
      const standard = standardOf(name);
      return standard === undefined
        ? []
        : [{ path, line, rule: "name", message: `${name}: the standard name is "${standard}"` }];
    }),
  );
}

function standardOf(name) {
  const phrase = Object.keys(phrases).find((part) =>
    new RegExp(`(?:^|(?<=[a-z]))${part}(?![a-z])`).test(capitalized(name)),
  );
  if (phrase) return phrases[phrase];
  const words = name.split(/(?=[A-Z])|[_-]/).map((word) => word.toLowerCase());
  const word = words.find((each) => Object.hasOwn(standardNames, each));
  return word && standardNames[word];
}

function capitalized(name) {
  return `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
}
