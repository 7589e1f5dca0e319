import type { Settings } from "../../protocol/admin.ts";
import { type Answer, type Call, ok } from "./mock-answers.ts";
import { uuid } from "./mock-data.ts";
import type { Mock } from "./mock-server.ts";

/** The script tag, and the pages that use it. */
export function embed(mock: Mock) {
  return {
    snippet: `<script async src="https://chat.example.com/widget/parley.js" data-tenant="${uuid(1)}"></script>`,
    seen:
      mock.settings.domains.length === 0
        ? []
        : [{ origin: "https://shop.example.com", at: new Date(Date.now() - 240_000).toISOString() }],
  };
}

/** Allowed domains: add and remove. */
export function domains(mock: Mock, { method, body }: Call): Answer {
  const { domain } = body as { domain: string };
  const wanted = `https://${domain.replace("https://", "")}`;
  if (domain === "*")
    return {
      status: 400,
      body: {
        error: { code: "invalid_request", message: '"*" is not a valid domain: it would allow every site.' },
      },
    };
  const others = mock.settings.domains.filter((known) => known !== domain && known !== wanted);
  mock.settings.domains = method === "POST" ? [...others, wanted] : others;
  return ok({ domains: mock.settings.domains });
}

export function settings(mock: Mock, call: Call): Answer {
  if (call.method !== "PATCH") return ok(mock.settings);
  const patch = call.body as Partial<Settings>;
  mock.settings = {
    ...mock.settings,
    ...patch,
    theme: { ...mock.settings.theme, ...patch.theme },
    home: { ...mock.settings.home, ...patch.home },
    form: { ...mock.settings.form, ...patch.form },
    budget: { ...mock.settings.budget, ...patch.budget },
    models: Object.fromEntries(Object.entries({ ...mock.settings.models, ...patch.models }).filter(([, one]) => one)),
  };
  return ok({ ok: true });
}
