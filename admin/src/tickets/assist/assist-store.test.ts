import { expect, it } from "vitest";
import type { Recap, TicketAssist } from "../../../../protocol/agent-assist.ts";
import { agentAssistRoutes } from "../../../../protocol/routes/agent-assist.ts";
import { fakeCall } from "../../../test/fake-call.ts";
import type { Api } from "../../api.ts";
import { assistOf } from "./assist-store.ts";

const recap: Recap = {
  asked: "Whether money comes back.",
  tried: "A draft.",
  open: "When?",
  writer: "rules",
  created_at: "2026-11-27T05:00:00.000Z",
  is_stale: false,
};

it("a summary stays when what was read before it was made arrives after it", async () => {
  let arrive: (read: TicketAssist) => void = () => {};
  const read = new Promise<TicketAssist>((resolve) => {
    arrive = resolve;
  });
  const call = fakeCall(agentAssistRoutes, {
    summarizeTicket: () => Promise.resolve(recap),
    readTicketAssist: () => read,
  });
  const store = assistOf({ call } as Api, "ticket"); // all that it asks
  const loading = store.load();
  await store.sumUp();
  arrive({ spoken: "de", translation: "none", translations: [], recap: null });
  await loading;
  expect(store.assist.value).toMatchObject({ spoken: "de", recap });
});
