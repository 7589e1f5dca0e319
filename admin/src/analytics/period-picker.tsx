import { useSignal } from "@preact/signals";
import { useEffect, useId } from "preact/hooks";
import { useLocation } from "preact-iso";
import { type Period, periodPath, periodProblem, usualPeriods } from "./period.ts";

/** How far back is looked; the address keeps it. */
export function PeriodPicker({ period, shown }: { period: Period; shown: { from: string; to: string } | null }) {
  const { route } = useLocation();
  const isOwn = useSignal("from" in period);
  const name = useId();
  // The way back in the browser leads to a period, too.
  useEffect(() => {
    isOwn.value = "from" in period;
  }, [periodPath(period)]);
  return (
    <div class="period">
      <fieldset class="segmented">
        <legend class="visually-hidden">Period</legend>
        {usualPeriods.map(({ days, label }) => (
          <label key={days}>
            <input
              type="radio"
              name={name}
              checked={!isOwn.value && "days" in period && period.days === days}
              onChange={() => {
                isOwn.value = false;
                route(periodPath({ days }));
              }}
            />
            <span>{label}</span>
          </label>
        ))}
        <label>
          <input type="radio" name={name} checked={isOwn.value} onChange={() => (isOwn.value = true)} />
          <span>Custom</span>
        </label>
      </fieldset>
      {isOwn.value ? <OwnDates key={`${shown?.from}${shown?.to}`} start={"from" in period ? period : shown} /> : null}
    </div>
  );
}

function OwnDates({ start }: { start: { from: string; to: string } | null }) {
  const { route } = useLocation();
  const from = useSignal(start?.from ?? "");
  const to = useSignal(start?.to ?? "");
  const problem = useSignal("");
  const problemId = useId();
  return (
    <form
      class="own-dates"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        problem.value = periodProblem(from.value, to.value);
        if (problem.value === "") route(periodPath({ from: from.value, to: to.value }));
      }}
    >
      {([from, to] as const).map((value, index) => (
        <label class="field" key={index === 0 ? "from" : "to"}>
          <span>{index === 0 ? "From" : "To"}</span>
          <input
            class="input"
            type="date"
            value={value.value}
            aria-describedby={problem.value ? problemId : undefined}
            onInput={(event) => (value.value = event.currentTarget.value)}
          />
        </label>
      ))}
      <button type="submit" class="btn">
        Show
      </button>
      <p id={problemId} class="form-error" role="alert">
        {problem.value}
      </p>
    </form>
  );
}
