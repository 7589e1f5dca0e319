import { createHash } from "node:crypto";
import { mkdir, readdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import type { AddDocumentRequest, DocumentView } from "../../protocol/admin-documents.ts";
import { createTenant } from "../../server/accounts/tenants/create-tenant.ts";
import { operator } from "../../server/accounts/tenants/deps.ts";
import { readTenants } from "../../server/accounts/tenants/directory.ts";
import { projectRoot } from "../../server/core/project-root.ts";
import { addDocument } from "../../server/knowledge/documents/add-document.ts";
import { waitForDocuments } from "../../server/knowledge/documents/wait-for-documents.ts";
import type { AppContext } from "../../server/wiring/context.ts";
import { allowOrigins, originsOf } from "./demo-origins.ts";
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
  /** Where the demo page was opened at the last start. */
  origins: z.array(z.string()).optional(),
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
  "Which sites can show the chat?",
  "Where is my order 4711?",
  "Move my booking to Friday",
];

/**
 * Creates the demo tenant at the first start and keeps its documents equal to this version's documentation. An installation on a database
 * server that has tenants but no demo gets none.
 * @returns null when there is no demo tenant.
 */
export async function ensureDemoTenant(ctx: AppContext): Promise<Demo | null> {
  const file = join(ctx.config.dataDir, "demo.json");
  const tenants = await readTenants(ctx.http.tenants);
  const known = await readDemo(file);
  const exists = known !== null && tenants.some((tenant) => tenant.tenant_id === known.tenant_id);
  if (!exists && ctx.config.databaseUrl !== undefined && tenants.length > 0) return null;
  const demo = exists ? await withOrigins(ctx, known, file) : await createDemo(ctx, file);
  const documented = await addDocumentation(ctx, demo, file);
  await ensureDemoShop(ctx, {
    tenantId: demo.tenant_id,
    known: demo.shop,
    remember: (shop) => writeDemo(file, { ...documented, shop }),
  });
  return demo;
}

/** `PUBLIC_URL` or the port may have changed since. */
async function withOrigins(ctx: AppContext, demo: Demo, file: string): Promise<Demo> {
  const origins = await allowOrigins(ctx, { tenantId: demo.tenant_id, before: demo.origins ?? [] });
  if (JSON.stringify(origins) === JSON.stringify(demo.origins)) return demo;
  const now = { ...demo, origins };
  await writeDemo(file, now);
  return now;
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
    greeting: "Hi! Ask me anything about Parley, or try our demo shop.",
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
    origins: input.origins,
  };
  await mkdir(ctx.config.dataDir, { recursive: true, mode: 0o700 });
  await writeDemo(file, demo);
  return demo;
}

async function writeDemo(file: string, demo: Demo): Promise<void> {
  await writeFile(`${file}.new`, `${JSON.stringify(demo, null, 2)}\n`, { mode: 0o600 });
  await rename(`${file}.new`, file);
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
    ctx.log.warn("Demo documentation is still being indexed");
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
