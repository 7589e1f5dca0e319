import { apiKeysResponseSchema, createKeyRequestSchema, createKeyResponseSchema } from "../admin-people.ts";
import { routes } from "../route.ts";

/** API keys. */
export const keyRoutes = routes(
  { base: "/api/v1/admin", tag: "settings", auth: "agent", role: "admin" },
  {
    listKeys: {
      at: "GET /keys",
      summary: "List API keys",
      description:
        "Lists API keys with their first characters, role and last use. The full key is returned only when it is created.",
      response: apiKeysResponseSchema,
    },
    createKey: {
      at: "POST /keys",
      summary: "Create an API key",
      description:
        "Creates an API key and returns it. The full key is returned only once. `role` sets its rights; `speaks_as` is the display name that visitors see when the key writes in a ticket.",
      body: createKeyRequestSchema,
      example: { name: "Shop", role: "agent", expires_in_days: 90 },
      status: 201,
      response: createKeyResponseSchema,
    },
    revokeKey: {
      at: "DELETE /keys/:id",
      summary: "Revoke an API key",
      description: "Revokes an API key immediately.",
    },
  },
);
