import type { Check, PageReport } from "../../protocol/admin-doctor.ts";

const marks: Record<Check["status"], string> = {
  ok: "ok     ",
  not_set: "-      ",
  warning: "warning",
  failed: "FAILED ",
};
const widestName = 24;

/** Renders checks as lines: the finding, the fix, and the text that the fix needs. */
export function renderChecks(checks: readonly Check[]): string {
  const nameWidth = Math.min(widestName, Math.max(...checks.map(({ name }) => name.length)));
  return checks.flatMap((check) => renderCheck(check, nameWidth)).join("\n");
}

function renderCheck(check: Check, nameWidth: number): string[] {
  const { name, status, detail, mend, line } = check;
  const indent = " ".repeat(marks.ok.length + nameWidth + 4);
  return [
    `${marks[status]}  ${name.padEnd(nameWidth)}  ${detail}`,
    ...(mend ? [`${indent}→ ${mend}${line ? ":" : "."}`] : []),
    ...(line ? [`${indent}    ${line}`] : []),
  ];
}

/** Renders a page with its checks. */
export function renderPage({ url, ok, checks }: PageReport): string {
  return `${url}\n${renderChecks(checks)}\n\n${ok ? "No problems found on this page." : "A problem stops the chat on this page; see above."}`;
}
