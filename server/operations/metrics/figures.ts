import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import { escalationReasonSchema } from "../../../protocol/messages.ts";
import { type CacheCounter, cacheCounters } from "../../assistant/cache/types.ts";
import type { UsageRecord } from "../../assistant/models/usage-records.ts";
import type { EndedTurn } from "../../tickets/turns/turn-context.ts";
import { RunningWork } from "./running-work.ts";

/** Upper bounds in seconds. Each bound adds a series for every set of labels, so there are few. */
const requestSeconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
/** From a cached answer to the longest turn (two minutes). */
const turnSeconds = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 4, 8, 15, 30, 60, 120];
const callSeconds = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2, 4, 8, 15, 30, 60];
/** From an e-mail to the embeddings of a large document. */
const jobSeconds = [0.01, 0.1, 0.5, 1, 5, 15, 60, 300, 900];

/**
 * Sender of an e-mail: `ticket` for e-mails that a visitor requested, `people` for invitations and notices, `answer` for answers in a
 * ticket.
 */
export type EmailKind = "ticket" | "people" | "answer";

/** An answered request. The route is its pattern, never an address. */
export interface Answered {
  method: string;
  route: string;
  status: number;
  ms: number;
  isStream: boolean;
}

/**
 * This process's metrics for Prometheus. Every label has a small, fixed set of values (no tenant, model name or address), because each
 * value is a time series of its own for ever. Names and meanings: docs/guide/monitoring.md.
 */
