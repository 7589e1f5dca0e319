import { useEffect } from "preact/hooks";
import { useWorkspace } from "../app-context.ts";
import { SettingsLayout } from "../settings/settings-frame.tsx";
import { ErrorState, Notice, Skeleton, Spinner } from "../ui/states.tsx";
import { ageWords, fullTime, now } from "../ui/time.ts";
import { CheckList } from "./check-list.tsx";
import { healthStoreOf } from "./health-store.ts";

/** Health of the tenant and the installation. */
export function HealthPage() {
  const { may, api } = useWorkspace();
  const health = healthStoreOf(api);
  const isAdmin = may("admin");
  useEffect(() => {
    if (isAdmin && health.report.peek() === null) void health.check();
  }, [health, isAdmin]);
  const busy = health.busy.value;
  return (
    <SettingsLayout
      title="Health"
      text="Status of your site, library and services."
      actions={
        isAdmin ? (
          <button type="button" class="btn" aria-disabled={busy} onClick={() => void health.check()}>
            {busy ? <Spinner /> : null} Check again
          </button>
        ) : null
      }
    >
      {isAdmin ? <Report /> : <Notice title="Only admins can see this page" />}
    </SettingsLayout>
  );
}

function Report() {
  const health = healthStoreOf(useWorkspace().api);
  const report = health.report.value;
  if (health.error.value && !health.busy.value)
    return <ErrorState title="The check failed" text={health.error.value} onRetry={() => void health.check()} />;
  if (!report) return <Skeleton rows={6} kind="card" label="Checking" />;
  const wrong = report.checks.filter(({ status }) => status === "failed").length;
  const doubtful = report.checks.filter(({ status }) => status === "warning").length;
  return (
    <div class="health">
      <p role="status">
        <strong>{sumOf(wrong, doubtful)}</strong>{" "}
        <time class="muted" dateTime={report.checked_at} title={fullTime(report.checked_at)}>
          Checked {ageWords(report.checked_at, now.value)}
        </time>
      </p>
      <CheckList checks={report.checks} label="Checks" />
      <p class="muted">Connected models were tested with a short request. Only this workspace is checked.</p>
    </div>
  );
}

function sumOf(wrong: number, doubtful: number): string {
  if (wrong > 0) return wrong === 1 ? "1 problem found." : `${wrong} problems found.`;
  if (doubtful > 0) return doubtful === 1 ? "1 warning." : `${doubtful} warnings.`;
  return "No problems found.";
}
