import { type Signal, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { Tool } from "../../../protocol/admin-tools.ts";
import { toolRoutes } from "../../../protocol/routes/tools.ts";
import { useWorkspace } from "../app-context.ts";
import { attempt } from "../ui/attempt.ts";
import { FormError } from "../ui/dialog-head.tsx";
import { RadioOptions, TextField } from "../ui/fields.tsx";
import { Spinner } from "../ui/states.tsx";
import { type DecisionDraft, type DecisionProblems, decisionDraft, readDecision } from "./decision-draft.ts";
import { approvals, audiences, toolKinds } from "./tool-words.ts";
import { WithoutModel } from "./without-model.tsx";

export interface DecisionPart {
  draft: Signal<DecisionDraft>;
  problems: DecisionProblems;
}

/** An admin's decision about a tool: whether it writes, its users, the approval and limits. The server's own hints have no effect. */
export function ToolDecision({ tool, onTool }: { tool: Tool; onTool: (tool: Tool) => void }) {
  const { api, toasts, may } = useWorkspace();
  const draft = useSignal(decisionDraft(tool));
  const problems = useSignal<DecisionProblems>({});
  const busy = useSignal(false);
  useEffect(() => {
    draft.value = decisionDraft(tool);
  }, [tool]);
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (busy.value) return;
    const read = readDecision(draft.value);
    problems.value = "problems" in read ? read.problems : {};
    if ("problems" in read) return;
    busy.value = true;
    const came = await attempt(() => api.call(toolRoutes.changeTool, { id: tool.id, body: read.change }));
    busy.value = false;
    if ("problem" in came) {
      problems.value = { form: came.problem };
      return;
    }
    toasts.show(`Saved the rules. The tool is ${came.done.is_active ? "on" : "off"}`);
    onTool(came.done);
  };
  return (
    <form class="decision stack" aria-label="Rules" onSubmit={submit} noValidate>
      <fieldset class="stack" disabled={!may("admin")}>
        <legend class="visually-hidden">Rules</legend>
        <Choices tool={tool} draft={draft} problems={problems.value} />
        <WordsAndLimits draft={draft} problems={problems.value} />
        <WithoutModel tool={tool} draft={draft} problems={problems.value} />
        <label class="check">
          <input
            type="checkbox"
            checked={draft.value.isActive}
            onChange={(event) => (draft.value = { ...draft.value, isActive: event.currentTarget.checked })}
          />
          <span>Available to the assistant</span>
        </label>
      </fieldset>
      <FormError text={problems.value.form} />
      {may("admin") ? (
        <button type="submit" class="btn primary" aria-disabled={busy.value}>
          {busy.value ? <Spinner /> : null} Save
        </button>
      ) : null}
    </form>
  );
}

function Choices({ tool, draft, problems }: DecisionPart & { tool: Tool }) {
  const { kind, audience, approval } = draft.value;
  const edit = (change: Partial<DecisionDraft>) => (draft.value = { ...draft.value, ...change });
  return (
    <>
      <RadioOptions
        legend="Effect"
        name="tool-kind"
        choices={choicesOf(toolKinds)}
        chosen={kind ?? ("" as "read")} // nothing is chosen until somebody decides
        onChange={(to) => edit({ kind: to })}
      />
      <p class={problems.kind ? "form-error" : "muted decision-hint"} role={problems.kind ? "alert" : undefined}>
        {problems.kind ??
          (tool.request
            ? `A ${tool.request.method} request usually ${tool.proposed_kind === "read" ? "reads" : "writes"}.`
            : `The server says that it ${tool.proposed_kind === "read" ? "only reads" : "may write"}.`)}
      </p>
      <RadioOptions
        legend="Available to"
        name="tool-audience"
        choices={choicesOf(audiences)}
        chosen={audience}
        onChange={(to) => edit({ audience: to })}
      />
      {kind === "write" ? (
        <RadioOptions
          legend="Approval by"
          name="tool-approval"
          choices={choicesOf(approvals)}
          chosen={approval}
          onChange={(to) => edit({ approval: to })}
        />
      ) : null}
    </>
  );
}

function choicesOf<Value extends string>(words: Record<Value, { label: string; text: string }>) {
  return (Object.entries(words) as [Value, { label: string; text: string }][]).map(([value, said]) => ({
    value,
    ...said,
  }));
}

function WordsAndLimits({ draft, problems }: DecisionPart) {
  const { title, description, timeout, callsPerDay } = draft.value;
  const edit = (change: Partial<DecisionDraft>) => (draft.value = { ...draft.value, ...change });
  return (
    <>
      <TextField label="Title" value={title} max={120} hint="Shown to people." onChange={(to) => edit({ title: to })} />
      <TextField
        label="Description for the model"
        value={description}
        max={2_000}
        rows={4}
        hint="Tells the model when to use it."
        onChange={(to) => edit({ description: to })}
      />
      <div class="field-row">
        <TextField
          label="Time limit"
          value={timeout}
          max={5}
          hint="Seconds, 0.5 to 30."
          {...(problems.timeout ? { problem: problems.timeout } : {})}
          onChange={(to) => edit({ timeout: to })}
        />
        <TextField
          label="Calls per day"
          value={callsPerDay}
          max={6}
          hint="Per visitor. Leave empty for no limit."
          {...(problems.callsPerDay ? { problem: problems.callsPerDay } : {})}
          onChange={(to) => edit({ callsPerDay: to })}
        />
      </div>
    </>
  );
}
