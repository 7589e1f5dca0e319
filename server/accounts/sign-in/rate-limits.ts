import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from "rate-limiter-flexible";
import { AppError } from "../../core/errors.ts";

/** A limit: number of calls per period. 0 points: unlimited. */
export interface RateRule {
  points: number;
  seconds: number;
}

/** Configurable calls per minute; 0 turns a limit off. */
export interface RateSettings {
  /** New sessions per address. */
  inits: number;
  /** Messages per session. */
  messages: number;
  /** Other calls per session. */
  calls: number;
}

/** Many visitors share an office's address, and a tenant has many visitors: those limits are multiples of the settings. */
const perTenantInits = 4;
const perAddressMessages = 10;
const perTenantMessages = 50;
/** Checking a file costs more than a message, and a message can have several. */
const uploadsPerMessage = 0.5;
const perAddressCalls = 6;

/** All rate rules, derived from the few settings. */
export function rateRules({ inits, messages, calls }: RateSettings): RateRules {
  const minute = (points: number) => ({ points, seconds: 60 });
  return {
    ...defaultRateRules,
    init_address: minute(inits),
    init_tenant: minute(inits * perTenantInits),
    message_ticket: minute(messages),
    message_address: minute(messages * perAddressMessages),
    message_tenant: minute(messages * perTenantMessages),
    upload_ticket: minute(Math.ceil(messages * uploadsPerMessage)),
    upload_address: minute(Math.ceil(messages * uploadsPerMessage) * perAddressMessages),
    upload_tenant: minute(Math.ceil(messages * uploadsPerMessage) * perTenantMessages),
    chat_ticket: minute(calls),
    chat_address: minute(calls * perAddressCalls),
    preflight_address: minute(calls * perAddressCalls),
  };
}

export const defaultRateRules = {
  /** New sessions: visitors behind one office address must still get through. */
  init_address: { points: 300, seconds: 60 },
  init_tenant: { points: 1_200, seconds: 60 },
  /** Messages: faster than a human can type, slower than a script. */
  message_ticket: { points: 60, seconds: 60 },
  message_address: { points: 600, seconds: 60 },
  message_tenant: { points: 3_000, seconds: 60 },
  /** Files. */
  upload_ticket: { points: 30, seconds: 60 },
  upload_address: { points: 300, seconds: 60 },
  upload_tenant: { points: 1_500, seconds: 60 },
  /** All other widget requests. */
  chat_ticket: { points: 300, seconds: 60 },
  chat_address: { points: 1_800, seconds: 60 },
  preflight_address: { points: 1_800, seconds: 60 },
  /** E-mails requested by visitors, in addition to the limits per ticket, visitor and recipient in `server/channels/email`. */
  transcript_address: { points: 10, seconds: 3_600 },
  transcript_tenant: { points: 300, seconds: 3_600 },
  /** Inbound e-mails: per delivering provider, per tenant and per ticket; and wrong secrets. */
  inbound_address: { points: 1_200, seconds: 60 },
  inbound_tenant: { points: 300, seconds: 60 },
  inbound_ticket: { points: 60, seconds: 3_600 },
  /** Tickets that e-mails begin. */
  email_ticket_sender: { points: 10, seconds: 3_600 },
  email_ticket_tenant: { points: 300, seconds: 3_600 },
  inbound_refused: { points: 60, seconds: 60 },
  /** Password guesses come from one address for many accounts, or for one account. */
  sign_in_address: { points: 30, seconds: 60 },
  sign_in_account: { points: 10, seconds: 300 },
  /** Codes of an authenticator app; the library also counts wrong ones per account. */
  second_step_address: { points: 30, seconds: 60 },
  /** Password re-entry. */
  password_person: { points: 10, seconds: 300 },
  /** Push subscriptions and test notifications: each test is a request to a push service. */
  push_person: { points: 30, seconds: 300 },
  /** Links in e-mails, and requests for one. */
  link_address: { points: 30, seconds: 60 },
  reset_address: { points: 10, seconds: 3_600 },
  reset_account: { points: 3, seconds: 3_600 },
  /** Invitations send e-mail to strangers. */
  invite_tenant: { points: 100, seconds: 3_600 },
  /** Typing indicators of agents: one per two seconds while they type, in a few tickets. */
  typing_caller: { points: 60, seconds: 60 },
  /** Dry runs: each is a request to the models. */
  try_caller: { points: 20, seconds: 60 },
  /** Agent assist: checks, translations and summaries. A long conversation is translated message by message. */
  aid_caller: { points: 120, seconds: 60 },
  /** Previews of the copilot's context while a message is typed: each is a search. */
  preview_caller: { points: 150, seconds: 60 },
  /** Checks of a customer's page or of the installation: each fetches, opens a stream, or calls a model. */
  check_tenant: { points: 30, seconds: 300 },
  /** Per credential that was valid before. */
  admin_caller: { points: 1_200, seconds: 60 },
  /**
   * Per address, for credentials that this process does not know as valid: each is looked up. A whole office may sign in at the same time
   * in the morning.
   */
  admin_unknown: { points: 300, seconds: 60 },
  admin_refused: { points: 60, seconds: 60 },
} as const satisfies Record<string, RateRule>;

export type RateRuleName = keyof typeof defaultRateRules;
export type RateRules = Record<RateRuleName, RateRule>;

/** Counts calls; throws `rate_limited` with the seconds to wait once a limit is reached. */
export interface RateLimits {
  take(rule: RateRuleName, key: string): Promise<void>;
}

/** For a single process: counts in memory. */
export function createMemoryRateLimits(rules: RateRules = defaultRateRules): RateLimits {
  const limiters = build(
    rules,
    (name, rule) => new RateLimiterMemory({ keyPrefix: name, points: rule.points, duration: rule.seconds }),
  );
  return { take: (rule, key) => take(limiters[rule], key) };
}

/** For several processes: counts in Redis; while Redis is unavailable, each process counts by itself. */
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
type Limiters = Record<RateRuleName, Limiter | null>;

function build(rules: RateRules, make: (name: string, rule: RateRule) => Limiter): Limiters {
  const entries = Object.entries(rules).map(([name, rule]) => [name, rule.points > 0 ? make(name, rule) : null]);
  // The keys of `rules` are exactly the rule names.
  return Object.fromEntries(entries) as Limiters;
}

async function take(limiter: Limiter | null, key: string): Promise<void> {
  if (limiter === null) return;
  try {
    await limiter.consume(key);
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal;
    throw new AppError("rate_limited", "Too many requests. Wait a moment and try again.", {
      retryAfterSeconds: Math.max(1, Math.ceil(refusal.msBeforeNext / 1000)),
    });
  }
}
