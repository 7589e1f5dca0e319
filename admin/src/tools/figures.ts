import type { ToolFigures } from "../../../protocol/admin-tool-calls.ts";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** What happened in one hour or day. */
export interface FiguresPoint {
  /** Beginning of it, ISO. */
  at: string;
  done: number;
  /** Failed, refused because something had changed, or with an end that nobody knows. */
  failed: number;
}

/** One point for each hour or day up to now, also those without a call; all connections together. */
export function figurePoints({ step, items }: ToolFigures, days: number, now: number): FiguresPoint[] {
  const stepMs = step === "hour" ? hourMs : dayMs;
  const last = Math.floor(now / stepMs) * stepMs;
  const points = new Map<number, FiguresPoint>();
  for (let back = Math.round((days * dayMs) / stepMs) - 1; back >= 0; back -= 1) {
    const at = last - back * stepMs;
    points.set(at, { at: new Date(at).toISOString(), done: 0, failed: 0 });
  }
  for (const { at, calls, failed, conflict, unknown } of items) {
    const point = points.get(Math.floor(Date.parse(at) / stepMs) * stepMs);
    if (!point) continue;
    const wrong = failed + conflict + unknown;
    point.failed += wrong;
    point.done += calls - wrong;
  }
  return [...points.values()];
}

export function sumOf(points: readonly FiguresPoint[]): { calls: number; failed: number } {
  return points.reduce((sum, { done, failed }) => ({ calls: sum.calls + done + failed, failed: sum.failed + failed }), {
    calls: 0,
    failed: 0,
  });
}
