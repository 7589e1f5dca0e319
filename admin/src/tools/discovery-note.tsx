import type { DiscoveryResult } from "../../../protocol/admin-tools.ts";
import { Icon } from "../ui/icon.tsx";

/** What a look at a server came to. */
export function DiscoveryNote({ result }: { result: DiscoveryResult }) {
  const { added, changed, gone, left_out: leftOut, problem, tools } = result;
  // It stands with the connection.
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
