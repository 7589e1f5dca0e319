import type { HealthReport, PageReport } from "../../protocol/admin-doctor.ts";
import { type Answer, type Call, ok } from "./mock-answers.ts";

/** Results of page checks and health checks. */
export function doctorRoute(path: string, { body }: Call): Answer | undefined {
  if (path === "/admin/health-check") return ok(healthReport());
  if (path !== "/admin/page-check") return undefined;
  const { url } = body as { url: string };
  if (url.startsWith("ftp:"))
    return {
      status: 400,
      body: { error: { code: "invalid_request", message: "The URL must begin with http:// or https://." } },
    };
  return ok(reportOf(url));
}

function reportOf(url: string): PageReport {
  return {
    ok: false,
    url,
    checks: [
      { name: "page", status: "ok", detail: `${url} returns status 200.` },
      { name: "allowed domain", status: "ok", detail: "https://shop.example.com is allowed." },
      {
        name: "content security policy: connect-src",
        status: "failed",
        detail: "default-src in the header blocks the chat's API calls (https://chat.example.com).",
        mend: "Change this directive in the Content-Security-Policy header",
        line: "connect-src 'self' https://chat.example.com",
      },
      {
        name: "live",
        status: "warning",
        detail: "No chat was opened on https://shop.example.com in the last 7 days.",
        mend: "Open the page, click the chat button, then check again",
      },
      {
        name: "stream",
        status: "ok",
        detail: "First byte after 41 ms, 3 events after 3, 2, 2 ms. Answers are not delayed.",
      },
    ],
  };
}

function healthReport(): HealthReport {
  return {
    ok: false,
    checked_at: new Date().toISOString(),
    checks: [
      { name: "your site", status: "ok", detail: "chats were opened in the last 7 days" },
      { name: "library", status: "ok", detail: "124 passages searchable" },
      {
        name: "model",
        status: "failed",
        detail: "openai gpt-4o (generate, grade): the provider refused the request (401).",
        mend: "Ask your Parley operator to run parley doctor",
      },
      { name: "live updates", status: "ok", detail: "answers and changes appear immediately" },
      {
        name: "certificate",
        status: "warning",
        detail: "It expires on 2026-12-04, in 9 days.",
        mend: "Ask your Parley operator to run parley doctor",
      },
      { name: "e-mail", status: "not_set", detail: "Not set up. Set SMTP_URL to send e-mail." },
    ],
  };
}
