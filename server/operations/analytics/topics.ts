import type { AnalyticsTopic } from "../../../protocol/admin-analytics.ts";
import type { TopicDay } from "../store/analytics-days.ts";
import type { Period } from "./steps.ts";

/** More lines are no longer told apart. */
const mostTopics = 20;

/** Each topic with its tickets over the parts of the period and before it, the most frequent first. */
export function topicsOf(
  days: readonly (TopicDay & { day: string; name: string })[],
  parts: readonly Period[],
): AnalyticsTopic[] {
  const topics = new Map<string, AnalyticsTopic>();
  for (const { kind, topic, name, day, tickets } of days) {
    const key = `${kind} ${topic}`;
    const known = topics.get(key) ?? {
      kind,
      id: topic,
      name,
      tickets: 0,
      tickets_before: 0,
      points: parts.map(() => 0),
    };
    topics.set(key, known);
    const place = parts.findIndex(({ from, to }) => day >= from && day <= to);
    if (place === -1) known.tickets_before += tickets;
    else {
      known.tickets += tickets;
      known.points[place] = (known.points[place] ?? 0) + tickets;
    }
  }
  return [...topics.values()]
    .filter(({ tickets }) => tickets > 0)
    .sort((a, b) => b.tickets - a.tickets || a.name.localeCompare(b.name))
    .slice(0, mostTopics);
}
