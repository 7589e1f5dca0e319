import type { ComponentChildren } from "preact";
import { useRoute } from "preact-iso";
import type { Settings } from "../../../protocol/admin.ts";
import { useWorkspace } from "../app-context.ts";
import { NotFoundPage } from "../shell/home-page.tsx";
import { NoticeSettings } from "./alert-settings.tsx";
import { AnswerSettings } from "./answer-settings.tsx";
import { AssignmentSettings } from "./assignment-settings.tsx";
import { AttachmentSettings } from "./attachment-settings.tsx";
import { DomainSettings } from "./domain-settings.tsx";
import { EmailSettings } from "./email-settings.tsx";
import { EmbedSettings } from "./embed-settings.tsx";
import { FormSettingsGroup } from "./form-settings.tsx";
import { HomeScreenSettings } from "./home-settings.tsx";
import { LabelSettings } from "./label-settings.tsx";
import { ServiceLevelSettings } from "./service-level-settings.tsx";
import { SettingsFrame } from "./settings-frame.tsx";
import { WidgetPreview } from "./widget-preview.tsx";
import { WidgetSettings } from "./widget-settings.tsx";

interface Subject {
  title: string;
  text: string;
  fields?: (edited: Settings) => ComponentChildren;
  below?: (edited: Settings) => ComponentChildren;
  /** With the preview of the chat next to the fields. */
  preview?: boolean;
}

const appearance: Subject = {
  title: "Appearance",
  text: "Name, greeting, suggested questions and colours of the chat.",
  fields: (edited) => <WidgetSettings edited={edited} />,
  preview: true,
};

/** By the last part of the URL. */
const subjects: Readonly<Record<string, Subject>> = {
  "home-screen": {
    title: "Home screen",
    text: "Notice, links and opening hours on the first screen of the chat.",
    fields: ({ home }) => <HomeScreenSettings home={home} />,
    preview: true,
  },
  form: {
    title: "Pre-chat form",
    text: "Questions before the chat or before a hand-over.",
    fields: ({ form }) => <FormSettingsGroup form={form} />,
    preview: true,
  },
  notifications: {
    title: "Notifications",
    text: "How visitors learn about replies while the chat is closed.",
    fields: ({ alerts }) => <NoticeSettings alerts={alerts} />,
    preview: true,
  },
  email: {
    title: "E-mail",
    text: "Tickets from e-mails, and the signature below e-mails to visitors.",
    fields: (edited) => <EmailSettings edited={edited} />,
  },
  install: {
    title: "Domains and install",
    text: "The line for your site, and the sites that may show the chat.",
    below: ({ domains }) => (
      <EmbedSettings>
        <DomainSettings domains={domains} />
      </EmbedSettings>
    ),
  },
  answers: {
    title: "Answers",
    text: "How the assistant answers, and when it hands over to your team.",
    fields: (edited) => <AnswerSettings edited={edited} />,
  },
  memory: {
    title: "Memory",
    text: "Facts about returning visitors that the assistant keeps.",
    fields: (edited) => <MemorySettings isOn={edited.memory_enabled} />,
  },
  "reply-times": {
    title: "Reply times",
    text: "Targets for replies; tickets show when they are due.",
    fields: (edited) => <ServiceLevelSettings levels={edited.service_levels} hasHours={edited.home.hours !== null} />,
  },
  assignment: {
    title: "Assignment",
    text: "Automatic assignment of tickets that wait for your team.",
    fields: ({ assignment }) => <AssignmentSettings assignment={assignment} />,
  },
  attachments: {
    title: "Attachments",
    text: "Files that visitors and agents may send.",
    fields: ({ attachments }) => <AttachmentSettings rules={attachments} />,
  },
};

/** One subject of the settings, chosen by the URL. */
export function SettingsPage() {
  const { subject: name } = useRoute().params;
  if (name === "labels") return <LabelSettings />;
  const subject = name === undefined ? appearance : subjects[name];
  if (!subject) return <NotFoundPage />;
  const { preview, ...frame } = subject;
  return (
    <SettingsFrame
      key={subject.title}
      {...frame}
      {...(preview ? { beside: (edited: Settings) => <WidgetPreview settings={edited} /> } : {})}
    />
  );
}

/** Memories of visitors across tickets, with an explanation of the consequences. */
function MemorySettings({ isOn }: { isOn: boolean }) {
  const { settings } = useWorkspace();
  return (
    <div class="settings-group">
      <fieldset class="field">
        <legend>Returning visitors</legend>
        <label class="option">
          <input
            type="checkbox"
            checked={isOn}
            aria-describedby="memory-note"
            onChange={(event) => settings.edit({ memory_enabled: event.currentTarget.checked })}
          />
          <span>
            <strong>Remember returning visitors</strong>
            <small>For example their plan or language. Verified visitors only.</small>
          </span>
        </label>
        <small id="memory-note">
          Secrets and sensitive facts such as health or religion are never stored. Visitors and agents can correct and
          delete memories. Without a language model, only agents add them. When this is off, memories are neither added
          nor used. <a href="/docs/guide/memory">Learn more about memory</a>
        </small>
      </fieldset>
    </div>
  );
}
