import type { ContextEntry, ContextRecord } from "../../protocol/context-record.ts";
import type { CopilotPreference } from "../../protocol/copilot-preferences.ts";
import { type Answer, type Call, ok } from "./mock-answers.ts";
import type { MockCopilot } from "./mock-copilot-conversations.ts";
import { delivery, oldRefunds, refunds } from "./mock-copilot-results.ts";
import { uuid } from "./mock-data.ts";

/** The routes for the mock copilot's retrieval context and learned preferences. */
export function copilotContextRoute(copilot: MockCopilot, path: string, call: Call): Answer | null {
  if (path === "/admin/copilot/context")
    return ok({ action: "inquire", documents: [], context: recordWithout(leftOutIn(call)) });
  if (/^\/admin\/copilot\/conversations\/[^/]+\/messages\/[^/]+\/context$/.test(path))
    return ok({ context: recordWithout([]) });
  if (!path.startsWith("/admin/copilot/preferences")) return null;
  const [, , , , id, verb] = path.split("/");
  if (call.method === "DELETE")
    copilot.preferences = copilot.preferences.filter(({ document_id: known }) => id !== undefined && known !== id);
  if (call.method === "PATCH") set(copilot, id ?? "", (call.body as { stance: CopilotPreference["stance"] }).stance);
  if (verb === "dismissals") copilot.dismissed.push(id ?? "");
  return ok({ items: copilot.preferences });
}

function leftOutIn(call: Call): string[] {
  return (call.body as { mentions?: { leave_out?: string[] } }).mentions?.leave_out ?? [];
}

function set(copilot: MockCopilot, id: string, stance: CopilotPreference["stance"]): void {
  const effect = stance === "neutral" || stance === null ? "usual" : stance;
  for (const each of copilot.preferences)
    if (each.document_id === id) Object.assign(each, { stance, effect, reason: `you set it: ${stance}` });
}

const entry = (document: typeof refunds, more: Partial<ContextEntry>): ContextEntry => ({
  source: "search",
  kind: "passage",
  id: uuid(7900),
  document_id: document.document_id,
  version_id: document.version_id,
  title: document.title,
  weight: 0.5,
  base: 0.5,
  modifiers: [],
  tokens: 240,
  similarity: 0.71,
  reason: "found for the question",
  ...more,
});

function recordWithout(leftOut: readonly string[]): ContextRecord {
  const all = [
    entry(refunds, {
      id: uuid(7901),
      source: "always",
      weight: 0.8,
      base: 0.8,
      reason: "you tagged it three times since 3 November",
    }),
    entry(refunds, { id: uuid(7902), similarity: 0.66 }),
    entry(delivery, {
      id: uuid(7903),
      weight: 0.65,
      reason: "found for the question; used in the neighbouring branch",
    }),
  ];
  const isOut = ({ document_id: id }: ContextEntry) => leftOut.includes(id ?? "");
  return {
    taken: all.filter((each) => !isOut(each)),
    left_out: [
      ...all.filter(isOut).map((each) => ({ ...each, reason: "removed from this message manually" })),
      entry(
        { ...oldRefunds, document_id: uuid(7950) as typeof refunds.document_id, title: "Press kit 2024" },
        {
          id: uuid(7904),
          reason: "you dismissed it three times since 10 November",
        },
      ),
    ],
    more_left_out: 0,
    budget: { tokens: 6_000, used: 720 },
    sources: [
      { source: "search", state: "answered", ms: 84, found: 12 },
      { source: "always", state: "answered", ms: 21, found: 1 },
      { source: "branch", state: "late", ms: 300, found: 0 },
    ],
    has_drifted: false,
    took_ms: 312,
  };
}

export function seedPreferences(): CopilotPreference[] {
  const of = (document: typeof refunds, more: Partial<CopilotPreference>): CopilotPreference => ({
    document_id: document.document_id,
    title: document.title,
    stance: null,
    effect: "usual",
    weight: 0.5,
    reason: "you last used it on 20 November",
    last_used_at: "2026-11-20T10:00:00.000Z",
    ...more,
  });
  return [
    of(refunds, { effect: "always", weight: 0.8, reason: "you tagged it three times since 3 November" }),
    of(delivery, { stance: "never", effect: "never", weight: 0, reason: 'you chose "Never"' }),
  ];
}
