import { confirmationRoutes } from "../../../protocol/routes/confirmations.ts";
import "./calls.css";
import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";
import type { AdminConfirmation } from "../../../protocol/admin-confirmations.ts";
import { visibleText } from "../../../protocol/visible-text.ts";
import { useWorkspace } from "../app-context.ts";
import { attempt } from "../ui/attempt.ts";
import { Icon } from "../ui/icon.tsx";
import { Spinner } from "../ui/states.tsx";
import { Json } from "./call-outcome.tsx";
import { ChangeFields } from "./change-fields.tsx";

interface CardProps {
  confirmation: AdminConfirmation;
  /** The approval was decided or expired: reload the data. */
  onChanged: () => void;
  /** Content above the card when it is shown outside its ticket. */
  children?: ComponentChildren;
}

/** A change that waits for approval: exact action, remaining time and who else may decide. */
export function ApprovalCard({ confirmation, onChanged, children }: CardProps) {
  const { may } = useWorkspace();
  const seconds = useSecondsLeft(confirmation, onChanged);
  const { fields, waits_for: next } = confirmation;
  const action = visibleText(confirmation.action);
  const isOurs = next === "agent" && may("agent") && seconds > 0;
  return (
    <section class="approval" aria-label={`Waiting for approval: ${action}`}>
      {children}
      <header class="approval-head">
        <Icon name="proof" />
        <h2>
          <bdi>{action}</bdi> <span class="muted">{visibleText(confirmation.connection)}</span>
        </h2>
        <TimeLeft seconds={seconds} />
      </header>
      {confirmation.description ? <p dir="auto">{visibleText(confirmation.description)}</p> : null}
      <ChangeFields fields={fields} />
      <details class="raw">
        <summary>Raw data</summary>
        <Json value={confirmation.arguments} name="Raw arguments" />
      </details>
      <p class="muted">{whoWords(confirmation)}</p>
      {isOurs ? <Answer confirmation={confirmation} onChanged={onChanged} /> : null}
    </section>
  );
}

function Answer({ confirmation, onChanged }: Pick<CardProps, "confirmation" | "onChanged">) {
  const { api, toasts } = useWorkspace();
  const busy = useSignal<"yes" | "no" | null>(null);
  const say = async (approved: boolean) => {
    if (busy.value) return;
    busy.value = approved ? "yes" : "no";
    const came = await attempt(() =>
      api.call(confirmationRoutes.decideConfirmation, {
        id: confirmation.ticket.id,
        confirmation: confirmation.confirmation_id,
        body: { approved },
      }),
    );
    busy.value = null;
    if ("problem" in came) toasts.fail(`Not decided: “${confirmation.action}”. ${came.problem}`);
    else toasts.show(`${approved ? "Approved" : "Declined"} “${confirmation.action}”`);
    // A rejected request usually means that another person decided first.
    onChanged();
  };
  return (
    <div class="approval-answer">
      <button type="button" class="btn primary" aria-disabled={busy.value !== null} onClick={() => void say(true)}>
        {busy.value === "yes" ? <Spinner /> : null} Approve
      </button>
      <button type="button" class="btn" aria-disabled={busy.value !== null} onClick={() => void say(false)}>
        {busy.value === "no" ? <Spinner /> : null} Decline
      </button>
    </div>
  );
}

function whoWords({ approval, waits_for: next, visitor, visitor_approved: visitorSaid }: AdminConfirmation): string {
  const who = visibleText(visitor.name ?? visitor.email ?? "The visitor");
  const named = visitor.is_identified || !visitor.name ? who : `${who} (not verified)`;
  if (approval === "agent")
    return `Requested by ${who === "The visitor" ? "the visitor" : named}. An agent must approve.`;
  if (next === "visitor")
    return approval === "both" ? `Waits for ${named}. Then an agent must approve.` : `Waits for ${named}.`;
  return visitorSaid ? `${named} approved. Now an agent must approve.` : "An agent must approve.";
}

/** Remaining seconds from which the time is shown as urgent. */
const soonSeconds = 120;
const tickMs = 1_000;
/** End of each approval on this browser's clock, computed when it was loaded: the server's clock may differ. */
const ends = new WeakMap<AdminConfirmation, number>();

function secondsLeft(confirmation: AdminConfirmation): number {
  const end = ends.get(confirmation) ?? Date.now() + confirmation.seconds_left * 1_000;
  ends.set(confirmation, end);
  return Math.max(0, Math.ceil((end - Date.now()) / 1_000));
}

/** Seconds until the approval expires, which rejects the change; updates itself. @param onOver called once, on expiry. */
function useSecondsLeft(confirmation: AdminConfirmation, onOver: () => void): number {
  const left = useSignal(secondsLeft(confirmation));
  useEffect(() => {
    left.value = secondsLeft(confirmation);
    if (left.value === 0) return;
    const timer = setInterval(() => {
      left.value = secondsLeft(confirmation);
      if (left.value > 0) return;
      clearInterval(timer);
      onOver();
    }, tickMs);
    return () => clearInterval(timer);
  }, [confirmation]);
  return left.value;
}

/** `9:42 left`. Screen readers get words, and not every second. */
function TimeLeft({ seconds }: { seconds: number }) {
  if (seconds === 0) return <span class="chip">Expired</span>;
  const minutes = Math.floor(seconds / 60);
  const words = minutes > 0 ? `about ${minutes} min left` : "less than a minute left";
  return (
    <span class={`chip approval-left ${seconds <= soonSeconds ? "approval-soon" : ""}`} title="No reply counts as “no”">
      <span aria-hidden="true">
        {minutes}:{String(seconds % 60).padStart(2, "0")} left
      </span>
      <span class="visually-hidden">{words}</span>
    </span>
  );
}
