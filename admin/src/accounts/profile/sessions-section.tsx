import type { OwnSession } from "../../../../protocol/account.ts";
import { accountRoutes } from "../../../../protocol/routes/account.ts";
import { useWorkspace } from "../../app-context.ts";
import { ageWords, fullTime, now } from "../../ui/time.ts";

/** The active sessions of the user's account. */
export function SessionsSection({ sessions }: { sessions: readonly OwnSession[] }) {
  const { profile, toasts } = useWorkspace();
  const end = async (id: string | null) => {
    const problem = await profile.run((call) =>
      id ? call(accountRoutes.endOwnSession, { id }) : call(accountRoutes.endOtherSessions),
    );
    if (problem) toasts.fail(problem);
    else toasts.show(id ? "Ended the session" : "Ended all other sessions");
  };
  return (
    <section class="settings-group" aria-labelledby="sessions">
      <h2 id="sessions">Active sessions</h2>
      <ul class="invitations">
        {sessions.map((session) => {
          const device = deviceName(session.device);
          return (
            <li key={session.id}>
              <span class="person-words">
                <span class="person-line">{device}</span>
                <span class="document-source" title={fullTime(session.last_seen_at)}>
                  {session.current ? "This session" : `Used ${ageWords(session.last_seen_at, now.value)}`} · since{" "}
                  {fullTime(session.created_at)}
                </span>
              </span>
              {session.current ? null : (
                <button
                  type="button"
                  class="btn small"
                  aria-label={`End the session of ${device}`}
                  onClick={() => void end(session.id)}
                >
                  End
                </button>
              )}
            </li>
          );
        })}
      </ul>
      {sessions.length > 1 ? (
        <div class="button-row">
          <button type="button" class="btn" onClick={() => void end(null)}>
            End all others
          </button>
        </div>
      ) : null}
    </section>
  );
}

const browsers: ReadonlyArray<[RegExp, string]> = [
  [/Edg(?:e|A|iOS)?\//, "Edge"],
  [/OPR\//, "Opera"],
  [/Firefox\/|FxiOS\//, "Firefox"],
  [/Chrome\/|CriOS\//, "Chrome"],
  [/Safari\//, "Safari"],
];
const systems: ReadonlyArray<[RegExp, string]> = [
  [/iPhone/, "iPhone"],
  [/iPad/, "iPad"],
  [/Android/, "Android"],
  [/Windows/, "Windows"],
  [/Mac OS X/, "Mac"],
  [/CrOS/, "ChromeOS"],
  [/Linux/, "Linux"],
];

/** A readable browser name from its user agent: `Firefox on Windows`. */
export function deviceName(userAgent: string | null): string {
  if (!userAgent) return "Unknown device";
  const browser = browsers.find(([mark]) => mark.test(userAgent))?.[1];
  const system = systems.find(([mark]) => mark.test(userAgent))?.[1];
  return [browser ?? "A program", system].filter(Boolean).join(" on ");
}
