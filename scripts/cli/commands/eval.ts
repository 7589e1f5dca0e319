import type { EvalReport } from "../../../lab/eval/run-eval.ts";

/**
 * `parley eval`: needs no installation, it brings its own database. What it measures is loaded when it is asked for: it reads half of the server,
 * and no other command waits for that.
 */
export async function evaluate(args: unknown, info: (line: string) => void): Promise<EvalReport> {
  const { runEval } = await import("../../../lab/eval/run-eval.ts");
  return runEval(args, info);
}

export async function renderEvaluation(report: EvalReport): Promise<string> {
  const { renderReport } = await import("../../../lab/eval/report.ts");
  return renderReport(report).trimEnd();
}
