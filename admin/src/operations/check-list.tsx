import { useSignal } from "@preact/signals";
import type { Check } from "../../../protocol/admin-doctor.ts";
import { Icon, type IconName } from "../ui/icon.tsx";

const said: Record<Check["status"], string> = {
  ok: "OK",
  not_set: "Not set up",
  warning: "Warning",
  failed: "Problem",
};

const icons: Record<Check["status"], IconName> = { ok: "check", not_set: "more", warning: "warning", failed: "close" };

/** Checks and their results, failures first. */
export function CheckList({ checks, label }: { checks: readonly Check[]; label: string }) {
  const order: Check["status"][] = ["failed", "warning", "ok", "not_set"];
  const sorted = order.flatMap((status) => checks.filter((check) => check.status === status));
  return (
    <ul class="checks" aria-label={label}>
      {sorted.map((check) => (
        <CheckRow key={`${check.name} ${check.detail}`} check={check} />
      ))}
    </ul>
  );
}

function CheckRow({ check: { name, status, detail, mend, line } }: { check: Check }) {
  return (
    <li class={`check-row check-${status}`}>
      <span class="check-mark">
        <Icon name={icons[status]} />
        <span class="visually-hidden">{said[status]}: </span>
      </span>
      <div>
        <p class="check-name">{name}</p>
        <p class="check-detail">{detail}</p>
        {mend ? <p class="check-mend">{line ? `${mend}:` : `${mend}.`}</p> : null}
        {line ? <CheckLine text={line} /> : null}
      </div>
    </li>
  );
}

/** A configuration line to copy. */
function CheckLine({ text }: { text: string }) {
  const copied = useSignal(false);
  const copy = async () => {
    // Without clipboard access, the user can select the text.
    copied.value = await navigator.clipboard.writeText(text).then(
      () => true,
      () => false,
    );
  };
  return (
    <div class="check-line">
      <code>{text}</code>
      <button type="button" class="btn small" onClick={() => void copy()}>
        {copied.value ? "Copied" : "Copy"}
      </button>
    </div>
  );
}
