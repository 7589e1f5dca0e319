import { type Presence, presenceSchema } from "../../../protocol/admin-presence.ts";
import { newId } from "../../core/ids.ts";
import type { HubSubscription, LiveHub } from "../../core/live/hub.ts";

/** Interval of the heartbeat, in ms. A viewer that is silent for 2.5 intervals counts as gone: its process may have died. */
const heartbeatMs = 10_000;

/** A team member who has a ticket open. */
export interface Viewer {
  tenantId: string;
  ticketId: string;
  person: { id: string; name: string };
}

/** The topic on which team members who view a ticket notify each other. No visitor's feed listens to it. */
function viewersTopic({ tenantId, ticketId }: Pick<Viewer, "tenantId" | "ticketId">): string {
  return `parley:${tenantId}:viewers:${ticketId}`;
}

/**
 * Joins the viewers of a ticket: notifies the others, and calls back with their notifications. Presence exists in the hub only. There are
 * no more callbacks after `close`.
 * @param isSilent true: receives presence without appearing in it, for programs. It learns of a viewer at that viewer's next heartbeat.
 */
export async function joinViewers(
  hub: LiveHub,
  viewer: Viewer,
  { isSilent, onPresence }: { isSilent: boolean; onPresence: (presence: Presence) => void },
): Promise<HubSubscription> {
  const session = newId();
  const say = (state: Presence["state"]) => (isSilent ? Promise.resolve() : tell(hub, viewer, { session, state }));
  const subscription = await hub.listen(viewersTopic(viewer), (text) => {
    const presence = readPresence(text);
    if (!presence || presence.session === session) return;
    if (presence.state === "hello") void say("here");
    onPresence(presence);
  });
  const heartbeat = setInterval(() => void say("here"), heartbeatMs);
  heartbeat.unref();
  await say("hello");
  return {
    async close() {
      clearInterval(heartbeat);
      await subscription.close();
      await say("left");
    },
  };
}

/** Notifies a ticket's viewers that an agent is typing, or has stopped. */
export async function publishViewers(hub: LiveHub, viewer: Viewer, { over }: { over: boolean }): Promise<void> {
  // This session belongs to no page: readers identify the agent by `person`.
  await tell(hub, viewer, { session: `writes:${viewer.person.id}`, state: over ? "rests" : "typing" });
}

async function tell(
  hub: LiveHub,
  viewer: Viewer,
  { session, state }: Pick<Presence, "session" | "state">,
): Promise<void> {
  const presence: Presence = { type: "presence", session, person: viewer.person, state };
  await hub.notify(viewersTopic(viewer), JSON.stringify(presence));
}

/** Null for a format that another version may have written; the caller ignores it. */
function readPresence(text: string): Presence | null {
  try {
    return presenceSchema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}
