import { startTelling } from "../accounts/people/tell-notices.ts";
import { watchServiceLevels } from "../accounts/tenants/watch-service-levels.ts";
import type { DryRunDeps } from "../assistant/dry-run/ports.ts";
import { runMemoryJob } from "../assistant/memory/remember.ts";
import type { EmailLinks } from "../channels/email/email-links.ts";
import type { WebhookDeps } from "../channels/webhooks/deps.ts";
import { startSending } from "../channels/webhooks/start-sending.ts";
import type { SessionSecret } from "../core/config/config.ts";
import { announce } from "../core/live/announce.ts";
import { namedLogger } from "../core/log.ts";
import type { JobHandler, Queues } from "../core/queues/queues.ts";
import type { KnowledgeDeps } from "../knowledge/documents/deps.ts";
import { knowledgeHandlers } from "../knowledge/documents/handlers.ts";
import { watchRefreshes } from "../knowledge/documents/watch-refreshes.ts";
import type { GapDeps } from "../knowledge/gaps/deps.ts";
import { watchGaps } from "../knowledge/gaps/run-gaps.ts";
import { watchDays } from "../operations/analytics/keep-days.ts";
import type { PurgeCache } from "../operations/jobs/purge-cache.ts";
import { startWorkers } from "../operations/jobs/start-workers.ts";
import type { PrivacyDeps } from "../operations/privacy/deps.ts";
import { watchErasures } from "../operations/privacy/run-erasure.ts";
import { watchRetention } from "../operations/privacy/run-retention.ts";
import { watchAttachments } from "../tickets/attachments/sweep.ts";
import { watchTicketWords } from "../tickets/desk/index-tickets.ts";
import { watchAssignments } from "../tickets/desk/watch-assignments.ts";
import { watchIdle } from "../tickets/turns/end-idle.ts";
import { rememberThread } from "../tickets/turns/remember-thread.ts";
import { emailHandlers, startEmail } from "./email.ts";
import { createRemembering } from "./memory.ts";
import { createPeople } from "./people.ts";
import { releaseHandler } from "./releases.ts";
import type { Resources } from "./resources.ts";

export interface WorkedOn {
  knowledge: KnowledgeDeps;
  queues: Queues;
  purgeCache: PurgeCache;
  turnDeps: Parameters<typeof rememberThread>[0];
  webhooks: WebhookDeps;
  emailLinks: EmailLinks;
  secrets: SessionSecret[];
  gaps: GapDeps;
  dryRuns: DryRunDeps;
  privacy: PrivacyDeps;
}

/** Creates the background work: jobs, recovery of lost work, webhooks. Returns a function that starts it; a second call changes nothing. */
export function createBackgroundWork(resources: Resources, parts: WorkedOn): () => Promise<void> {
  const { db, hub, log, closers, figures } = resources;
  const { knowledge, queues, purgeCache, turnDeps, webhooks, gaps } = parts;
  const remembering = createRemembering(resources, parts);
  let started: Promise<void> | undefined;
  const start = async () => {
    const handlers = {
      ...knowledgeHandlers(knowledge),
      thread: (...[payload, signal]: Parameters<JobHandler>) => rememberThread(turnDeps, payload, signal),
      release_run: releaseHandler(resources, parts),
      memory: (...[payload, signal]: Parameters<JobHandler>) => runMemoryJob(remembering, payload, signal),
      ...emailHandlers(resources, parts.emailLinks),
    };
    const stop = await startWorkers(
      {
        db,
        queues,
        purgeCache,
        watch: (queue, tried) => figures.worked(queue, tried),
        began: (queue) => figures.began(() => `job ${queue}`),
        log: namedLogger(log, "jobs"),
      },
      handlers,
    );
    closers.add(stop);
    closers.add(watchAttachments({ db, log: namedLogger(log, "attachments") }));
    closers.add(watchTicketWords({ db, log: namedLogger(log, "desk") }));
    closers.add(startSending(webhooks));
    closers.add(startEmail(resources, parts.emailLinks));
    closers.add(startTelling({ ...createPeople(resources, parts), log: namedLogger(log, "people") }));
    closers.add(watchDays({ db, log: namedLogger(log, "analytics") }));
    closers.add(watchRetention(parts.privacy));
    closers.add(watchErasures(parts.privacy));
    closers.add(watchGaps(gaps));
    closers.add(watchRefreshes(knowledge));
    closers.add(watchIdle({ db, hub, hasEmail: resources.config.mail !== undefined, log: namedLogger(log, "turns") }));
    closers.add(watchAssignments({ db, hub, log: namedLogger(log, "desk") }));
    closers.add(
      watchServiceLevels({ db, tell: (ticket) => announce(hub, ticket, []), log: namedLogger(log, "tenants") }),
    );
  };
  return () => {
    started ??= start();
    return started;
  };
}
