import type { ComponentChildren } from "preact";
import { useRef } from "preact/hooks";
import type { BroughtBack, MergedFrom } from "../../../../protocol/copilot-context.ts";
import type { CopilotMessage } from "../../../../protocol/copilot-conversations.ts";
import { Icon } from "../../ui/icon.tsx";
import { randomId } from "../../ui/ids.ts";
import { ageWords, fullTime, now } from "../../ui/time.ts";
import { useButtonWork } from "../../ui/work.ts";
import type { MessageVerbs } from "../message-verbs.ts";
import { BranchFromHere } from "./branch-from-here.tsx";

/** Origin of a message that was brought back. */
export function MergedLine({ merged }: { merged: MergedFrom }) {
  const { conversation_id: id, title, finding_id: finding, by, at } = merged;
  const name = <bdi>{title || "a branch"}</bdi>;
  return (
    <p class="copilot-merged" title={fullTime(at)}>
      <Icon name="branch" />
      <span>
        {finding === null ? "Brought back" : "A finding brought back"} from{" "}
        {id === null ? <>{name} (deleted)</> : <a href={`/console/copilot/${id}`}>{name}</a>} by <bdi>{by}</bdi>,{" "}
        {ageWords(at, now.value)}
      </span>
    </p>
  );
}

interface FootProps {
  message: CopilotMessage;
  verbs: Pick<MessageVerbs, "branch" | "parentTitle" | "bringBack">;
  /** Further actions on the message. */
  children?: ComponentChildren;
}

/** Actions on a message: create a branch, or bring it back to the parent conversation. */
export function MessageFoot({ message, verbs, children }: FootProps) {
  const { branch, bringBack, parentTitle } = verbs;
  const whole = message.brought_back.find(({ finding_id: finding }) => finding === null);
  return (
    <footer class="copilot-foot">
      {children}
      <BranchFromHere disabled={message.state === "running"} onBranch={branch} />
      {whole ? (
        <BroughtLine brought={whole} />
      ) : bringBack && message.role === "copilot" && message.state === "done" ? (
        <BringBack label={`Bring back to ${parentTitle || "the original"}`} onBring={(id) => bringBack({ id })} />
      ) : null}
    </footer>
  );
}

/** Says that something was brought back, with a link. */
export function BroughtLine({ brought: { conversation_id: id, title, at } }: { brought: BroughtBack }) {
  return (
    <a class="copilot-brought" href={`/console/copilot/${id}`} title={fullTime(at)}>
      <Icon name="check" />
      <span>
        Brought back to <bdi>{title || "the original"}</bdi>
      </span>
    </a>
  );
}

interface BringProps {
  label: string;
  /** Distinguishes several such buttons, for screen readers. */
  about?: string;
  onBring: (id: string) => Promise<string | null>;
}

/** Brings something back, only once even after several clicks. */
export function BringBack({ label, about, onBring }: BringProps) {
  const { busy, run } = useButtonWork();
  const id = useRef(randomId());
  const press = async () => {
    await run(() => onBring(id.current), "Brought the message back");
  };
  return (
    <button
      type="button"
      class="btn small ghost copilot-bring"
      aria-label={about ? `${label}: ${about}` : undefined}
      aria-disabled={busy.value}
      onClick={() => void press()}
    >
      <Icon name="up" /> <span>{label}</span>
    </button>
  );
}
