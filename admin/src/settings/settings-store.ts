import { computed, type ReadonlySignal, signal } from "@preact/signals";
import type { Settings } from "../../../protocol/admin.ts";
import type { RouteInput } from "../../../protocol/route.ts";
import { settingsRoutes } from "../../../protocol/routes/settings.ts";
import type { Api } from "../api.ts";
import { errorSentence } from "../ui/api-call.ts";
import { isHexColor, textOn } from "../ui/format.ts";
import type { KeptSettings } from "./kept-settings.ts";

export interface SettingsStore {
  readonly phase: ReadonlySignal<"loading" | "ready" | "failed">;
  readonly error: ReadonlySignal<string>;
  readonly edited: ReadonlySignal<Settings | null>;
  /** The settings stored on the server. */
  readonly saved: ReadonlySignal<Settings | null>;
  readonly dirty: ReadonlySignal<boolean>;
  readonly problems: ReadonlySignal<SettingsProblems>;
  readonly saving: ReadonlySignal<boolean>;
  load(): Promise<void>;
  edit(change: Partial<Settings>): void;
  /** Saves at once; returns an error message on failure. */
  addDomain(domain: string): Promise<string | null>;
  removeDomain(domain: string): Promise<string | null>;
  editTheme(change: Partial<Settings["theme"]>): void;
  discard(): void;
  /** Saves the changes; returns an error message on failure. */
  save(): Promise<string | null>;
}

type SettingsProblems = Partial<
  Record<"name" | "accent" | "greeting" | "starters" | "tone" | "models" | "email_signature", string>
>;

/** The part of the settings that a save changes. */
export type SettingsPatch = NonNullable<RouteInput<typeof settingsRoutes.changeSettings>["body"]>;

/** The tenant's settings and an edited copy until it is saved or discarded; with `kept`, edits survive a reload. */
export function createSettingsStore(api: Pick<Api, "call">, kept?: KeptSettings): SettingsStore {
  const phase = signal<"loading" | "ready" | "failed">("loading");
  const error = signal("");
  const saved = signal<Settings | null>(null);
  const edited = signal<Settings | null>(null);
  const saving = signal(false);
  const dirty = computed(() => JSON.stringify(saved.value) !== JSON.stringify(edited.value));
  const problems = computed(() => (edited.value ? problemsOf(edited.value) : {}));

  const edit = (change: Partial<Settings>) => {
    if (!edited.value || !saved.value) return;
    edited.value = { ...edited.value, ...change };
    kept?.keep(patchBetween(saved.value, edited.value));
  };
  const takeDomains = async (change: Promise<{ domains: string[] }>) => {
    try {
      const { domains } = await change;
      if (saved.value) saved.value = { ...saved.value, domains };
      if (edited.value) edited.value = { ...edited.value, domains };
      return null;
    } catch (cause) {
      return errorSentence(cause);
    }
  };

  return {
    phase,
    error,
    edited,
    saved,
    dirty,
    problems,
    saving,
    async load() {
      if (dirty.value && edited.value) return;
      if (phase.value === "failed") phase.value = "loading";
      try {
        const settings = await api.call(settingsRoutes.readSettings);
        saved.value = settings;
        edited.value = kept?.applyTo(settings) ?? settings;
        phase.value = "ready";
      } catch (cause) {
        error.value = errorSentence(cause);
        if (phase.value === "loading") phase.value = "failed";
      }
    },
    edit,
    addDomain: (domain) => takeDomains(api.call(settingsRoutes.allowDomain, { body: { domain } })),
    removeDomain: (domain) => takeDomains(api.call(settingsRoutes.removeDomain, { body: { domain } })),
    editTheme(change) {
      if (!edited.value) return;
      const theme = { ...edited.value.theme, ...change };
      if (change.accent && isHexColor(change.accent)) theme.accent_text = textOn(change.accent);
      edit({ theme });
    },
    discard() {
      edited.value = saved.value;
      kept?.keep(null);
    },
    async save() {
      if (!edited.value || !saved.value || saving.value || Object.keys(problems.value).length > 0) return null;
      const sent = withoutEmptyStarters(edited.value);
      saving.value = true;
      try {
        await api.call(settingsRoutes.changeSettings, { body: patchBetween(saved.value, sent) });
        const fresh = await api.call(settingsRoutes.readSettings).catch(() => sent);
        saved.value = fresh;
        edited.value = fresh;
        kept?.keep(null);
        return null;
      } catch (cause) {
        return errorSentence(cause);
      } finally {
        saving.value = false;
      }
    },
  };
}

