import { visitorIdSchema } from "../ids.ts";
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
} from "../memories.ts";
import { routes } from "../route.ts";

/** An identified visitor's access to the assistant's memories of them. */
export const visitorMemoryRoutes = routes(
  { base: "/api/v1/chat", tag: "chat", auth: "visitor" },
  {
    listOwnMemories: {
      at: "GET /memories",
      summary: "List the visitor's memories",
      description:
        "Lists the facts that the assistant remembers about the visitor, newest first. Only identified visitors have memories. `is_enabled: false` means that the assistant no longer uses them.",
      errors: ["forbidden"],
      response: visitorMemoriesResponseSchema,
    },
    eraseOwnMemories: {
      at: "DELETE /memories",
      summary: "Erase all the visitor's memories",
      description: "Permanently deletes all memories of the visitor and returns how many there were.",
      errors: ["forbidden"],
      response: memoriesErasedSchema,
    },
    correctOwnMemory: {
      at: "PATCH /memories/:id",
      summary: "Correct a memory as the visitor",
      description:
        "Replaces a memory with the visitor's own words; the previous text is deleted. Secrets and special categories of personal data are rejected.",
      errors: ["forbidden", "conflict"],
      body: visitorMemoryChangeSchema,
      example: { content: "Plan: Team" },
      response: visitorMemorySchema,
    },
    eraseOwnMemory: {
      at: "DELETE /memories/:id",
      summary: "Erase a memory as the visitor",
      description: "Permanently deletes a memory and the earlier versions that it replaced.",
      errors: ["forbidden"],
    },
  },
);

/** Agents' access to a visitor's memories. */
export const memoryRoutes = routes(
  { base: "/api/v1/admin", tag: "desk", auth: "agent", role: "agent" },
  {
    listMemories: {
      at: "GET /visitors/:id/memories",
      params: { id: visitorIdSchema },
      summary: "List a visitor's memories",
      description:
        "Lists a visitor's memories, newest first, with certainty, origin and number of uses. `all=true` includes outdated ones.",
      query: memoryListQuerySchema,
      response: memoryListResponseSchema,
    },
    addMemory: {
      at: "POST /visitors/:id/memories",
      params: { id: visitorIdSchema },
      summary: "Add a memory",
      description:
        "Adds a memory for an identified visitor. Secrets and special categories of personal data are rejected. If the memory exists already, the existing one is returned.",
      errors: ["conflict"],
      body: newMemorySchema,
      example: { content: "Two warehouses, in Leipzig and Graz", type: "fact" },
      status: 201,
      response: memorySchema,
    },
    eraseMemories: {
      at: "DELETE /visitors/:id/memories",
      params: { id: visitorIdSchema },
      summary: "Erase all memories of a visitor",
      description: "Permanently deletes all memories of a visitor and returns how many there were.",
      response: memoriesErasedSchema,
    },
    changeMemory: {
      at: "PATCH /memories/:id",
      summary: "Correct a memory",
      description:
        "Replaces the text of a memory; the previous text is deleted. A memory that an agent has corrected counts as certain and does not fade.",
      errors: ["conflict"],
      body: memoryChangeSchema,
      example: { content: "Three warehouses" },
      response: memorySchema,
    },
    eraseMemory: {
      at: "DELETE /memories/:id",
      summary: "Erase a memory",
      description: "Permanently deletes a memory and the earlier versions that it replaced.",
    },
  },
);
