import { z } from "zod";
import { type Memory, type MemoryListResponse, memoryTypeSchema, newMemorySchema } from "../../../protocol/memories.ts";
import { operator } from "../../../server/accounts/tenants/deps.ts";
import { addMemory, eraseMemories, eraseMemory, readMemories } from "../../../server/assistant/memory/desk-memories.ts";
import { visitorNamed } from "../../../server/assistant/memory/name-visitor.ts";
import { AppError } from "../../../server/core/errors.ts";
import { defineTenantCommand } from "../command.ts";
import { nameVisitor } from "../name-visitor.ts";
import { toTime } from "../to-time.ts";

export const memoryList = defineTenantCommand({
  name: "memory list",
  args: z.strictObject({ visitor: z.string(), tenant: z.string(), all: z.boolean() }),
  run: async (ctx, { visitor, tenantId, all }): Promise<MemoryListResponse> => {
    const { memory } = ctx.http;
    const visitorId = await visitorNamed(memory, tenantId, nameVisitor(visitor));
    return readMemories(memory, { tenantId, visitorId }, { all });
  },
  render: ({ is_enabled, is_identified, items }) =>
    [
      ...(is_enabled
        ? []
        : ["Memory is off for this tenant. New facts are not stored, and existing memories are not used."]),
      ...(is_identified ? [] : ["This visitor is not verified, so the assistant remembers nothing about them."]),
      ...items.map(renderMemory),
      ...(items.length === 0 ? ["No memories."] : []),
    ].join("\n"),
});

export const memoryAdd = defineTenantCommand({
  name: "memory add",
  args: z.strictObject({
    visitor: z.string(),
    content: z.string(),
    tenant: z.string(),
    type: memoryTypeSchema,
    until: z.string().optional(),
  }),
  run: async (ctx, { visitor, content, tenantId, type, until }): Promise<{ memory: Memory }> => {
    const valid_until = until === undefined ? null : toTime("--until", until);
    const given = newMemorySchema.parse({ content, type, valid_until });
    const { memory } = ctx.http;
    const visitorId = await visitorNamed(memory, tenantId, nameVisitor(visitor));
    return { memory: await addMemory(memory, { tenantId, actor: operator }, { ...given, visitorId }) };
  },
  render: ({ memory }) => `Remembered:\n${renderMemory(memory)}`,
});

export const memoryForget = defineTenantCommand({
  name: "memory forget",
  args: z
    .strictObject({ memory: z.string().optional(), visitor: z.string().optional(), tenant: z.string() })
    .refine(({ memory, visitor }) => (memory === undefined) !== (visitor === undefined), {
      message: "specify either one memory by its ID, or --visitor to forget all memories of a visitor",
    }),
  run: async (ctx, { memory: id, visitor, tenantId }): Promise<{ erased: number }> => {
    const { memory } = ctx.http;
    const caller = { tenantId, actor: operator };
    if (visitor !== undefined)
      return eraseMemories(memory, caller, await visitorNamed(memory, tenantId, nameVisitor(visitor)));
    if (!z.uuid().safeParse(id).success)
      throw new AppError("invalid_request", `${id} is not a memory ID. List memories with: parley memory list`);
    await eraseMemory(memory, caller, id ?? "");
    return { erased: 1 };
  },
  render: ({ erased }) => `Erased ${erased} ${erased === 1 ? "memory" : "memories"}. This cannot be undone.`,
});

function renderMemory({ id, type, origin, confidence, content, source, invalidated_at }: Memory): string {
  const from = source.ticket ? `, ticket #${source.ticket.number}` : "";
  const over = invalidated_at === null ? "" : `, not valid since ${invalidated_at.slice(0, 10)}`;
  return `${id}  ${type.padEnd(10)}  ${content}  (${origin}${from}, ${confidence}${over})`;
}
