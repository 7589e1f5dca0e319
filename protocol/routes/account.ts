import { z } from "zod";
import {
  changePasswordRequestSchema,
  changeProfileRequestSchema,
  pictureRequestSchema,
  profileSchema,
  switchTenantRequestSchema,
} from "../account.ts";
import { meResponseSchema } from "../admin.ts";
import { changePresenceRequestSchema, ownPresenceSchema, presenceRequestSchema } from "../assignment.ts";
import {
  changeNoticeRulesRequestSchema,
  noticeRulesResponseSchema,
  pushDeviceResponseSchema,
  pushKeyResponseSchema,
  savePushDeviceRequestSchema,
} from "../notices.ts";
import { exampleId, routes } from "../route.ts";

/** The caller's own account. */
export const accountRoutes = routes(
  { base: "/api/v1/admin", tag: "people", auth: "person" },
  {
    readCaller: {
      at: "GET /me",
      tag: "desk",
      auth: "agent",
      summary: "Get the caller",
      description:
        "Returns the person or API key that the credentials belong to, its tenant and role, and for people their other tenants.",
      response: meResponseSchema,
    },
    readProfile: {
      at: "GET /me/profile",
      summary: "Get your account and active sessions",
      description: "Returns the caller's account: names, picture, two-factor status, passkeys and active sessions.",
      response: profileSchema,
    },
    changeProfile: {
      at: "PATCH /me/profile",
      summary: "Change your name and display name",
      description:
        "Changes the caller's name and `shown_as`, the display name that visitors see. Set `shown_as` to null to show the name itself.",
      body: changeProfileRequestSchema,
      example: { shown_as: "Ada" },
      response: profileSchema,
    },
    readNotices: {
      at: "GET /me/notifications",
      summary: "Get your notification settings",
      description:
        "Returns the caller's e-mail and browser notification settings, and whether a mail server is configured.",
      response: noticeRulesResponseSchema,
    },
    changeNotices: {
      at: "PATCH /me/notifications",
      summary: "Change your notification settings",
      description: "Changes the caller's notification settings. Settings that you leave out stay the same.",
      body: changeNoticeRulesRequestSchema,
      example: { digest: true },
      response: noticeRulesResponseSchema,
    },
    readPushKey: {
      at: "GET /me/push",
      summary: "Get the key for push notifications",
      description: "Returns the server's public key, which a browser needs to subscribe to push notifications.",
      response: pushKeyResponseSchema,
    },
    savePushDevice: {
      at: "POST /me/push",
      summary: "Notify this device",
      description:
        "Stores a browser's push subscription. The device is notified until the session ends or the device is removed. The same subscription again keeps its id.",
      body: savePushDeviceRequestSchema,
      example: {
        endpoint: "https://push.example.com/send/1",
        keys: { p256dh: "BNcRdreALRFX", auth: "tBHItJI5svbp" },
        push_key: "BP4zq1kQ",
      },
      response: pushDeviceResponseSchema,
    },
    deletePushDevice: {
      at: "DELETE /me/push/:id",
      summary: "Stop notifying a device",
      description: "Removes a push subscription of the caller.",
    },
    testPushDevice: {
      at: "POST /me/push/:id/test",
      summary: "Send a test notification to a device",
      description: "Sends a test notification to one of the caller's devices.",
      errors: ["conflict"],
    },
    sayPresent: {
      at: "POST /me/presence",
      summary: "Report that the console is open or closing",
      description:
        "The console calls this every minute while it is open, and with `here: false` when it closes. Automatic assignment gives new tickets only to people who are present.",
      body: presenceRequestSchema,
      example: { here: true },
      response: ownPresenceSchema,
    },
    changePresence: {
      at: "PATCH /me/presence",
      summary: "Set yourself away or back",
      description:
        "Marks the caller as away, until `until` if given, or as back. Automatic assignment skips people who are away.",
      body: changePresenceRequestSchema,
      example: { away: true },
      response: ownPresenceSchema,
    },
    savePicture: {
      at: "POST /me/picture",
      summary: "Upload your picture",
      description: "Sets the caller's picture: a base64-encoded PNG or WebP of at most 256 × 256 pixels and 64 KB.",
      body: pictureRequestSchema,
      example: { type: "image/png", data: "iVBORw0KGgo=" },
      response: z.object({ picture: z.string() }),
    },
    deletePicture: {
      at: "DELETE /me/picture",
      summary: "Delete your picture",
      description: "Deletes the caller's picture. Their initials are shown instead.",
    },
    changePassword: {
      at: "POST /me/password",
      summary: "Change your password and sign out everywhere else",
      description: "Changes the caller's password and ends all their other sessions.",
      errors: ["invalid_credentials"],
      body: changePasswordRequestSchema,
      example: { current: "the one before", password: "correct horse battery staple" },
    },
    endOtherSessions: {
      at: "DELETE /me/sessions",
      summary: "Sign out everywhere else",
      description: "Ends all sessions of the caller except this one, and returns how many ended.",
      response: z.object({ ended: z.number().int() }),
    },
    endOwnSession: {
      at: "DELETE /me/sessions/:id",
      summary: "End one of your sessions",
      description: "Signs the caller out on one device.",
    },
    switchTenant: {
      at: "POST /me/tenant",
      summary: "Switch to another of your tenants",
      description:
        "Switches the session to another of the caller's tenants. Pages opened for the previous tenant then get `tenant_changed`.",
      body: switchTenantRequestSchema,
      example: { tenant_id: exampleId("6") },
    },
  },
);
