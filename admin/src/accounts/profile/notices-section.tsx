import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { ChangeNoticeRulesRequest, NoticeKind, NoticeRulesResponse } from "../../../../protocol/notices.ts";
import { accountRoutes } from "../../../../protocol/routes/account.ts";
import { useWorkspace } from "../../app-context.ts";
import { errorSentence } from "../../ui/api-call.ts";
import { forgetRules } from "./browser-notices.ts";
import { PushSection } from "./push-section.tsx";

const kinds: Record<NoticeKind, string> = {
  waiting: "A ticket needs a reply",
  mine: "New message or assignment",
  mention: "I am mentioned",
  overdue: "My ticket or an unassigned one is overdue",
};

const none: NoticeRulesResponse["mail"] = { waiting: false, mine: false, mention: false, overdue: false };
const noRules: NoticeRulesResponse = { mail: none, browser: none, digest: false, has_mail: true };

/** Notification settings of a person. Each choice is saved at once. */
export function NoticesSection() {
  const { api, toasts } = useWorkspace();
  const rules = useSignal<NoticeRulesResponse | null>(null);
  const problem = useSignal("");
  const load = () =>
    api.call(accountRoutes.readNotices).then(
      (found) => {
        rules.value = found;
        problem.value = "";
      },
      (error: unknown) => {
        problem.value = errorSentence(error);
      },
    );
  useEffect(() => void load(), []);
  const change = async (next: ChangeNoticeRulesRequest) => {
    const before = rules.value;
    if (!before) return;
    rules.value = {
      ...before,
      mail: { ...before.mail, ...next.mail },
      browser: { ...before.browser, ...next.browser },
      digest: next.digest ?? before.digest,
    };
    try {
      rules.value = await api.call(accountRoutes.changeNotices, { body: next });
      forgetRules();
    } catch (error) {
      rules.value = before;
      toasts.fail(`Not saved. ${errorSentence(error)}`);
    }
  };
  return (
    <section class="settings-group" aria-labelledby="notifications">
      <h2 id="notifications">Notifications</h2>
      {problem.value ? (
        <p class="form-error" role="alert">
          {problem.value}{" "}
          <button type="button" class="btn small" onClick={() => void load()}>
            Load again
          </button>
        </p>
      ) : null}
      {/* Empty and disabled while loading, so that the sections below do not move. */}
      <fieldset class="notices" disabled={!rules.value}>
        <Rules rules={rules.value ?? noRules} onChange={change} />
      </fieldset>
    </section>
  );
}

interface RulesProps {
  rules: NoticeRulesResponse;
  onChange: (next: ChangeNoticeRulesRequest) => Promise<void>;
}

function Rules({ rules, onChange }: RulesProps) {
  const { has_mail: hasEmail } = rules;
  return (
    <>
      <RuleTable rules={rules} onChange={onChange} />
      <p class="muted">
        {hasEmail
          ? "E-mails are sent after two minutes, at most one every 15 minutes."
          : "E-mail is not set up, so no e-mails are sent."}
      </p>
      <PushSection />
      <label class="option">
        <input
          type="checkbox"
          checked={rules.digest}
          disabled={!hasEmail}
          onChange={({ currentTarget: { checked } }) => void onChange({ digest: checked })}
        />
        <span>
          <strong>Daily summary</strong>
          <small>Open tickets and yesterday's activity, by e-mail at 8:00 in your opening hours' time zone.</small>
        </span>
      </label>
    </>
  );
}

/** Each kind of notice by e-mail and in the browser. */
function RuleTable({ rules, onChange }: RulesProps) {
  return (
    <table class="notice-rules">
      <thead>
        <tr>
          <td />
          <th scope="col">By e-mail</th>
          <th scope="col">Browser and phone</th>
        </tr>
      </thead>
      <tbody>
        {(Object.keys(kinds) as NoticeKind[]).map((kind) => (
          <tr key={kind}>
            <th scope="row">{kinds[kind]}</th>
            {(["mail", "browser"] as const).map((way) => (
              <td key={way}>
                <input
                  type="checkbox"
                  aria-label={`${kinds[kind]}: ${way === "mail" ? "by e-mail" : "in the browser and on the phone"}`}
                  checked={rules[way][kind]}
                  disabled={way === "mail" && !rules.has_mail}
                  onChange={({ currentTarget: { checked } }) => void onChange({ [way]: { [kind]: checked } })}
                />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
