import type { Analytics, AnalyticsPart, AnalyticsValue } from "../../../protocol/admin-analytics.ts";
import { byteOrderMark, csvLine } from "../../core/text/csv-line.ts";

/** One part of a period's analytics as CSV. An empty cell means there was nothing to measure. @param zone time zone of the days. */
export function analyticsCsv(read: Analytics, part: AnalyticsPart, zone: string): string {
  const [head = [], ...rows] = { points: pointLines, agents: agentLines, topics: topicLines }[part](read);
  const lines = [[...head, "time_zone"], ...rows.map((row) => [...row, zone])];
  return byteOrderMark + lines.map(csvLine).join("");
}

function pointLines({ points, values }: Analytics): string[][] {
  // The record's keys are the values, in documented order.
  const columns = Object.keys(values) as AnalyticsValue[];
  const lines = points.map((point) => [
    point.from,
    point.to,
    ...columns.map((column) => numberText(point.values[column])),
  ]);
  return [["from", "to", ...columns], ...lines];
}

function agentLines({ agents }: Analytics): string[][] {
  const lines = agents.map(({ id, name, answers, tickets, resolved, answers_before }) => [
    id,
    name ?? "",
    ...[answers, tickets, resolved, answers_before].map(numberText),
  ]);
  return [["agent_id", "name", "answers", "tickets", "resolved", "answers_before"], ...lines];
}

function topicLines({ topics, points }: Analytics): string[][] {
  const lines = topics.map(({ kind, name, tickets, tickets_before, points: counts }) => [
    kind,
    name,
    ...[tickets, tickets_before, ...counts].map(numberText),
  ]);
  return [["kind", "topic", "tickets", "tickets_before", ...points.map(({ from }) => from)], ...lines];
}

function numberText(value: number | null): string {
  return value === null ? "" : String(Math.round(value * 1e6) / 1e6);
}
