import { type Command as Commander, InvalidArgumentError, Option } from "commander";

/** The options of `tenant update`. */
export interface TenantOptions {
  name?: string;
  tone?: string;
  guidance?: string;
  industry?: string;
  about?: string;
  place?: string;
  threshold?: number;
  answerMode?: string;
  handOver?: string;
  comparisonGroup?: number;
  model?: string[];
  tokensPerDay?: number | "none";
  dollarsPerMonth?: number | "none";
  overBudget?: string;
  memory?: "on" | "off";
  quietHours?: number;
  thinking?: "on" | "off";
  emailAnswers?: string;
  emailSignature?: string;
}

/** The options of `tenant update`; each changes one setting and leaves the others. */
export function addTenantOptions(command: Commander): Commander {
  return command
    .option("--name <name>", "company name")
    .option("--tone <text>", "tone of the answers")
    .option("--guidance <text>", "instructions for the assistant")
    .option("--industry <text>", "industry of the company")
    .option("--about <text>", "description of the company")
    .option("--place <text>", "country of the company")
    .option(
      "--threshold <number>",
      "confidence threshold, 0 to 1; below it, questions are handed over to the team",
      toNumber,
    )
    .option("--answer-mode <mode>", "stream_first or verify_first")
    .option("--hand-over <when>", "what an unsure assistant does: at_once asks the team, suggest_first shows sections")
    .option(
      "--comparison-group <percent>",
      "share of new conversations that go straight to the team, 0 to 20, to measure the assistant's effect",
      toNumber,
    )
    .option(
      "--model <use=provider:model...>",
      "set the model for one use, e.g. generate=anthropic:claude-opus-4-1; generate=default resets it",
    )
    .option("--tokens-per-day <number>", "daily token limit, or none", toLimit)
    .option("--dollars-per-month <number>", "monthly budget in US dollars, or none", toLimit)
    .option("--over-budget <mode>", "what happens over budget: extractive (quote documents) or human (hand over)")
    .option(
      "--quiet-hours <number>",
      "hours without a message after which a conversation ends if the assistant answered last; 0 for never",
      toNumber,
    )
    .option(
      "--email-answers <mode>",
      "e-mails that begin tickets: draft (an agent sends the answer), answer (the assistant answers) or off",
    )
    .option("--email-signature <text>", "text below e-mails to visitors")
    .addOption(
      new Option("--thinking <state>", "show visitors a summary of the model's reasoning: on or off").choices([
        "on",
        "off",
      ]),
    )
    .addOption(
      new Option("--memory <state>", "remember facts that verified visitors share: on or off").choices(["on", "off"]),
    );
}

/** The options as a patch of the settings; what is wrong in it is said by the settings' own schema. */
export function tenantPatch(options: TenantOptions): Record<string, unknown> {
  const {
    model,
    tokensPerDay,
    dollarsPerMonth,
    overBudget,
    answerMode,
    handOver,
    comparisonGroup,
    memory,
    quietHours,
    thinking,
    emailAnswers,
    emailSignature,
    ...same
  } = options;
  const budget = {
    ...(tokensPerDay === undefined ? {} : { tokens_per_day: tokensPerDay === "none" ? null : tokensPerDay }),
    ...(dollarsPerMonth === undefined
      ? {}
      : { micros_per_month: dollarsPerMonth === "none" ? null : Math.round(dollarsPerMonth * 1_000_000) }),
    ...(overBudget === undefined ? {} : { over_budget: overBudget }),
  };
  return {
    ...same,
    ...(memory === undefined ? {} : { memory_enabled: memory === "on" }),
    ...(thinking === undefined ? {} : { show_thinking: thinking === "on" }),
    ...(emailAnswers === undefined ? {} : { email_answers: emailAnswers }),
    ...(emailSignature === undefined ? {} : { email_signature: emailSignature }),
    ...(quietHours === undefined ? {} : { quiet_hours: quietHours }),
    ...(answerMode === undefined ? {} : { answer_mode: answerMode }),
    ...(handOver === undefined ? {} : { hand_over: handOver }),
    ...(comparisonGroup === undefined ? {} : { hold_out_percent: comparisonGroup }),
    ...(model === undefined ? {} : { models: Object.fromEntries(model.map(choiceOf)) }),
    ...(Object.keys(budget).length === 0 ? {} : { budget }),
  };
}

function choiceOf(text: string): [string, { provider: string; model: string } | null] {
  const [, task = "", provider = "", model = ""] = /^([a-z]+)=([a-z]+)(?::(.+))?$/.exec(text.trim()) ?? [];
  if (task === "") throw new InvalidArgumentError(`${text} must have the form use=provider:model.`);
  return [task, provider === "default" ? null : { provider, model }];
}

function toNumber(text: string): number {
  const value = Number(text);
  if (text.trim() === "" || !Number.isFinite(value)) throw new InvalidArgumentError("must be a number.");
  return value;
}

/** Commander takes null for "nothing given", so no limit keeps its word until the patch is made. */
function toLimit(text: string): number | "none" {
  return text === "none" ? text : toNumber(text);
}
