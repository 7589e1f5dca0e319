import { BaseSequencer } from "vitest/node";

/** Files that take longest. On a clean machine only file sizes are known, and a long file that starts late ends late. */
const longest = [
  ...["/test/loop.e2e", "/test/screens.e2e", "/test/team.e2e", "/test/upgrade.e2e"],
  ...["/test/isolation/routes", "/test/backup", "/test/library-work", "/test/every-state"],
  ...["/test/move", "/test/input-fields", "/test/cli.", "/test/production-"],
];

/**
 * The start order of files: first whole servers, alternating with files that have a separate process (so that no more than two or three
 * whole servers run at once), then all files that share processes. Vitest ends a shared process when the next file is of another kind, and
 * every new process loads the server's modules again, which takes five seconds of CPU time.
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
