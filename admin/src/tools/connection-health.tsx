import type { ToolConnection } from "../../../protocol/admin-tools.ts";
import { now } from "../ui/now.ts";
import { fullTime, shortAge } from "../ui/time.ts";

/** How a connection is, in a word; why, on hover. */
export function ConnectionHealth({ connection }: { connection: ToolConnection }) {
  const { is_active: isActive, health, checked_at: at, problem } = connection;
  if (!isActive) return <span class="chip">Off</span>;
  const looked = at ? `Checked ${fullTime(at)}` : "";
  const title = [problem, looked].filter(Boolean).join(" · ");
  switch (health) {
    case "ok":
      return (
        <span class="chip chip-good" title={title}>
          Online{at ? ` · ${agoText(at)}` : ""}
        </span>
      );
    case "failing":
      return (
        <span class="chip chip-bad" title={title}>
          Not responding
        </span>
      );
    case "resting":
      return (
        <span class="chip chip-bad" title={`${title} Paused after repeated failures.`}>
          Failing, paused
        </span>
      );
    case "unchecked":
      return <span class="chip">Not checked yet</span>;
    default:
      return health satisfies never;
  }
}

function agoText(iso: string): string {
  const age = shortAge(iso, now.value);
  return age === "now" ? "just now" : `${age} ago`;
}
