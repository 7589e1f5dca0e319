import { type Presence, presenceSchema } from "../../../protocol/admin-presence.ts";
import { newId } from "../../core/ids.ts";
import type { HubSubscription, LiveHub } from "../../core/live/hub.ts";

/** Who says nothing for two and a half of these is taken for gone: its process may have died. */
const heartbeatMs = 10_000;

/** A ticket and who of the team has it open. */
export interface Viewer {
  tenantId: string;
  ticketId: string;
  person: { id: string; name: string };
}

/** The topic on which a ticket's readers of the team hear of each other; no feed of a visitor listens to it. */
function viewersTopic({ tenantId, ticketId }: Pick<Viewer, "tenantId" | "ticketId">): string {
  return `parley:${tenantId}:lookers:${ticketId}`;
}

/**
 * Joins those who have a ticket open: tells the others, and calls back with what they say. It lives in the hub alone, and says nothing any
 * more once it is closed.
 * @param isSilent true: hears the others and is not told of, as a program; it learns of them as they say again that they are there.
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

/** Tells a ticket's readers of the team that somebody writes in it, or has stopped. */
export async function publishViewers(hub: LiveHub, viewer: Viewer, { over }: { over: boolean }): Promise<void> {
  // Of no page of its own: whoever reads it goes by the person.
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

/** Null for what another version may have written: it is passed over. */
function readPresence(text: string): Presence | null {
  try {
    return presenceSchema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}
