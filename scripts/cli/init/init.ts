import { z } from "zod";
import { AppError, asError } from "../../../server/core/errors.ts";
import type { Progress } from "../command.ts";
import type { Asker } from "./asker.ts";
import { pagesBelow, type SiteInspection, sectionsOf } from "./look-at-site.ts";

/** The options of `parley init`. Missing values are asked for at a terminal. */
export interface InitOptions {
  site?: string;
  name?: string;
  email?: string;
  origins: string[];
  /** `all`, `none`, or paths such as `/help/`. */
  pages?: string[];
  maxPages: number;
  questions: number;
}

export interface TriedQuestion {
  question: string;
  /** Shown to a visitor; otherwise a person would be asked. */
  answered: boolean;
  grade: number | null;
  answer: string;
  sources: string[];
}

/** What `--json` prints: as `tenant create`, and what became of pages and questions. */
export interface InitResult {
  tenant_id: string;
  snippet: string;
  console_url: string;
  identity_secret: string;
  api_key: string;
  admin: { email: string; password: string };
  pages: { found: number; taken: number; passages: number; failed: { source: string; error: string }[] };
  questions: TriedQuestion[];
}

/** Runs one command of the registry. */
export type Run = (command: string, args: unknown, onProgress?: (at: Progress) => void) => Promise<unknown>;

const createdSchema = z.object({
  tenant_id: z.string(),
  snippet: z.string(),
  console_url: z.string(),
  identity_secret: z.string(),
  api_key: z.string(),
  admin: z.object({ email: z.string(), password: z.string() }),
});
const takenSchema = z.object({
  taken: z.number(),
  passages: z.number(),
  failed: z.array(z.object({ source: z.string(), error: z.string() })),
});
const askedSchema = z.object({
  message: z.object({
    content: z.string(),
    grade: z.object({ score: z.number() }).nullable(),
    citations: z.array(z.object({ title: z.string(), url: z.string().nullish() })),
  }),
  escalated: z.boolean(),
});
const lookSchema = z.object({
  url: z.string(),
  origins: z.array(z.string()),
  name: z.string(),
  email: z.string(),
  pages: z.array(z.string()),
  noPages: z.string().nullable(),
});

/**
 * Sets up a tenant from its site's pages and asks real questions. @param asker null when nobody can answer: a missing value is then an
 * error that names its option.
 */
export async function init(run: Run, options: InitOptions, asker: Asker | null): Promise<InitResult> {
  asker?.begin("Set up a tenant");
  const look = await inspectSite(run, options, asker);
  const about = await describe(options, look, asker);
  const created = createdSchema.parse(await run("tenant create", about));
  asker?.say(`Created ${about.name}.`);
  const pages = await takePages(run, { options, look, asker, tenant: created.tenant_id });
  const questions = pages.passages > 0 ? await tryQuestions(run, { options, asker, tenant: created.tenant_id }) : [];
  return { ...created, pages, questions };
}

async function inspectSite(
  run: Run,
  { site, origins, name }: InitOptions,
  asker: Asker | null,
): Promise<SiteInspection | null> {
  if (asker === null && site === undefined) {
    if (name !== undefined && origins.length > 0) return null;
    throw new AppError(
      "invalid_request",
      "parley init cannot ask questions here. Specify --site https://www.example.com, or --name and --origin.",
    );
  }
  let wanted = site;
  for (;;) {
    wanted ??= await asker?.text({
      message: "Website that will have the chat",
      placeholder: "https://www.example.com",
    });
    const address = wanted ?? "";
    try {
      const found = lookSchema.parse(
        await working(asker, `Reading ${address}`, () => run("site look", { site: address })),
      );
      return found;
    } catch (error) {
      if (asker === null || site !== undefined) throw error;
      asker.warn(asError(error).message);
      wanted = undefined;
    }
  }
}

