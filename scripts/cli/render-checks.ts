import type { Check, PageReport } from "../../protocol/admin-doctor.ts";

const marks: Record<Check["status"], string> = { ok: "ok     ", warning: "warning", failed: "FAILED " };
const nameWidth = 18;

/** Findings as lines: what was seen, what to do, and the text that it takes. */
export function renderChecks(checks: readonly Check[]): string {
  return checks.flatMap(renderCheck).join("\n");
}

function renderCheck({ name, status, detail, mend, line }: Check): string[] {
  const indent = " ".repeat(marks.ok.length + nameWidth + 4);
  return [
    `${marks[status]}  ${name.padEnd(nameWidth)}  ${detail}`,
    ...(mend ? [`${indent}→ ${mend}${line ? ":" : "."}`] : []),
    ...(line ? [`${indent}    ${line}`] : []),
  ];
}

/** A page with what was found there. */
export function renderPage({ url, ok, checks }: PageReport): string {
  return `${url}\n${renderChecks(checks)}\n\n${ok ? "Nothing that was seen stops the chat there." : "Something stops the chat there, see above."}`;
}
