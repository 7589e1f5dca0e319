import { useSignal } from "@preact/signals";
import type { Tool, ToolConnection } from "../../../protocol/admin-tools.ts";
import { toolRoutes } from "../../../protocol/routes/tools.ts";
import { useWorkspace } from "../app-context.ts";
import { attempt } from "../ui/attempt.ts";
import { DialogFoot } from "../ui/confirm-dialog.tsx";
import { FormError } from "../ui/dialog-head.tsx";
import { TextField } from "../ui/fields.tsx";
import { type RestProblems, readRest, restDraft } from "./rest-draft.ts";
import { RestEditor } from "./rest-editor.tsx";

const namePattern = /^[A-Za-z0-9_-]{1,64}$/;

interface NewActionProps {
  connection: ToolConnection;
  onDone: (tool: Tool) => void;
  onClose: () => void;
}

/** Defines a request of a REST API. Its permissions are set on its own page. */
export function NewAction({ connection, onDone, onClose }: NewActionProps) {
  const { api } = useWorkspace();
  const name = useSignal("");
  const description = useSignal("");
  const draft = useSignal(restDraft(null));
  const problems = useSignal<RestProblems & { name?: string; form?: string }>({});
  const busy = useSignal(false);
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (busy.value) return;
    const read = readRest(draft.value);
    problems.value = {
      ...("problems" in read ? read.problems : {}),
      ...(namePattern.test(name.value) ? {} : { name: "Letters, digits, _ and -, at most 64." }),
    };
    if ("problems" in read || problems.value.name) return;
    busy.value = true;
    const body = { connection_id: connection.id, name: name.value, description: description.value.trim(), ...read };
    const came = await attempt(() => api.call(toolRoutes.createTool, { body }));
    busy.value = false;
    if ("problem" in came) problems.value = { form: came.problem };
    else onDone(came.done);
  };
  return (
    <form onSubmit={submit} noValidate>
      <div class="dialog-head">
        <h2>Add an action</h2>
      </div>
      <div class="dialog-body">
        <TextField
          label="Name"
          value={name.value}
          max={64}
          hint="The name the model uses, for example find_order."
          {...(problems.value.name ? { problem: problems.value.name } : {})}
          onChange={(to) => (name.value = to)}
        />
        <TextField
          label="Description"
          value={description.value}
          max={2_000}
          rows={2}
          hint="Tells the model when to call it."
          onChange={(to) => (description.value = to)}
        />
        <RestEditor draft={draft} problems={problems.value} address={connection.url} />
        <FormError text={problems.value.form} />
        <DialogFoot verb="Add" busy={busy.value} onClose={onClose} />
      </div>
    </form>
  );
}
