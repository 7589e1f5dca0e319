import {
  memoriesErasedSchema,
  memoryChangeSchema,
  memoryListQuerySchema,
  memoryListResponseSchema,
  memorySchema,
  newMemorySchema,
  visitorMemoriesResponseSchema,
  visitorMemoryChangeSchema,
  visitorMemorySchema,
} from "../../../protocol/memories.ts";
import { okResponseSchema } from "../../../protocol/requests.ts";
import type { Operation } from "./operation.ts";

const chat = "/api/v1/chat";
const base = "/api/v1/admin";
const visitor = { tag: "chat", auth: "visitor" } as const;
const desk = { tag: "desk", auth: "agent", role: "agent" } as const;

/** What identified visitors do with what is remembered of them. */
export const visitorMemoryOperations: Operation[] = [
  {
    method: "get",
    path: `${chat}/memories`,
    id: "listOwnMemories",
    summary: "List the visitor's memories",
    description:
      "Lists the facts that the assistant remembers about the visitor, newest first. Only identified visitors have memories. `is_enabled: false` means that the assistant no longer uses them.",
    errors: ["forbidden"],
    ...visitor,
    answer: visitorMemoriesResponseSchema,
  },
  {
    method: "delete",
    path: `${chat}/memories`,
    id: "eraseOwnMemories",
    summary: "Erase all the visitor's memories",
    description: "Permanently deletes all memories of the visitor and returns how many there were.",
    errors: ["forbidden"],
    ...visitor,
    answer: memoriesErasedSchema,
  },
  {
    method: "patch",
    path: `${chat}/memories/:id`,
    id: "correctOwnMemory",
    summary: "Correct a memory as the visitor",
    description:
      "Replaces a memory with the visitor's own words; the previous text is deleted. Secrets and special categories of personal data are rejected.",
    errors: ["forbidden", "conflict"],
    ...visitor,
    body: visitorMemoryChangeSchema,
    answer: visitorMemorySchema,
  },
  {
    method: "delete",
    path: `${chat}/memories/:id`,
    id: "eraseOwnMemory",
    summary: "Erase a memory as the visitor",
    description: "Permanently deletes a memory and the earlier versions that it replaced.",
    errors: ["forbidden"],
    ...visitor,
    answer: okResponseSchema,
  },
];

/** What agents do with what is remembered of visitors. */
export const deskMemoryOperations: Operation[] = [
  {
    method: "get",
    path: `${base}/visitors/:id/memories`,
    id: "listMemories",
    summary: "List a visitor's memories",
    description:
      "Lists a visitor's memories, newest first, with certainty, origin and number of uses. `all=true` includes outdated ones.",
    ...desk,
    query: memoryListQuerySchema,
    answer: memoryListResponseSchema,
  },
  {
    method: "post",
    path: `${base}/visitors/:id/memories`,
    id: "addMemory",
    summary: "Add a memory",
    description:
      "Adds a memory for an identified visitor. Secrets and special categories of personal data are rejected. If the memory exists already, the existing one is returned.",
    errors: ["conflict"],
    status: 201,
    ...desk,
    body: newMemorySchema,
    answer: memorySchema,
  },
  {
    method: "delete",
    path: `${base}/visitors/:id/memories`,
    id: "eraseMemories",
    summary: "Erase all memories of a visitor",
    description: "Permanently deletes all memories of a visitor and returns how many there were.",
    ...desk,
    answer: memoriesErasedSchema,
  },
  {
    method: "patch",
    path: `${base}/memories/:id`,
    id: "changeMemory",
    summary: "Correct a memory",
    description:
      "Replaces the text of a memory; the previous text is deleted. A memory that an agent has corrected counts as certain and does not fade.",
    errors: ["conflict"],
    ...desk,
    body: memoryChangeSchema,
    answer: memorySchema,
  },
  {
    method: "delete",
    path: `${base}/memories/:id`,
    id: "eraseMemory",
    summary: "Erase a memory",
    description: "Permanently deletes a memory and the earlier versions that it replaced.",
    ...desk,
    answer: okResponseSchema,
  },
];