/** Sends only changes, so that two people who edit different settings do not overwrite each other. */
export function patchBetween(before: Settings, after: Settings): SettingsPatch {
  const patch: SettingsPatch = assistantPatch(before, after);
  if (after.name !== before.name) patch.name = after.name.trim();
  if (after.greeting !== before.greeting) patch.greeting = after.greeting;
  if (after.threshold !== before.threshold) patch.threshold = after.threshold;
  if (after.answer_mode !== before.answer_mode) patch.answer_mode = after.answer_mode;
  if (after.hand_over !== before.hand_over) patch.hand_over = after.hand_over;
  if (after.hold_out_percent !== before.hold_out_percent) patch.hold_out_percent = after.hold_out_percent;
  if (after.show_thinking !== before.show_thinking) patch.show_thinking = after.show_thinking;
  if (after.clarify !== before.clarify) patch.clarify = after.clarify;
  if (after.require_identity !== before.require_identity) patch.require_identity = after.require_identity;
  if (after.memory_enabled !== before.memory_enabled) patch.memory_enabled = after.memory_enabled;
  if (after.reopen_days !== before.reopen_days) patch.reopen_days = after.reopen_days;
  if (after.ask_rating !== before.ask_rating) patch.ask_rating = after.ask_rating;
  if (after.quiet_hours !== before.quiet_hours) patch.quiet_hours = after.quiet_hours;
  if (after.email_answers !== before.email_answers) patch.email_answers = after.email_answers;
  if (after.email_signature !== before.email_signature) patch.email_signature = after.email_signature;
  if (JSON.stringify(after.attachments) !== JSON.stringify(before.attachments)) patch.attachments = after.attachments;
  if (JSON.stringify(after.service_levels) !== JSON.stringify(before.service_levels))
    patch.service_levels = after.service_levels;
  if (JSON.stringify(after.assignment) !== JSON.stringify(before.assignment)) patch.assignment = after.assignment;
  if (JSON.stringify(after.starters) !== JSON.stringify(before.starters)) patch.starters = after.starters;
  const theme = Object.entries(after.theme).filter(
    ([key, value]) => before.theme[key as keyof Settings["theme"]] !== value,
  );
  if (theme.length > 0) patch.theme = Object.fromEntries(theme);
  const home = Object.entries(after.home).filter(
    ([key, value]) => JSON.stringify(before.home[key as keyof Settings["home"]]) !== JSON.stringify(value),
  );
  if (home.length > 0) patch.home = Object.fromEntries(home);
  const alerts = Object.entries(after.alerts).filter(
    ([key, value]) => JSON.stringify(before.alerts[key as keyof Settings["alerts"]]) !== JSON.stringify(value),
  );
  if (alerts.length > 0) patch.alerts = Object.fromEntries(alerts);
  // The server sets the version.
  const form = Object.entries(after.form).filter(
    ([key, value]) =>
      key !== "version" && JSON.stringify(before.form[key as keyof Settings["form"]]) !== JSON.stringify(value),
  );
  if (form.length > 0) patch.form = Object.fromEntries(form);
  return patch;
}

function problemsOf(settings: Settings): SettingsProblems {
  const problems: SettingsProblems = {};
  if (settings.name.trim() === "") problems.name = "Enter a name.";
  else if (settings.name.length > 100) problems.name = "At most 100 characters.";
  if (!isHexColor(settings.theme.accent)) problems.accent = "Write the colour as #rrggbb.";
  if (settings.greeting.length > 500) problems.greeting = "At most 500 characters.";
  if (settings.tone.length > 500) problems.tone = "At most 500 characters.";
  if (settings.email_signature.length > 500) problems.email_signature = "At most 500 characters.";
  if (settings.starters.some((starter) => starter.length > 120)) problems.starters = "At most 120 characters for each.";
  const models = modelsProblem(settings);
  if (models) problems.models = models;
  return problems;
}

function withoutEmptyStarters(settings: Settings): Settings {
  return { ...settings, starters: settings.starters.map((starter) => starter.trim()).filter(Boolean) };
}

const texts = ["tone", "guidance", "industry", "about", "place"] as const;

/** Changes of the assistant's settings: texts, models per task, budget. */
function assistantPatch(before: Settings, after: Settings): SettingsPatch {
  const patch: SettingsPatch = {};
  for (const field of texts) if (after[field] !== before[field]) patch[field] = after[field];
  const tasks = new Set([...Object.keys(before.models), ...Object.keys(after.models)]) as Set<keyof Settings["models"]>;
  const models = [...tasks].filter((task) => isOther(before.models[task], after.models[task]));
  if (models.length > 0) patch.models = Object.fromEntries(models.map((task) => [task, after.models[task] ?? null]));
  const budget = Object.entries(after.budget).filter(
    ([key, value]) => before.budget[key as keyof Settings["budget"]] !== value,
  );
  if (budget.length > 0) patch.budget = Object.fromEntries(budget);
  return patch;
}

const isOther = (one: unknown, other: unknown) => JSON.stringify(one) !== JSON.stringify(other);

const taskNames: Record<keyof Settings["models"], string> = {
  contextualize: "understanding questions",
  generate: "answers",
  grade: "confidence",
  summarize: "summaries",
};

/** Why the models cannot be saved; undefined: valid. */
function modelsProblem({ models }: Settings): string | undefined {
  for (const [task, choice] of Object.entries(models))
    if (choice && choice.provider !== "extractive" && choice.model.trim() === "")
      return `Enter a model of ${choice.provider} for ${taskNames[task as keyof Settings["models"]]}.`;
  return undefined;
}
