import { idOf, unknownIn } from "./foreign-ids.ts";
import { everyPair, type Operation, readOperations } from "./operations.ts";
import { createPick, type Pick, sample, type Values } from "./sample.ts";
import { untilSettled } from "./settled.ts";
import type { Credential, World } from "./world.ts";

export interface AttackReport {
  calls: number;
  operations: number;
  /** Number of responses by status. */
  statuses: Record<string, number>;
  /** Data of B in a response, a success on B's ids, a server error, or changes in B's rows. Must be empty. */
  hits: string[];
  /** Routes that never returned "not found" for B's ids to any caller, so that nothing was proved about them. */
  unreached: string[];
  /** Path parameters without a known table of ids. */
  unknownParameters: string[];
}

export interface AttackOptions {
  /** Total number of calls; every route meets every credential once, in the order of `everyPair`, then pairs are random. */
  calls: number;
  seed: number;
  parallel?: number;
  progress?(done: number): void;
}

/** How long a streaming response is read, in ms. */
const listenMs = 150;
const checkEvery = 200;
const renewTries = 20;
const moreRounds = 5;
const bytes = Array.from({ length: 254 }, (_, index) => index + 1);

/**
 * Calls every route of a running server with every credential of tenant A, and tenant B's ids in path, query, body and headers. Ids are not
 * secret, so A has them all.
 */
export async function attack(
  world: World,
  { calls, seed, parallel = 4, progress }: AttackOptions,
): Promise<AttackReport> {
  const operations = await readOperations(world.url);
  const report: AttackReport = {
    calls: 0,
    operations: operations.length,
    statuses: {},
    hits: [],
    unreached: [],
    unknownParameters: [],
  };
  const reached = new Set<string>();
  const pick = createPick(seed);
  report.unknownParameters = operations.flatMap((operation) => unknownIn(operation));
  await untilSettled(world.ctx.db, world.b.tenant_id, () => world.fingerprint());
  const before = await world.fingerprint();
  const pairs = everyPair(operations, world.credentials);
  let next = 0;
  const worker = async () => {
    while (next < calls) {
      const nth = next;
      next += 1;
      const pair = pairs[nth] ?? { operation: pick(operations), credential: pick(world.credentials) };
      await strike(world, { ...pair, pick, nth, report, reached });
      if (nth % checkEvery === 0) await keepAlive(world);
      progress?.(nth + 1);
    }
  };
  await Promise.all(Array.from({ length: parallel }, worker));
  const unreached = () => operations.filter((each) => each.pathNames.length > 0 && !reached.has(nameOf(each)));
  // Bodies are random, so a route that no caller reached is tried a few more times before it counts.
  for (let round = 0; round < moreRounds; round += 1) {
    if (unreached().length === 0) break;
    await keepAlive(world);
    for (const operation of unreached())
      for (const credential of world.credentials)
        await strike(world, { operation, credential, pick, nth: report.calls, report, reached });
  }
  const after = await world.fingerprint();
  for (const [table, hash] of before)
    if (after.get(table) !== hash) report.hits.push(`${table} of tenant B was changed`);
  report.unreached = unreached().map(nameOf);
  return report;
}

interface Strike {
  operation: Operation;
  credential: Credential;
  pick: Pick;
  nth: number;
  report: AttackReport;
  reached: Set<string>;
}

async function strike(world: World, { operation, credential, pick, nth, report, reached }: Strike): Promise<void> {
  // Signing out ends the credential, so other tests do it with a throw-away credential.
  if (operation.path.endsWith("/sign-out")) return;
  const request = arm(world, { operation, credential, pick });
  const answer = await send(request, operation.isStream);
  report.calls += 1;
  report.statuses[answer.status] = (report.statuses[answer.status] ?? 0) + 1;
  const where = `call ${nth}: ${credential.name}, ${operation.method} ${request.url.slice(world.url.length)} ${request.body ?? ""} answered ${answer.status}`;
  const isService = !operation.path.startsWith("/api/");
  if (answer.status >= 500 && !isService) report.hits.push(`${where}: ${answer.text.slice(0, 200)}`);
  for (const secret of world.secrets)
    if (answer.text.includes(secret)) report.hits.push(`${where} with something of B's in it`);
  if (operation.pathNames.length === 0) return;
  if (answer.status < 300) report.hits.push(`${where} on B's id`);
  if (answer.status === 404) reached.add(nameOf(operation));
}

interface Armed {
  url: string;
  method: string;
  headers: Record<string, string>;
  body: string | undefined;
}

