import type { Command } from "./command.ts";
import { addressAdd, addressRemove } from "./commands/address.ts";
import { exportCommand, importCommand } from "./commands/archive.ts";
import { askCommand } from "./commands/ask.ts";
import { backupCommand } from "./commands/backup.ts";
import { calibrateCommand } from "./commands/calibrate.ts";
import { doctorCommand } from "./commands/doctor.ts";
import { doctorPage } from "./commands/doctor-page.ts";
import { domainAdd, domainRemove } from "./commands/domain.ts";
import { domainVerify } from "./commands/domain-verify.ts";
import { eraseCommand, eraseReceipts, eraseVerify } from "./commands/erase.ts";
import { evalCommand } from "./commands/eval.ts";
import { keyCreate, keyList, keyRevoke, keyRotate } from "./commands/key.ts";
import { knowledgeList, knowledgeSearch, knowledgeStatus } from "./commands/knowledge.ts";
import { knowledgeAdd } from "./commands/knowledge-add.ts";
import {
  knowledgeDelete,
  knowledgeReindex,
  knowledgeRestore,
  knowledgeVersions,
} from "./commands/knowledge-documents.ts";
import { logCommand } from "./commands/log.ts";
import { memoryAdd, memoryForget, memoryList } from "./commands/memory.ts";
import { peopleInvite, peopleList } from "./commands/people.ts";
import { peopleRemove, peopleReset, peopleRole, peopleUnlink } from "./commands/people-change.ts";
import { retentionRun } from "./commands/retention.ts";
import { siteInspection, siteQuestions, siteTake } from "./commands/site.ts";
import { tenantCreate, tenantList, tenantShow, tenantUpdate } from "./commands/tenant.ts";
import { identityRequire, identityRotate } from "./commands/tenant-identity.ts";
import { tenantDelete, tenantResume, tenantSuspend } from "./commands/tenant-life.ts";
import { toolList } from "./commands/tool.ts";
import { toolAdd, toolDiscover } from "./commands/tool-add.ts";
import { toolCalls, toolTest } from "./commands/tool-call.ts";
import { toolClass, toolRemove } from "./commands/tool-decide.ts";
import { usageCommand } from "./commands/usage.ts";

/** Every command that works on an open installation, by its name. */
export const commands: ReadonlyMap<string, Command> = new Map(
  [
    evalCommand,
    calibrateCommand,
    tenantCreate,
    tenantList,
    tenantShow,
    tenantUpdate,
    identityRotate,
    identityRequire,
    domainAdd,
    domainRemove,
    domainVerify,
    addressAdd,
    addressRemove,
    keyCreate,
    keyList,
    keyRotate,
    keyRevoke,
    peopleInvite,
    peopleList,
    peopleRole,
    peopleRemove,
    peopleReset,
    peopleUnlink,
    siteInspection,
    siteTake,
    siteQuestions,
    knowledgeAdd,
    knowledgeList,
    knowledgeStatus,
    knowledgeSearch,
    knowledgeVersions,
    knowledgeRestore,
    knowledgeReindex,
    knowledgeDelete,
    toolList,
    toolAdd,
    toolDiscover,
    toolClass,
    toolTest,
    toolRemove,
    toolCalls,
    memoryList,
    memoryAdd,
    memoryForget,
    askCommand,
    doctorCommand,
    usageCommand,
    logCommand,
    doctorPage,
    retentionRun,
    backupCommand,
    exportCommand,
    importCommand,
    eraseCommand,
    eraseVerify,
    eraseReceipts,
    tenantSuspend,
    tenantResume,
    tenantDelete,
  ].map((command) => [command.name, command]),
);
