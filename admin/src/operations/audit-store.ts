import { type ReadonlySignal, signal } from "@preact/signals";
import type { AuditItem } from "../../../protocol/admin-audit.ts";
import { auditRoutes } from "../../../protocol/routes/audit.ts";
import { keyRoutes } from "../../../protocol/routes/keys.ts";
import { peopleRoutes } from "../../../protocol/routes/people.ts";
import type { Api } from "../api.ts";
import { errorSentence } from "../ui/api-call.ts";
import { createLatest } from "../ui/latest.ts";
import { onePerSession } from "../ui/one-per-session.ts";

const pageSize = 50;

export interface AuditFilter {
  actor?: string | undefined;
  action?: string | undefined;
  /** Part of a name or value. */
  q?: string | undefined;
}

/** A person or key to filter by. */
export interface AuditPerson {
  id: string;
  name: string;
}

export interface AuditStore {
  readonly items: ReadonlySignal<readonly AuditItem[]>;
  readonly phase: ReadonlySignal<"loading" | "ready" | "failed">;
  readonly error: ReadonlySignal<string>;
  readonly hasMore: ReadonlySignal<boolean>;
  /** People first, then keys. */
  readonly people: ReadonlySignal<readonly AuditPerson[]>;
  show(filter: AuditFilter): Promise<void>;
  more(): Promise<void>;
}

export const auditStoreOf = onePerSession(createAuditStore);

function createAuditStore(api: Pick<Api, "call">): AuditStore {
  const items = signal<readonly AuditItem[]>([]);
  const phase = signal<"loading" | "ready" | "failed">("loading");
  const error = signal("");
  const hasMore = signal(false);
  const people = signal<readonly AuditPerson[]>([]);
  const latest = createLatest();
  let shown: AuditFilter = {};
  let cursor: string | null = null;

  async function read(from: string | null): Promise<void> {
    await latest.run(
      (stop) =>
        api.call(
          auditRoutes.listAudit,
          { query: { ...shown, limit: pageSize, ...(from ? { cursor: from } : {}) } },
          { signal: stop },
        ),
      (page) => {
        items.value = from ? [...items.value, ...page.items] : page.items;
        cursor = page.next_cursor;
        hasMore.value = cursor !== null;
        phase.value = "ready";
      },
      (cause) => {
        error.value = errorSentence(cause);
        phase.value = "failed";
      },
    );
  }

  async function readPeople(): Promise<void> {
    // Names for the filter; entries load without them, too.
    const [persons, keys] = await Promise.all([
      api.call(peopleRoutes.listPeople).catch(() => ({ items: [] })),
      api.call(keyRoutes.listKeys).catch(() => ({ items: [] })),
    ]);
    people.value = [...persons.items, ...keys.items.map(({ id, name }) => ({ id, name: `${name} (key)` }))];
  }

  return {
    items,
    phase,
    error,
    hasMore,
    people,
    async show(filter) {
      shown = filter;
      phase.value = "loading";
      if (people.value.length === 0) void readPeople();
      await read(null);
    },
    more: () => read(cursor),
  };
}
