import { renderReport } from "../../eval/report.ts";
import { type EvalReport, runEval } from "../../eval/run-eval.ts";

/** `parley eval`: needs no installation, it brings its own database. */
export async function evaluate(args: unknown, info: (line: string) => void): Promise<EvalReport> {
  return runEval(args, info);
}

export function renderEvaluation(report: EvalReport): string {
  return renderReport(report).trimEnd();
}
