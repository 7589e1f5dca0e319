import { watchDays } from "../analytics/watch-days.ts";
import { watchAttachments } from "../attachments/sweep.ts";
import type { DatalifeDeps } from "../datalife/deps.ts";
import { watchErasures } from "../datalife/watch-erasures.ts";
import { watchRetention } from "../datalife/watch-retention.ts";
import { watchGiving } from "../desk/watch-giving.ts";
import { watchTicketWords } from "../desk/word-tickets.ts";
import type { GapDeps } from "../gaps/deps.ts";
import { watchGaps } from "../gaps/watch-gaps.ts";
import type { PurgeCache } from "../jobs/purge-cache.ts";
import type { JobHandler, Queues } from "../jobs/queues.ts";
import { startWorkers } from "../jobs/start-workers.ts";
import type { KnowledgeDeps } from "../knowledge/deps.ts";
import { knowledgeHandlers } from "../knowledge/handlers.ts";
import { watchRefreshes } from "../knowledge/watch-refreshes.ts";
import { announce } from "../live/announce.ts";
import { roomLogger } from "../log.ts";
import type { MailLinks } from "../mail/mail-links.ts";
import { runMemoryJob } from "../memory/remember.ts";
import { startTelling } from "../people/tell-notices.ts";
import { watchServiceLevels } from "../tenants/watch-service-levels.ts";
import type { TrialDeps } from "../trials/ports.ts";
import { watchIdle } from "../turns/end-idle.ts";
import { rememberThread } from "../turns/remember-thread.ts";
import type { WebhookDeps } from "../webhooks/deps.ts";
import { startSending } from "../webhooks/start-sending.ts";
import { gateHandler } from "./gate.ts";
import { mailHandlers, startMail } from "./mail.ts";
import { createRemembering } from "./memory.ts";
import { createPeople } from "./people.ts";
import type { Resources } from "./resources.ts";

export interface WorkedOn {
  knowledge: KnowledgeDeps;
  queues: Queues;
  purgeCache: PurgeCache;
  turnDeps: Parameters<typeof rememberThread>[0];
  webhooks: WebhookDeps;
  mailLinks: MailLinks;
  gaps: GapDeps;
  trials: TrialDeps;
  datalife: DatalifeDeps;
}

/** What is done behind the answers: jobs, what others left behind, webhooks. Gives what starts it; a second call changes nothing. */
export function createBackgroundWork(resources: Resources, parts: WorkedOn): () => Promise<void> {
  const { db, hub, log, closers, figures } = resources;
  const { knowledge, queues, purgeCache, turnDeps, webhooks, gaps } = parts;
  const remembering = createRemembering(resources, parts);
  let started: Promise<void> | undefined;
  const start = async () => {
    const handlers = {
      ...knowledgeHandlers(knowledge),
      thread: (...[payload, signal]: Parameters<JobHandler>) => rememberThread(turnDeps, payload, signal),
      gate: gateHandler(resources, parts),
      memory: (...[payload, signal]: Parameters<JobHandler>) => runMemoryJob(remembering, payload, signal),
      ...mailHandlers(resources, parts.mailLinks),
    };
    const stop = await startWorkers(
      {
        db,
        queues,
        purgeCache,
        watch: (queue, tried) => figures.worked(queue, tried),
        began: (queue) => figures.began(() => `job ${queue}`),
        log: roomLogger(log, "jobs"),
      },
      handlers,
    );
    closers.add(stop);
    closers.add(watchAttachments({ db, log: roomLogger(log, "attachments") }));
    closers.add(watchTicketWords({ db, log: roomLogger(log, "desk") }));
    closers.add(startSending(webhooks));
    closers.add(startMail(resources, parts.mailLinks));
    closers.add(startTelling({ ...createPeople(resources, queues), log: roomLogger(log, "people") }));
    closers.add(watchDays({ db, log: roomLogger(log, "analytics") }));
    closers.add(watchRetention(parts.datalife));
    closers.add(watchErasures(parts.datalife));
    closers.add(watchGaps(gaps));
    closers.add(watchRefreshes(knowledge));
    closers.add(watchIdle({ db, hub, hasMail: resources.config.mail !== undefined, log: roomLogger(log, "turns") }));
    closers.add(watchGiving({ db, hub, log: roomLogger(log, "desk") }));
    closers.add(
      watchServiceLevels({ db, tell: (ticket) => announce(hub, ticket, []), log: roomLogger(log, "tenants") }),
    );
  };
  return () => {
    started ??= start();
    return started;
  };
}
