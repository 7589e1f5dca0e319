import type { ToolConnection } from "../../../protocol/admin-tools.ts";
import { visibleText } from "../../../protocol/visible-text.ts";
import { ConnectionHealth } from "./connection-health.tsx";
import { connectionKinds } from "./tool-words.ts";

/** The systems that the assistant may ask, and what each waits for. */
export function ConnectionList({ connections }: { connections: readonly ToolConnection[] }) {
  return (
    <ul class="connections">
      {connections.map((connection) => (
        <li key={connection.id} class="connection">
          <a href={`/console/tools/${connection.id}`} class="connection-main">
            <span class="connection-name" dir="auto">
              {visibleText(connection.name)}
            </span>
            <span class="connection-url" dir="ltr">
              {connection.url}
            </span>
          </a>
          <span class="connection-facts">
            <span class="muted">{connectionKinds[connection.kind]}</span>
            <span class="muted">{toolCount(connection.tools.all)}</span>
            <Waiting {...connection.tools} />
          </span>
          <ConnectionHealth connection={connection} />
        </li>
      ))}
    </ul>
  );
}

/** What a person has to decide, loud enough to be seen in a list. */
function Waiting({ unclassed, changed }: Pick<ToolConnection["tools"], "unclassed" | "changed">) {
  return (
    <>
      {unclassed > 0 ? <span class="chip chip-wait">{unclassed} without rules</span> : null}
      {changed > 0 ? <span class="chip chip-wait">{changed} changed</span> : null}
    </>
  );
}

function toolCount(count: number): string {
  return `${count} ${count === 1 ? "tool" : "tools"}`;
}
