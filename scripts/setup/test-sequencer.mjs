import { BaseSequencer } from "vitest/node";

/** Files that take longest on a clean machine, where nothing is known yet but how large a file is: what is begun late ends late. */
const longest = [
  ...["/test/loop.e2e", "/test/screens.e2e", "/test/team.e2e", "/test/upgrade.e2e"],
  ...["/test/isolation/routes", "/test/backup", "/test/library-work", "/test/every-state"],
  ...["/test/move", "/test/input-fields", "/test/cli.", "/test/production-"],
];

/**
 * The order in which files start: whole servers first, by turns with files that have a process of their own (so that no more than two or
 * three whole servers run at once), then all that share processes. Vitest ends a shared process as soon as the next file in the line is
 * not of its kind, and every new one loads the server's modules anew, for five seconds of the processor.
 */
export default class TestSequencer extends BaseSequencer {
  async sort(files) {
    const sorted = await super.sort(files);
    const of = (name) => sorted.filter(({ project }) => project.name === name);
    const place = ({ moduleId }) => {
      const found = longest.findIndex((start) => moduleId.includes(start));
      return found < 0 ? longest.length : found;
    };
    const longFirst = (some) => some.sort((a, b) => place(a) - place(b));
    const own = byTurns(longFirst(of("whole")), of("alone"));
    const rest = sorted.filter(({ project }) => project.name !== "whole" && project.name !== "alone");
    return [...own, ...longFirst(rest)];
  }
}

function byTurns(some, others) {
  const count = Math.max(some.length, others.length);
  return Array.from({ length: count }, (_, index) => [some[index], others[index]])
    .flat()
    .filter((one) => one !== undefined);
}
