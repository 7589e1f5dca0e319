import { useSignal } from "@preact/signals";
import type { AuditResult, Beside, CopilotDocument, Finding, Severity } from "../../../../protocol/copilot.ts";
import type { CopilotMessage } from "../../../../protocol/copilot-conversations.ts";
import { Icon, type IconName } from "../../ui/icon.tsx";
import { plural } from "../action-words.ts";
import type { ResultVerbs } from "../message-verbs.ts";
import { saveCsv } from "./csv.ts";
import { FindingRow, severityWords } from "./finding-row.tsx";
import { ChangedText } from "./marked-change.tsx";
import { Marks } from "./proof.tsx";

const statusWords: Record<AuditResult["status"], { word: string; icon: IconName; tone: string }> = {
  in_line: { word: "In line with the policies", icon: "check", tone: "good" },
  to_be_checked: { word: "Needs a check", icon: "warning", tone: "caution" },
  violated: { word: "Against the policies", icon: "warning", tone: "bad" },
  unclear: { word: "Unclear: few policies cover this text", icon: "search", tone: "plain" },
  not_judged: { word: "Not judged: no language model is set up", icon: "search", tone: "plain" },
};

const verdicts = { open: "Not judged", accepted: "Accepted", dismissed: "Dismissed" } as const;
type Verdict = keyof typeof verdicts;
const order: readonly Severity[] = ["high", "medium", "low"];

interface AuditProps {
  result: AuditResult;
  message: CopilotMessage;
  verbs: ResultVerbs;
}

/** Result of an audit: the verdict, and findings that the user can judge individually. */
export function AuditView({ result, message, verbs }: AuditProps) {
  const severity = useSignal<Severity | "">("");
  const verdict = useSignal<Verdict | "">("");
  const documents = message.body?.documents ?? [];
  const verdictOf = (finding: Finding): Verdict => message.judged[finding.id]?.verdict ?? "open";
  const shown = result.findings
    .filter((finding) => severity.value === "" || finding.severity === severity.value)
    .filter((finding) => verdict.value === "" || verdictOf(finding) === verdict.value)
    .sort((a, b) => order.indexOf(a.severity) - order.indexOf(b.severity));
  return (
    <>
      <StatusBanner result={result} />
      {result.status === "not_judged" ? <BesideTable beside={result.beside} message={message} /> : null}
      {result.findings.length > 0 ? (
        <>
          <div class="copilot-tools">
            <Choice
              label="Severity"
              all="Any severity"
              value={severity.value}
              names={severityWords}
              onChange={(next) => (severity.value = next)}
            />
            <Choice
              label="Verdict"
              all="Any verdict"
              value={verdict.value}
              names={verdicts}
              onChange={(next) => (verdict.value = next)}
            />
            <button
              type="button"
              class="btn small"
              onClick={() => saveCsv("audit.csv", csvOf(shown, { documents, message, verdictOf }))}
            >
              <Icon name="download" /> Export CSV
            </button>
          </div>
          <Findings findings={shown} message={message} verbs={verbs} />
        </>
      ) : null}
    </>
  );
}

interface FindingsProps {
  findings: readonly Finding[];
  message: CopilotMessage;
  verbs: ResultVerbs;
}

function Findings({ findings, message, verbs }: FindingsProps) {
  if (findings.length === 0) return <p class="muted">No findings of this type.</p>;
  return (
    <table class="copilot-table copilot-findings">
      <thead>
        <tr>
          <th scope="col">Finding</th>
          <th scope="col">Your verdict</th>
        </tr>
      </thead>
      <tbody>
        {findings.map((finding) => (
          <FindingRow
            key={finding.id}
            finding={finding}
            policy={message.body?.documents.find(({ version_id: id }) => id === finding.target_version_id)}
            excerpt={message.body?.excerpts[finding.there]}
            judged={message.judged[finding.id]}
            brought={message.brought_back.find(({ finding_id: id }) => id === finding.id)}
            verbs={verbs}
          />
        ))}
      </tbody>
    </table>
  );
}

/** Each statement next to the nearest policy text, with different numbers and dates marked; marked ones first. */
function BesideTable({ beside, message }: { beside: readonly Beside[]; message: CopilotMessage }) {
  const titleOfTarget = (target: string) =>
    message.body?.documents.find(({ version_id: id }) => id === target)?.title ?? "";
  const sorted = beside.toSorted((one, other) => Number(other.changes.length > 0) - Number(one.changes.length > 0));
  return (
    <table class="copilot-table">
      <thead>
        <tr>
          <th scope="col">Statement</th>
          <th scope="col">Nearest policy text</th>
        </tr>
      </thead>
      <tbody>
        {sorted.map(({ here, there, target_version_id: target, changes }) => (
          <tr key={here.start}>
            <td>
              <ChangedText text={here.text} changes={changes} side="here" />
            </td>
            <td>
              <ChangedText text={message.body?.excerpts[there]?.text ?? ""} changes={changes} side="there" />{" "}
              <Marks proof={[there]} />
              <span class="muted copilot-row-facts">{titleOfTarget(target)}</span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

export function StatusBanner({ result: { status, findings, statements, matched } }: { result: AuditResult }) {
  const { word, icon, tone } = statusWords[status];
  return (
    <div class={`copilot-status copilot-status-${tone}`}>
      <Icon name={icon} />
      <p>
        <strong>{word}</strong>
        <span>
          {status === "not_judged"
            ? `${plural(statements, "statement")} beside the nearest policy text. Different numbers and dates are marked.`
            : `${plural(findings.length, "finding")}; the policies cover ${matched} of ${plural(statements, "statement")}.`}
        </span>
      </p>
    </div>
  );
}

interface ChoiceProps<Name extends string> {
  label: string;
  all: string;
  value: Name | "";
  names: Record<Name, string>;
  onChange: (value: Name | "") => void;
}

function Choice<Name extends string>({ label, all, value, names, onChange }: ChoiceProps<Name>) {
  // Safe: the record's keys are exactly those names.
  const keys = Object.keys(names) as Name[];
  return (
    <select
      class="input copilot-choice"
      aria-label={label}
      value={value}
      onChange={(event) => onChange(keys.find((name) => name === event.currentTarget.value) ?? "")}
    >
      <option value="">{all}</option>
      {keys.map((name) => (
        <option key={name} value={name}>
          {names[name]}
        </option>
      ))}
    </select>
  );
}

interface Exported {
  documents: readonly CopilotDocument[];
  message: CopilotMessage;
  verdictOf: (finding: Finding) => Verdict;
}

function csvOf(findings: readonly Finding[], { documents, message, verdictOf }: Exported): string[][] {
  const head = [
    "Severity",
    "Theme",
    "Policy",
    "Consequence",
    "The text",
    "The policy says",
    "Suggestion",
    "Verdict",
    "Reason",
  ];
  return [
    head,
    ...findings.map((finding) => [
      severityWords[finding.severity],
      finding.theme,
      documents.find(({ version_id: id }) => id === finding.target_version_id)?.title ?? "",
      finding.consequence,
      finding.here?.text ?? "",
      message.body?.excerpts[finding.there]?.text ?? "",
      finding.suggestion,
      verdicts[verdictOf(finding)],
      message.judged[finding.id]?.reason ?? "",
    ]),
  ];
}
