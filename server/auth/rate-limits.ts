import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from "rate-limiter-flexible";
import { AppError } from "../errors.ts";

/** What is counted, per what, and how often it may happen. */
export interface RateRule {
  points: number;
  seconds: number;
}

export const defaultRateRules = {
  /** New sessions: a shop behind one office address still gets through. */
  init_address: { points: 300, seconds: 60 },
  init_tenant: { points: 1_200, seconds: 60 },
  /** Messages: nobody types faster, a script does. */
  message_ticket: { points: 60, seconds: 60 },
  message_address: { points: 600, seconds: 60 },
  message_tenant: { points: 3_000, seconds: 60 },
  /** Everything else a widget asks. */
  chat_ticket: { points: 300, seconds: 60 },
  chat_address: { points: 1_800, seconds: 60 },
  preflight_address: { points: 1_800, seconds: 60 },
  /** Passwords are guessed from one address over many accounts, or on one account. */
  sign_in_address: { points: 30, seconds: 60 },
  sign_in_account: { points: 10, seconds: 300 },
  admin_caller: { points: 1_200, seconds: 60 },
  admin_refused: { points: 60, seconds: 60 },
} as const satisfies Record<string, RateRule>;

export type RateRuleName = keyof typeof defaultRateRules;
export type RateRules = Record<RateRuleName, RateRule>;

/** Counts calls; throws `rate_limited` with the seconds to wait once a rule is used up. */
export interface RateLimits {
  take(rule: RateRuleName, key: string): Promise<void>;
}

/** For one process: counts in its memory. */
export function createMemoryRateLimits(rules: RateRules = defaultRateRules): RateLimits {
  const limiters = build(
    rules,
    (name, rule) => new RateLimiterMemory({ keyPrefix: name, points: rule.points, duration: rule.seconds }),
  );
  return { take: (rule, key) => take(limiters[rule], key) };
}

/** For many processes: counts in Redis; while Redis is away each process counts for itself. */
export function createRedisRateLimits(redis: unknown, rules: RateRules = defaultRateRules): RateLimits {
  const limiters = build(
    rules,
    (name, rule) =>
      new RateLimiterRedis({
        storeClient: redis,
        keyPrefix: `parley:rate:${name}`,
        points: rule.points,
        duration: rule.seconds,
        insuranceLimiter: new RateLimiterMemory({ keyPrefix: name, points: rule.points, duration: rule.seconds }),
      }),
  );
  return { take: (rule, key) => take(limiters[rule], key) };
}

type Limiter = RateLimiterMemory | RateLimiterRedis;

function build(rules: RateRules, make: (name: string, rule: RateRule) => Limiter): Record<RateRuleName, Limiter> {
  const entries = Object.entries(rules).map(([name, rule]) => [name, make(name, rule)]);
  // The keys of `rules` are exactly the rule names.
  return Object.fromEntries(entries) as Record<RateRuleName, Limiter>;
}

async function take(limiter: Limiter, key: string): Promise<void> {
  try {
    await limiter.consume(key);
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal;
    throw new AppError("rate_limited", "Too many requests. Please wait a moment.", {
      retryAfterSeconds: Math.max(1, Math.ceil(refusal.msBeforeNext / 1000)),
    });
  }
}