export class Figures {
  readonly registry = new Registry();
  /** Running work, for the warning about a blocked event loop. */
  readonly running = new RunningWork();
  readonly #requests = this.#counter("http_requests_total", "HTTP requests by route and status.", [
    "method",
    "route",
    "status",
  ]);
  readonly #requestSeconds = this.#histogram(
    "http_request_seconds",
    "Response time of HTTP requests, without event streams.",
    {
      labels: ["route"],
      buckets: requestSeconds,
    },
  );
  readonly #turns = this.#counter("turns_total", "Finished turns by outcome.", ["kind", "status"]);
  readonly #turnSeconds = this.#histogram("turn_seconds", "Time from the start of a turn until its result is stored.", {
    labels: ["status"],
    buckets: turnSeconds,
  });
  readonly #firstToken = this.#histogram(
    "first_token_seconds",
    "Time from the start of a turn to the first text of its answer.",
    { labels: ["source"], buckets: turnSeconds },
  );
  readonly #answers = this.#counter("answers_total", "Answers of the assistant by confidence tier and source.", [
    "tier",
    "source",
  ]);
  readonly #escalations = this.#counter("escalations_total", "Tickets handed over to the team, by reason.", ["reason"]);
  readonly #refused = this.#counter("turns_refused_total", "Messages refused because the turn queue was full.");
  readonly #cache = this.#counter("cache_events_total", "Answer cache lookups and changes by outcome.", ["event"]);
  readonly #calls = this.#counter("model_calls_total", "Model calls by task, provider and outcome.", [
    "task",
    "provider",
    "outcome",
  ]);
  readonly #tokens = this.#counter("model_tokens_total", "Tokens used by model calls. Input includes cached tokens.", [
    "task",
    "provider",
    "direction",
  ]);
  readonly #cost = this.#counter("model_cost_dollars_total", "Cost of model calls in US dollars.", [
    "task",
    "provider",
  ]);
  readonly #unpriced = this.#counter("model_unpriced_calls_total", "Model calls without a known price.");
  readonly #callSeconds = this.#histogram("model_call_seconds", "Duration of a model call.", {
    labels: ["task", "provider"],
    buckets: callSeconds,
  });
  readonly #mails = this.#counter("mails_total", "E-mails accepted or rejected by the mail server.", [
    "kind",
    "outcome",
  ]);
  readonly #webhooks = this.#counter("webhook_tries_total", "Webhook delivery attempts.", ["outcome"]);
  readonly #slowStatements = this.#counter(
    "db_slow_statements_total",
    "Database statements that took longer than SLOW_QUERY_MS.",
  );
  readonly #jobSeconds = this.#histogram("job_seconds", "Duration of one attempt at a job.", {
    labels: ["queue", "outcome"],
    buckets: jobSeconds,
  });

  constructor(build: { version: string; role: string; mode: string }) {
    collectDefaultMetrics({ register: this.registry });
    new Gauge({
      name: "parley_build_info",
      help: "Always 1. Labels describe the running build.",
      labelNames: ["version", "node", "role", "mode"],
      registers: [this.registry],
    }).set({ ...build, node: process.versions.node }, 1);
    this.#beginAtZero();
  }

  /** Counters start at 0 instead of absent; otherwise their first event would not show as an increase. */
  #beginAtZero(): void {
    for (const event of cacheCounters) this.#cache.inc({ event }, 0);
    for (const reason of escalationReasonSchema.options) this.#escalations.inc({ reason }, 0);
    for (const status of ["done", "clarifying", "escalated", "cancelled", "failed"])
      this.#turns.inc({ kind: "visitor", status }, 0);
    for (const tier of ["high", "medium", "low"]) this.#answers.inc({ tier, source: "model" }, 0);
    for (const outcome of ["told", "failed"]) this.#webhooks.inc({ outcome }, 0);
    for (const kind of ["ticket", "people", "answer"])
      for (const outcome of ["sent", "failed"]) this.#mails.inc({ kind, outcome }, 0);
  }

  /** Metrics in Prometheus text format. */
  text(): Promise<string> {
    return this.registry.metrics();
  }

  get contentType(): string {
    return this.registry.contentType;
  }

  /** Notes the start of a request. Returns a function that notes its end. @param name called later, when the route is known. */
  began(name: () => string): () => void {
    return this.running.begin(name);
  }

  answered({ method, route, status, ms, isStream }: Answered): void {
    this.#requests.inc({ method, route, status: String(status) });
    if (!isStream) this.#requestSeconds.observe({ route }, ms / 1000);
  }

  ended({ kind, status, tier, isCacheHit, reason, firstTokenMs, totalMs }: EndedTurn): void {
    const source = isCacheHit ? "cache" : "model";
    this.#turns.inc({ kind, status });
    // A resumed turn carries out a human decision; it is not an answer.
    if (kind === "resume") return;
    this.#turnSeconds.observe({ status }, totalMs / 1000);
    if (firstTokenMs !== undefined) this.#firstToken.observe({ source }, firstTokenMs / 1000);
    if (status === "done") this.#answers.inc({ tier: tier ?? "none", source });
    if (reason !== undefined) this.#escalations.inc({ reason });
  }

  refused(): void {
    this.#refused.inc();
  }

  cached(event: CacheCounter): void {
    this.#cache.inc({ event });
  }

  called(receipt: UsageRecord): void {
    const { task, provider, outcome, input_tokens, output_tokens, cached_tokens, cost_micros, latency_ms } = receipt;
    this.#calls.inc({ task, provider, outcome });
    this.#tokens.inc({ task, provider, direction: "input" }, input_tokens);
    this.#tokens.inc({ task, provider, direction: "output" }, output_tokens);
    this.#tokens.inc({ task, provider, direction: "cached" }, cached_tokens);
    this.#cost.inc({ task, provider }, cost_micros / 1e6);
    if (receipt.price_known === false) this.#unpriced.inc();
    this.#callSeconds.observe({ task, provider }, latency_ms / 1000);
  }

  mailed(kind: EmailKind, outcome: "sent" | "failed"): void {
    this.#mails.inc({ kind, outcome });
  }

  slowStatement(): void {
    this.#slowStatements.inc();
  }

  told(outcome: "told" | "failed"): void {
    this.#webhooks.inc({ outcome });
  }

  worked(queue: string, { ms, outcome }: { ms: number; outcome: "done" | "failed" }): void {
    this.#jobSeconds.observe({ queue, outcome }, ms / 1000);
  }

  #counter<Label extends string>(name: string, help: string, labelNames: Label[] = []): Counter<Label> {
    return new Counter({ name: `parley_${name}`, help, labelNames, registers: [this.registry] });
  }

  #histogram<Label extends string>(
    name: string,
    help: string,
    { labels: labelNames, buckets }: { labels: Label[]; buckets: number[] },
  ): Histogram<Label> {
    return new Histogram({ name: `parley_${name}`, help, labelNames, buckets, registers: [this.registry] });
  }
}