async function describe(
  options: InitOptions,
  look: SiteInspection | null,
  asker: Asker | null,
): Promise<{ name: string; origins: string[]; email?: string }> {
  const name =
    options.name ??
    (asker
      ? await asker.text({ message: "Company name", initial: look?.name ?? "", placeholder: "Acme" })
      : (look?.name ?? ""));
  const origins =
    options.origins.length > 0
      ? options.origins
      : asker
        ? split(
            await asker.text({ message: "Origin of the pages with the chat", initial: look?.origins.join(" ") ?? "" }),
          )
        : (look?.origins ?? []);
  const email =
    options.email ??
    (asker
      ? await asker.text({
          message: "Your e-mail address for signing in",
          initial: "",
          placeholder: look?.email ?? "",
          optional: true,
        })
      : undefined);
  return { name, origins, ...(email ? { email } : {}) };
}

function split(text: string): string[] {
  return text.split(/[\s,]+/).filter((part) => part !== "");
}

interface Step {
  options: InitOptions;
  asker: Asker | null;
  tenant: string;
}

async function takePages(
  run: Run,
  { options, look, asker, tenant }: Step & { look: SiteInspection | null },
): Promise<InitResult["pages"]> {
  const found = look?.pages.length ?? 0;
  const nothing = { found, taken: 0, passages: 0, failed: [] };
  if (look === null) return nothing;
  if (look.noPages !== null && asker)
    asker.warn(`No pages to add: ${look.noPages}. Add documents later with: parley knowledge add`);
  const wanted = await choosePages(look.pages, options, asker);
  if (wanted.length === 0) return nothing;
  const taken = takenSchema.parse(
    await working(asker, "Adding pages", (step) => run("site take", { tenant, pages: wanted }, step)),
  );
  for (const { source, error } of taken.failed.slice(0, 5)) asker?.warn(`${source}: ${error}`);
  return { found, ...taken };
}

async function choosePages(
  pages: string[],
  { pages: given, maxPages }: InitOptions,
  asker: Asker | null,
): Promise<string[]> {
  if (given?.includes("none") || pages.length === 0) return [];
  const most = (chosen: string[]) => chosen.slice(0, maxPages);
  if (given !== undefined) return most(given.includes("all") ? pages : pagesBelow(pages, given));
  if (asker === null) return most(pages);
  const sections = sectionsOf(pages);
  const options = sections.map(({ section, pages: own }) => ({
    value: section,
    label: section === "/" ? "Top-level pages" : section,
    hint: `${own.length} ${own.length === 1 ? "page" : "pages"}`,
  }));
  const chosen = await asker.choose({
    message: `The sitemap lists ${pages.length} pages. Select those to answer from (up to ${maxPages}; Space selects, Enter continues)`,
    options,
    initial: sections.map(({ section }) => section),
  });
  return most(sections.filter(({ section }) => chosen.includes(section)).flatMap(({ pages: own }) => own));
}

async function tryQuestions(run: Run, { options, asker, tenant }: Step): Promise<TriedQuestion[]> {
  if (options.questions === 0) return [];
  const { questions } = z
    .object({ questions: z.array(z.string()) })
    .parse(await run("site questions", { tenant, limit: options.questions }));
  const chosen =
    asker && questions.length > 0
      ? await asker.choose({
          message: "Questions from your pages to try the assistant",
          options: questions.map((question) => ({ value: question, label: question })),
          initial: questions,
        })
      : questions;
  const tried: TriedQuestion[] = [];
  for (const question of chosen) {
    const one = await working(asker, question, () => run("ask", { question, tenant, keep: false, cwd: process.cwd() }));
    const { message, escalated } = askedSchema.parse(one);
    const result = {
      question,
      answered: !escalated,
      grade: message.grade?.score ?? null,
      answer: message.content,
      sources: [...new Set(message.citations.map(({ title, url }) => url ?? title))],
    };
    tried.push(result);
    asker?.say(renderTried(result));
  }
  return tried;
}

/** One question and what came back, in a few lines. */
export function renderTried({ answered, grade, answer, sources }: TriedQuestion): string {
  const score = grade === null ? "" : `, confidence ${grade.toFixed(2)}`;
  if (!answered) return `Would be handed over to the team${score}: the pages do not answer it clearly enough.`;
  const said = answer.replace(/\s+/g, " ").trim();
  return `${said.length > 240 ? `${said.slice(0, 239)}…` : said}\n${sources.join(", ")}${score}`;
}

function working<T>(
  asker: Asker | null,
  label: string,
  run: (step?: (at: Progress) => void) => Promise<T>,
): Promise<T> {
  return asker ? asker.work(label, run) : run();
}
