import type { Settings } from "../../../protocol/admin.ts";
import { useWorkspace } from "../app-context.ts";
import { CopyField } from "../ui/copy-field.tsx";
import { type RadioChoice, RadioOptions, TextField } from "../ui/fields.tsx";

const answerChoices: ReadonlyArray<RadioChoice<Settings["email_answers"]>> = [
  { value: "draft", label: "Draft for an agent", text: "The assistant writes a draft, and an agent sends the answer." },
  {
    value: "answer",
    label: "Answer at once",
    text: "The assistant answers by e-mail. At low confidence your team takes over.",
  },
  { value: "off", label: "Off", text: "E-mails begin no tickets. Replies to tickets still arrive." },
];

/** E-mails that begin tickets, and the signature. */
export function EmailSettings({ edited }: { edited: Settings }) {
  const { settings } = useWorkspace();
  const { email_address: address, email_addresses: others } = edited;
  return (
    <div class="settings-group">
      {address ? (
        <CopyField
          label="Your address for new tickets"
          value={address}
          hint="Forward your support address to it. Each e-mail begins a ticket, or continues the one that it answers."
        />
      ) : (
        <p class="read-only-note">
          E-mails cannot begin tickets yet: the operator has to set up a mailbox.{" "}
          <a href="/docs/guide/answers-by-mail">Learn how</a>
        </p>
      )}
      {others.length > 0 ? (
        <p>
          E-mails to these addresses also begin tickets: <bdi>{others.join(", ")}</bdi>
        </p>
      ) : null}
      <RadioOptions
        legend="Answers to new e-mails"
        name="email-answers"
        choices={answerChoices}
        chosen={edited.email_answers}
        onChange={(email_answers) => settings.edit({ email_answers })}
      />
      <TextField
        label="Signature"
        hint="Added below every e-mail reply. Plain text only."
        rows={4}
        max={500}
        value={edited.email_signature}
        onChange={(email_signature) => settings.edit({ email_signature })}
      />
    </div>
  );
}
