import { writeFileSync } from "node:fs";

/** A vitest reporter that writes the counts and the reasons of skipped tests for scripts/test.mjs. */
export default class SummaryReporter {
  onTestRunEnd(modules, errors) {
    const summary = { passed: 0, failed: 0, skipped: [], files: modules.length };
    for (const module of modules) {
      for (const test of module.children.allTests()) countTest(summary, module, test);
      // A file that does not load has no tests to count, and a hook can fail while its tests pass.
      summary.failed += module.errors().length;
      for (const suite of module.children.allSuites()) summary.failed += suite.errors().length;
    }
    summary.failed += errors.length;
    writeFileSync(process.env.PARLEY_TEST_SUMMARY, JSON.stringify(summary));
  }
}

function countTest(summary, module, test) {
  const { state, note } = test.result();
  const name = `${module.relativeModuleId}: ${test.fullName}`;
  if (state === "passed") summary.passed += 1;
  else if (state === "failed") summary.failed += 1;
  else if (state === "skipped") summary.skipped.push({ name, reason: note });
  else summary.failed += 1; // never ran: the run was cut short
}
