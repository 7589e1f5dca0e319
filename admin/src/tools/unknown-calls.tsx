import { useWorkspace } from "../app-context.ts";
import { Icon } from "../ui/icon.tsx";
import { useAsked } from "../ui/use-asked.ts";
import { toolsCalls } from "./tools-calls.ts";

/** More than these are "and more". */
const counted = 20;

/** Says that there are calls of which nobody knows whether they happened, and leads to them. */
export function UnknownCalls() {
  const { api } = useWorkspace();
  const asked = useAsked("", (signal) =>
    toolsCalls(api.admin).toolCalls({ status: "unknown", limit: counted }, signal),
  );
  const state = asked.state.value;
  // Settled ones keep their status; what was said about them stands beside it.
  const open = state.type === "ready" ? state.value.items.filter(({ settled }) => settled === null).length : 0;
  if (open === 0) return null;
  return (
    <p class="unknown-note" role="status">
      <Icon name="warning" />
      <span>
        The outcome of {open === counted ? `${counted} or more calls` : open === 1 ? "one call" : `${open} calls`} is
        unknown.
      </span>
      <a href="/console/tools/calls?status=unknown">Review</a>
    </p>
  );
}
