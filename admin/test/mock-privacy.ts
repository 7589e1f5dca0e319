import { type Retention, retentionKinds, retentionLimits } from "../../protocol/admin-data.ts";
import type { Erasure } from "../../protocol/admin-erasures.ts";
import { type Answer, type Call, ok } from "./mock-answers.ts";
import { uuid } from "./mock-data.ts";

const hash = "5e".repeat(32);
const at = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
const counts = (some: object) =>
  ({ ...Object.fromEntries(retentionKinds.map((kind) => [kind, 0])), ...some }) as Retention["runs"][0]["counts"];

export interface MockPrivacy {
  retention: Retention;
  erasures: Erasure[];
}

export function seedPrivacy(): MockPrivacy {
  const usual = Object.fromEntries(retentionKinds.map((kind) => [kind, retentionLimits[kind].usual]));
  return {
    retention: {
      rules: { ...usual, tickets: 730, audit: 730 } as Retention["rules"],
      limits: retentionLimits,
      next_at: at(-2),
      runs: [
        {
          id: uuid(1501),
          started_at: at(0.2),
          finished_at: null,
          asked_by: { kind: "person", id: uuid(2) },
          counts: counts({ tickets: 240 }),
        },
        {
          id: uuid(1502),
          started_at: at(6),
          finished_at: at(6),
          asked_by: null,
          counts: counts({ tickets: 12, empty_tickets: 1_480, jobs: 320 }),
        },
      ],
    },
    erasures: [erasure(1510, "visitor", 30)],
  };
}

function erasure(nth: number, kind: Erasure["kind"], hours: number): Erasure {
  const asked = { kind: "person", id: uuid(2) };
  const gone = { visitors: 1, tickets: 2, messages: 9, "redis.keys": 3 };
  return {
    id: uuid(nth),
    kind,
    status: "done",
    asked_by: asked,
    started_at: at(hours),
    finished_at: at(hours),
    counts: gone,
    receipt: {
      format: "parley.erasure/1",
      id: uuid(nth),
      installation: "https://support.example",
      kind,
      tenant: hash,
      subjects: [hash],
      asked_by: asked,
      started_at: at(hours),
      finished_at: at(hours),
      counts: gone,
      key: { kid: "k1", public_key: "p" },
      signature: "s",
    },
  };
}

/** The retention and privacy routes, over the mock's state. */
export function privacyRoute(state: MockPrivacy, path: string, call: Call): Answer | undefined {
  const body = call.body as Record<string, number | null | string>;
  if (path === "/admin/retention/preview")
    return ok({
      rules: { ...state.retention.rules, ...body },
      counts: counts(body["tickets"] === 365 ? { tickets: 1_204, files: 96 } : {}),
    });
  if (path === "/admin/retention/run") return ok(state.retention.runs[0]);
  if (path === "/admin/retention") {
    if (call.method === "PATCH") Object.assign(state.retention.rules, body);
    return ok(state.retention);
  }
  if (path === "/admin/erasures/preview")
    return ok({ subjects: 1, counts: { visitors: 1, tickets: 2, messages: 31, attachments: 1 } });
  if (path !== "/admin/erasures") return undefined;
  if (call.method !== "POST") return ok({ items: state.erasures });
  const made = erasure(1511, "visitor", 0);
  state.erasures.unshift(made);
  return ok(made);
}
