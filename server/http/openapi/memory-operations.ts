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
    summary: "What is remembered of the visitor",
    description:
      "Lists what is remembered of the visitor, newest first. Only for identified visitors; of others nothing is remembered. `is_enabled: false` means that nothing of it is used any more.",
    errors: ["forbidden"],
    ...visitor,
    answer: visitorMemoriesResponseSchema,
  },
  {
    method: "delete",
    path: `${chat}/memories`,
    id: "eraseOwnMemories",
    summary: "Erase all that is remembered of the visitor",
    description: "Erases everything that is remembered of the visitor, for good, and says how much it was.",
    errors: ["forbidden"],
    ...visitor,
    answer: memoriesErasedSchema,
  },
  {
    method: "patch",
    path: `${chat}/memories/:id`,
    id: "correctOwnMemory",
    summary: "The visitor says how it really is",
    description:
      "Puts the visitor's words in the place of what is remembered; what was wrong is gone. Secrets and special categories of personal data are refused.",
    errors: ["forbidden", "conflict"],
    ...visitor,
    body: visitorMemoryChangeSchema,
    answer: visitorMemorySchema,
  },
  {
    method: "delete",
    path: `${chat}/memories/:id`,
    id: "eraseOwnMemory",
    summary: "Erase something that is remembered of the visitor",
    description: "Erases it for good, together with what it once took the place of.",
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
    summary: "What is remembered of a visitor",
    description:
      "Lists what is remembered of a visitor, newest first, with how sure it is, where it was said and how often it was used. `all=true` also lists what does not hold any more.",
    ...desk,
    query: memoryListQuerySchema,
    answer: memoryListResponseSchema,
  },
  {
    method: "post",
    path: `${base}/visitors/:id/memories`,
    id: "addMemory",
    summary: "Have something remembered of a visitor",
    description:
      "Has something remembered of an identified visitor. Secrets and special categories of personal data are refused. What is remembered already is given back.",
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
    summary: "Erase all that is remembered of a visitor",
    description: "Erases everything that is remembered of a visitor, for good, and says how much it was.",
    ...desk,
    answer: memoriesErasedSchema,
  },
  {
    method: "patch",
    path: `${base}/memories/:id`,
    id: "changeMemory",
    summary: "Correct something that is remembered",
    description: "Corrects it in its place; what was wrong is gone. What an agent says is sure and does not fade.",
    errors: ["conflict"],
    ...desk,
    body: memoryChangeSchema,
    answer: memorySchema,
  },
  {
    method: "delete",
    path: `${base}/memories/:id`,
    id: "eraseMemory",
    summary: "Erase something that is remembered",
    description: "Erases it for good, together with what it once took the place of.",
    ...desk,
    answer: okResponseSchema,
  },
];
