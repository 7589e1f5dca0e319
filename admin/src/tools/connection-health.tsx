import type { DiscoveryResult, ToolConnection } from "../../../protocol/admin-tools.ts";
import { Icon } from "../ui/icon.tsx";
import { ageWords, fullTime, now } from "../ui/time.ts";

/** Health of a connection, in one word; the reason is shown on hover. */
export function ConnectionHealth({ connection }: { connection: ToolConnection }) {
  const { is_active: isActive, health, checked_at: at, problem } = connection;
  if (!isActive) return <span class="chip">Off</span>;
  const looked = at ? `Checked ${fullTime(at)}` : "";
  const title = [problem, looked].filter(Boolean).join(" · ");
  switch (health) {
    case "ok":
      return (
        <span class="chip chip-good" title={title}>
          Online{at ? ` · ${ageWords(at, now.value)}` : ""}
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

/** Result of reading a server's tools. */
export function DiscoveryNote({ result }: { result: DiscoveryResult }) {
  const { added, changed, gone, left_out: leftOut, problem, tools } = result;
  // The connection shows the problem already.
  if (problem) return null;
  const news = [
    added > 0 ? `${added} new` : "",
    changed > 0 ? `${changed} changed` : "",
    gone > 0 ? `${gone} removed` : "",
  ].filter(Boolean);
  return (
    <div class="discovery" role="status">
      <p>
        <Icon name="check" /> Tools refreshed: {tools.length} {tools.length === 1 ? "tool" : "tools"}
        {news.length > 0 ? `, ${news.join(", ")}.` : ", nothing new."}
        {added > 0 ? " New tools are off until you set their rules." : ""}
      </p>
      {leftOut.length > 0 ? (
        <details>
          <summary>{leftOut.length} left out</summary>
          <ul>
            {leftOut.map((line) => (
              <li key={line} dir="auto">
                {line}
              </li>
            ))}
          </ul>
        </details>
      ) : null}
    </div>
  );
}
