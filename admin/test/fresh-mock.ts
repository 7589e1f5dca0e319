import { plainAssist } from "./mock-assist.ts";
import { seedCopilot } from "./mock-copilot-conversations.ts";
import { uuid } from "./mock-data.ts";
import { seedGaps } from "./mock-gaps.ts";
import { seedDocuments, seedSets, seedSettings, seedSites } from "./mock-library.ts";
import { seedMemories } from "./mock-memories.ts";
import { seedStaff } from "./mock-people.ts";
import { seedPlayground } from "./mock-playground-runs.ts";
import { seedPrivacy } from "./mock-privacy.ts";
import { seedRelease } from "./mock-release-seed.ts";
import type { Mock, MockState } from "./mock-server.ts";
import { seedSnippets } from "./mock-snippets.ts";
import { seedTickets } from "./mock-tickets.ts";
import { seedTools } from "./mock-tools-seed.ts";
import { seedWebhooks } from "./mock-webhooks.ts";

/** Resets the mock: an admin is signed in, and there is some data of every kind. @param changes overrides for a test file. */
export function freshMock(mock: Mock, changes: Partial<MockState> = {}): void {
  Object.assign(mock, {
    signedIn: true,
    role: "admin",
    tickets: seedTickets(),
    documents: seedDocuments(),
    settings: seedSettings(),
    webhooks: seedWebhooks(),
    tools: seedTools(),
    copilot: seedCopilot(),
    playground: seedPlayground(),
    memories: seedMemories(),
    privacy: seedPrivacy(),
    staff: seedStaff(),
    tenants: [{ id: uuid(1), name: "Example Shop" }],
    secondStep: false,
    ways: { password: true, oidc: null, passkeys: null },
    password: "correct horse",
    snippets: seedSnippets(),
    sites: seedSites(),
    sets: seedSets(),
    gaps: seedGaps(),
    gate: seedRelease(),
    hasVectors: true,
    assist: plainAssist(),
    requests: [],
    ...changes,
  });
  mock.recaps.clear();
  mock.refusals.clear();
  mock.instead.clear();
}
