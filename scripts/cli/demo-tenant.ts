import { createHash } from "node:crypto";
import { mkdir, readdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import type { AddDocumentRequest, DocumentView } from "../../protocol/admin-documents.ts";
import type { AppContext } from "../../server/context.ts";
import { AppError } from "../../server/errors.ts";
import { addDocument } from "../../server/knowledge/add-document.ts";
import { waitForDocuments } from "../../server/knowledge/wait-for-documents.ts";
import { projectRoot } from "../../server/project-root.ts";
import { createTenant } from "../../server/tenants/create-tenant.ts";
import { operator } from "../../server/tenants/deps.ts";
import { readTenants } from "../../server/tenants/directory.ts";
import { addDomain, toPattern } from "../../server/tenants/domains.ts";
import { toUrl } from "../../server/text/parse-url.ts";
import { ensureDemoShop } from "./demo-shop.ts";

/** `DATA_DIR/demo.json`: how to reach and enter the demo tenant. */
const demoSchema = z.object({
  tenant_id: z.string(),
  api_url: z.string(),
  demo_url: z.string(),
  console_url: z.string(),
  email: z.string(),
  password: z.string(),
  api_key: z.string(),
  /** Digest of the documentation that the tenant has; missing until all of it was taken in. */
  documentation: z.string().optional(),
  /** The connection to the demo's shop; missing where there has never been one. */
  shop: z.object({ connection_id: z.string(), version: z.string().optional() }).optional(),
});
export type Demo = z.infer<typeof demoSchema>;

/** A slow machine answers from part of the documentation rather than not at all. */
const longestWaitMs = 90_000;
const demoEmail = "demo@parley.example";
const starters = [
  "How do I embed the widget?",
  "What happens when the assistant is not sure?",
  "Which web pages may use the chat?",
  "Where is my order 4711?",
  "Move my booking to Friday",
];

/**
 * Makes the demo tenant at the first start and keeps its knowledge at this version's documentation. An
 * installation that has tenants on a database server but no demo gets none.
 * @returns null when there is no demo tenant.
 */
export async function ensureDemoTenant(ctx: AppContext): Promise<Demo | null> {
  const file = join(ctx.config.dataDir, "demo.json");
  const tenants = await readTenants(ctx.http.tenants);
  const known = await readDemo(file);
  const exists = known !== null && tenants.some((tenant) => tenant.tenant_id === known.tenant_id);
  if (!exists && ctx.config.databaseUrl !== undefined && tenants.length > 0) return null;
  const demo = exists ? known : await createDemo(ctx, file);
  // `PUBLIC_URL` may have changed since.
  if (exists)
    for (const entry of originsOf(ctx))
      await addDomain(ctx.http.tenants, operator, { tenantId: demo.tenant_id, entry });
  const documented = await addDocumentation(ctx, demo, file);
  await ensureDemoShop(ctx, {
    tenantId: demo.tenant_id,
    known: demo.shop,
    remember: (shop) => writeDemo(file, { ...documented, shop }),
  });
  return demo;
}

async function readDemo(file: string): Promise<Demo | null> {
  const text = await readFile(file, "utf8").catch(() => null);
  if (text === null) return null;
  try {
    return demoSchema.parse(JSON.parse(text));
  } catch {
    // Somebody edited it, or the disk was full: a new demo tenant is made and the file written anew.
    return null;
  }
}

async function createDemo(ctx: AppContext, file: string): Promise<Demo> {
  const { publicUrl } = ctx;
  const input = {
    name: "Parley",
    origins: originsOf(ctx),
    greeting:
      "Hello! I answer from Parley's own documentation, and I can look after orders and bookings of a shop that is made up.",
    starters,
  };
  const made = await createTenant(ctx.http.tenants, operator, { ...input, email: demoEmail }).catch(
    (error: unknown) => {
      // The address belongs to an earlier demo tenant whose file is gone.
      if (error instanceof Error && "code" in error && error.code === "conflict")
        return createTenant(ctx.http.tenants, operator, input);
      throw error;
    },
  );
  const demo: Demo = {
    tenant_id: made.tenant_id,
    api_url: publicUrl,
    demo_url: `${publicUrl}/demo`,
    console_url: made.console_url,
    email: made.admin.email,
    password: made.admin.password,
    api_key: made.api_key,
  };
  await mkdir(ctx.config.dataDir, { recursive: true, mode: 0o700 });
  await writeDemo(file, demo);
  return demo;
}

async function writeDemo(file: string, demo: Demo): Promise<void> {
  await writeFile(`${file}.new`, `${JSON.stringify(demo, null, 2)}\n`, { mode: 0o600 });
  await rename(`${file}.new`, file);
}

/** Where the demo page is opened. An address that no page with a chat may have, such as plain http of another computer, is left out. */
export function originsOf({
  publicUrl,
  config,
  log,
}: Pick<AppContext, "publicUrl" | "log"> & { config: { port: number } }): string[] {
  const { origin } = toUrl(publicUrl);
  const local = [`http://localhost:${config.port}`, `http://127.0.0.1:${config.port}`];
  try {
    toPattern(origin);
    return [origin, ...local];
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    log.warn({ reason: error.message }, "the demo's chat works on localhost only, not at PUBLIC_URL");
    return local;
  }
}

/**
 * Brings the tenant's knowledge up to this version's documentation. Where it is, nothing is touched: adding 39 texts again took
 * a third of a start's processor time, and stood in the audit log.
 * @returns what the file says now.
 */
async function addDocumentation(ctx: AppContext, demo: Demo, file: string): Promise<Demo> {
  const requests = await readDocumentation(ctx.publicUrl);
  const documentation = createHash("sha256").update(JSON.stringify(requests)).digest("hex");
  if (demo.documentation === documentation) return demo;
  const added: DocumentView[] = [];
  // Adding the same text again changes nothing.
  for (const request of requests) added.push(...(await addDocument(ctx.knowledge, demo.tenant_id, request)).documents);
  if (!(await isSearchable(ctx, demo.tenant_id, added))) return demo;
  const documented = { ...demo, documentation };
  await writeDemo(file, documented);
  return documented;
}

/** The guide alone: decision records and benchmarks answer other people's questions. Its index has no answers. */
async function readDocumentation(publicUrl: string): Promise<AddDocumentRequest[]> {
  const sources = (await markdownBelow("docs/guide")).filter((source) => !source.endsWith("/README.md"));
  const requests = await Promise.all(
    sources.map(async (source): Promise<AddDocumentRequest> => {
      const content = await readFile(join(projectRoot, source), "utf8").catch(() => "");
      return { source, url: `${publicUrl}/${source.slice(0, -3)}`, format: "markdown", content };
    }),
  );
  return requests.filter(({ content }) => content?.trim() !== "");
}

/** Waits until the documents are found by words. @returns false when that takes too long, or one of them could not be read. */
async function isSearchable(ctx: AppContext, tenantId: string, added: DocumentView[]): Promise<boolean> {
  const ids = added.map((document) => document.id);
  const signal = AbortSignal.timeout(longestWaitMs);
  try {
    const documents = await waitForDocuments(ctx.knowledge, tenantId, { ids, until: "searchable", signal });
    return documents.every(({ status }) => status !== "failed");
  } catch (error) {
    if (!(error instanceof Error && error.name === "AbortError")) throw error;
    ctx.log.warn("the demo tenant's documentation is still being read");
    return false;
  }
}

async function markdownBelow(folder: string): Promise<string[]> {
  const entries = await readdir(join(projectRoot, folder), { withFileTypes: true, recursive: true });
  return entries
    .filter((entry) => entry.isFile() && entry.name.endsWith(".md"))
    .map((entry) => join(entry.parentPath, entry.name).slice(projectRoot.length + 1))
    .sort();
}
