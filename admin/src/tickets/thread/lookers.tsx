import { useWorkspace } from "../../app-context.ts";
import type { Looker } from "./presence-store.ts";

/** Who else has the ticket open, and who writes in it. */
export function Lookers() {
  const { presence } = useWorkspace();
  const others = presence.others.value;
  return (
    <span class="lookers" role="status">
      {others.length > 0 ? <span class="looker">{lookersText(others)}</span> : null}
    </span>
  );
}

/** For example `Anna is typing…`, `Anna and Bo are looking`, `Anna and 3 others are looking`. */
function lookersText(others: readonly Looker[]): string {
  const typing = others.filter(({ isTyping }) => isTyping);
  const [who, does] = typing.length > 0 ? [typing, "typing…"] : [others, "looking"];
  const [first, second] = who;
  if (!first) return "";
  if (!second) return `${first.name} is ${does}`;
  const rest = who.length === 2 ? second.name : `${who.length - 1} others`;
  return `${first.name} and ${rest} are ${does}`;
}
