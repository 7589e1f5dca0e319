import { useSignal } from "@preact/signals";
import { useMemo } from "preact/hooks";
import type { TestCallResult } from "../../../protocol/admin-tool-calls.ts";
import type { Tool } from "../../../protocol/admin-tools.ts";
import { toolRoutes } from "../../../protocol/routes/tools.ts";
import { useWorkspace } from "../app-context.ts";
import { attempt } from "../ui/attempt.ts";
import { ConfirmDialog } from "../ui/confirm-dialog.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { FormError } from "../ui/dialog-head.tsx";
import { latency } from "../ui/format.ts";
import { Spinner } from "../ui/states.tsx";
import { ArgumentInputs, argumentFields, readArguments } from "./argument-form.tsx";
import { CallOutcome, CallStatus, Json } from "./call-outcome.tsx";
import { toolTitle } from "./tool-words.ts";

/** In ms; a tool may take 30 s, plus network time. */
const testTimeoutMs = 40_000;

/** Calls a tool with typed arguments. Asks for confirmation before a tool that writes. */
export function TryTool({ tool }: { tool: Tool }) {
  const { api } = useWorkspace();
  const fields = useMemo(() => argumentFields(tool.input_schema), [tool.input_schema]);
  const written = useSignal<Readonly<Record<string, string>>>({});
  const problems = useSignal<Record<string, string>>({});
  const asking = useSignal<Record<string, unknown> | null>(null);
  const result = useSignal<TestCallResult | null>(null);
  const error = useSignal("");
  const busy = useSignal(false);
  const call = async (args: Record<string, unknown>, confirm: boolean) => {
    if (busy.value) return;
    busy.value = true;
    error.value = "";
    const came = await attempt(() =>
      api.call(toolRoutes.testTool, { id: tool.id, body: { arguments: args, confirm } }, { timeoutMs: testTimeoutMs }),
    );
    busy.value = false;
    asking.value = null;
    if ("problem" in came) error.value = came.problem;
    else result.value = came.done;
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const read = readArguments(fields, written.value);
    problems.value = "problems" in read ? read.problems : {};
    if ("problems" in read) return;
    // A tool without a decision may write.
    if (tool.kind === "read") void call(read.arguments, false);
    else asking.value = read.arguments;
  };
  return (
    <section class="try" aria-labelledby="try-title">
      <h2 id="try-title">Try it</h2>
      <form class="stack" onSubmit={submit} noValidate>
        <ArgumentInputs
          fields={fields}
          written={written.value}
          problems={problems.value}
          onChange={(name, text) => (written.value = { ...written.value, [name]: text })}
        />
        <button type="submit" class="btn" aria-disabled={busy.value}>
          {busy.value ? <Spinner /> : null} Call {toolTitle(tool)}
        </button>
      </form>
      <FormError text={error.value} />
      {result.value ? <Result result={result.value} /> : null}
      <Dialog
        open={asking.value !== null}
        label="Call a tool that writes"
        class="dialog-small"
        onClose={() => (asking.value = null)}
      >
        {asking.value ? (
          <Question
            tool={tool}
            args={asking.value}
            busy={busy.value}
            onYes={(args) => void call(args, true)}
            onClose={() => (asking.value = null)}
          />
        ) : null}
      </Dialog>
    </section>
  );
}

interface QuestionProps {
  tool: Tool;
  args: Record<string, unknown>;
  busy: boolean;
  onYes: (args: Record<string, unknown>) => void;
  onClose: () => void;
}

function Question({ tool, args, busy, onYes, onClose }: QuestionProps) {
  return (
    <ConfirmDialog title="This is a real call" verb="Call it" busy={busy} onYes={() => onYes(args)} onClose={onClose}>
      <p>
        <strong dir="auto">{toolTitle(tool)}</strong> of <strong dir="auto">{tool.connection}</strong> will be called
        with these arguments. Changes are real.
      </p>
      <Json value={args} name="Arguments" />
    </ConfirmDialog>
  );
}

function Result({ result }: { result: TestCallResult }) {
  const { status, http_status: http, took_ms: took } = result;
  return (
    <div class="try-result" role="status">
      <p class="call-facts">
        <CallStatus status={status} />
        {http ? <span class="muted">HTTP {http}</span> : null}
        {took === null ? null : <span class="muted">{latency(took)}</span>}
      </p>
      <CallOutcome outcome={result} modelTitle="Result for the model" />
    </div>
  );
}
