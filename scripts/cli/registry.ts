import type { Command } from "./command.ts";
import * as address from "./commands/address.ts";
import * as archive from "./commands/archive.ts";
import * as ask from "./commands/ask.ts";
import * as backup from "./commands/backup.ts";
import * as calibrate from "./commands/calibrate.ts";
import * as doctor from "./commands/doctor.ts";
import * as doctorPage from "./commands/doctor-page.ts";
import * as domain from "./commands/domain.ts";
import * as domainVerify from "./commands/domain-verify.ts";
import * as erase from "./commands/erase.ts";
import * as evaluation from "./commands/eval.ts";
import * as key from "./commands/key.ts";
import * as knowledge from "./commands/knowledge.ts";
import * as knowledgeAdd from "./commands/knowledge-add.ts";
import * as knowledgeDocuments from "./commands/knowledge-documents.ts";
import * as log from "./commands/log.ts";
import * as memory from "./commands/memory.ts";
import * as people from "./commands/people.ts";
import * as peopleChange from "./commands/people-change.ts";
import * as retention from "./commands/retention.ts";
import * as site from "./commands/site.ts";
import * as tenant from "./commands/tenant.ts";
import * as tenantIdentity from "./commands/tenant-identity.ts";
import * as tenantLife from "./commands/tenant-life.ts";
import * as tool from "./commands/tool.ts";
import * as toolAdd from "./commands/tool-add.ts";
import * as toolCall from "./commands/tool-call.ts";
import * as toolDecide from "./commands/tool-decide.ts";
import * as usage from "./commands/usage.ts";

const modules = [
  ...[address, archive, ask, backup, calibrate, doctor, doctorPage],
  ...[domain, domainVerify, erase, evaluation, key, knowledge, knowledgeAdd],
  ...[knowledgeDocuments, log, memory, people, peopleChange, retention, site],
  ...[tenant, tenantIdentity, tenantLife, tool, toolAdd, toolCall, toolDecide],
  ...[usage],
];

/** Every command that works on an open installation, by its name: the commands that the modules above export. */
export const commands: ReadonlyMap<string, Command> = new Map(
  modules.flatMap((module) =>
    Object.values<unknown>(module).flatMap((value) => (isCommand(value) ? [[value.name, value] as const] : [])),
  ),
);

/** The modules also export functions, and those have no `run`. */
function isCommand(value: unknown): value is Command {
  return typeof value === "object" && value !== null && "run" in value;
}
