import { useWorkspace } from "../app-context.ts";
import { snoozeTimes } from "../tickets/inbox/snooze-times.ts";
import { awayWords } from "../ui/away-words.ts";
import { now } from "../ui/now.ts";

const hourMs = 3_600_000;

/** In the account menu: away, until when, and back. */
export function AwaySwitch() {
  const { ownPresence, toasts } = useWorkspace();
  const at = new Date(now.value);
  const words = awayWords(ownPresence.away.value, at);
  const change = async (until: Date | null | undefined) => {
    const isAway = until !== undefined;
    const problem = await ownPresence.change({ away: isAway, ...(until ? { until: until.toISOString() } : {}) });
    if (problem) toasts.fail(`Not changed. ${problem}`);
    else toasts.show(isAway ? "You're away. No tickets will be assigned to you" : "You're back");
  };
  const choice = (label: string, until: Date | null | undefined) => (
    <button key={label} type="button" class="btn small" onClick={() => void change(until)}>
      {label}
    </button>
  );
  const morning = snoozeTimes(at).find(({ id }) => id === "tomorrow")?.at;
  return (
    <div class="menu-away" role="group" aria-label="Away">
      <span class="muted">{words || "Set away"}</span>
      {words ? (
        <div>{choice("I'm back", undefined)}</div>
      ) : (
        <div>
          {choice("An hour", new Date(at.getTime() + hourMs))}
          {morning ? choice("Today", morning) : null}
          {choice("Until I'm back", null)}
        </div>
      )}
    </div>
  );
}
