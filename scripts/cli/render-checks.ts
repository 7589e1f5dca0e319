import type { Check, PageReport } from "../../protocol/admin-doctor.ts";
import { isNotSet } from "../../server/doctor/check.ts";

const marks: Record<Check["status"], string> = { ok: "ok     ", warning: "warning", failed: "FAILED " };
const notSetMark = "-      ";
const nameWidth = 18;

/** Findings as lines: what was seen, what to do, and the text that it takes. */
export function renderChecks(checks: readonly Check[]): string {
  return checks.flatMap(renderCheck).join("\n");
}

function renderCheck(check: Check): string[] {
  const { name, status, detail, mend, line } = check;
  const indent = " ".repeat(marks.ok.length + nameWidth + 4);
  return [
    `${isNotSet(check) ? notSetMark : marks[status]}  ${name.padEnd(nameWidth)}  ${detail}`,
    ...(mend ? [`${indent}→ ${mend}${line ? ":" : "."}`] : []),
    ...(line ? [`${indent}    ${line}`] : []),
  ];
}

/** A page with what was found there. */
export function renderPage({ url, ok, checks }: PageReport): string {
  return `${url}\n${renderChecks(checks)}\n\n${ok ? "No problems found on this page." : "A problem stops the chat on this page; see above."}`;
}