/** Makes one request with B's ids: always in the path, and at random in query, headers and body. */
function arm(world: World, { operation, credential, pick }: Shot): Armed {
  const values = valuesOf(world, pick);
  const path = operation.path.replaceAll(
    /\/([\w-]+)\/\{(\w+)\}/g,
    (_all, before: string, name: string) => `/${before}/${idOf(world, pick, [name, before])}`,
  );
  const query = new URLSearchParams();
  const names = pick([[], operation.queryNames, [...operation.queryNames, "tenant_id", "ticket_id", "tenant"]]);
  for (const name of names)
    query.set(
      name,
      /cursor|q$|query/.test(name)
        ? "return"
        : /limit/.test(name)
          ? "50"
          : name === "size"
            ? "full"
            : name === "language"
              ? "de"
              : /^(before|after)$/.test(name)
                ? "5"
                : values.idFor(name),
    );
  const headers = { ...credential.headers, ...pick([{}, {}, foreignHeaders(world, pick)]) };
  // A different address for every call, where the server trusts this header, because rejections are counted per address.
  headers["x-forwarded-for"] = `10.${pick(bytes)}.${pick(bytes)}.${pick(bytes)}`;
  let body: string | undefined;
  if (operation.method !== "GET") {
    headers["content-type"] = "application/json";
    const plain = operation.body ? sample(operation.body, values) : {};
    const extra = {
      tenant_id: world.b.tenant_id,
      ticket_id: values.idFor("ticket_id"),
      role: "admin",
      thread_id: values.idFor("ticket_id"),
    };
    body = JSON.stringify(pick([true, true, true, false]) ? plain : { ...(plain as object), ...extra });
  }
  const search = query.size > 0 ? `?${query}` : "";
  return { url: `${world.url}${path}${search}`, method: operation.method, headers, body };
}

interface Shot {
  operation: Operation;
  credential: Credential;
  pick: Pick;
}

/** Headers that claim an internal origin, and cursors of B. */
function foreignHeaders(world: World, pick: Pick): Record<string, string> {
  const ticket = idOf(world, pick, ["tickets"]);
  return {
    "x-tenant-id": world.b.tenant_id,
    "x-ticket-id": ticket,
    "x-parley-tenant": world.b.tenant_id,
    "x-forwarded-host": "shop-b.example",
    "x-original-url": `/api/v1/admin/tickets/${ticket}`,
    "x-role": "admin",
    "last-event-id": "0",
  };
}

function valuesOf(world: World, pick: Pick): Values {
  return {
    pick,
    idFor: (field) => idOf(world, pick, [field.replace(/_?ids?$/, "")]),
    textFor(field) {
      if (/email/.test(field)) return world.b.admin.email;
      if (/source/.test(field)) return "b-handbook.md";
      if (/url|origin|domain|pattern/.test(field)) return pick(["https://shop-b.example", "https://shop-z.example"]);
      if (/colou?r|accent/.test(field)) return "#224466";
      if (field === "language") return "de";
      return pick(["Can I return it within thirty days?", "What does it cost?", "hello there"]);
    },
  };
}

/** The response's status, headers and text; of a stream, the data within a short time. */
async function send(
  { url, method, headers, body }: Armed,
  isStream: boolean,
): Promise<{ status: number; text: string }> {
  const stop = new AbortController();
  const response = await fetch(url, { method, headers, body, redirect: "manual", signal: stop.signal });
  const head = JSON.stringify([...response.headers]);
  if (!isStream || response.status !== 200) return { status: response.status, text: head + (await response.text()) };
  const timer = setTimeout(() => stop.abort(), listenMs);
  let text = head;
  try {
    for await (const bytes of response.body ?? []) text += Buffer.from(bytes).toString("utf8");
  } catch (error) {
    if (!stop.signal.aborted) throw error;
  } finally {
    clearTimeout(timer);
  }
  return { status: response.status, text };
}

/** Calls rejected because A's credential has ended prove nothing, so it is renewed. */
async function keepAlive(world: World): Promise<void> {
  for (const credential of world.credentials) {
    if (credential.control === null) continue;
    const response = await fetch(world.url + credential.control, { headers: credential.headers });
    const text = await response.text();
    if (response.status !== 200 || text.includes('"status":"closed"')) await renew(world, credential);
  }
}

/** Another call may change A's settings between the repair and the new session, so try more than once. */
async function renew(world: World, credential: Credential): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    await world.mendA();
    try {
      return await credential.renew();
    } catch (error) {
      if (tries === renewTries) throw error;
    }
  }
}

function nameOf({ method, path }: Operation): string {
  return `${method} ${path}`;
}
