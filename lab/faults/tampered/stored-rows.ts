import { createHash, randomUUID } from "node:crypto";
import { openSession, origin } from "../../bench/parley.ts";
import { type Attempt, anotherBooking, answer, ask, type Card, decide, type Kind, type TamperWorld } from "./world.ts";

const set = "update confirmations set";
const changedArguments = (card: Card) => JSON.stringify({ booking: anotherBooking(card) });

/** Changes the pending card in the database, and approves it. */
function changedCard(name: string, change: (world: TamperWorld, card: Card) => Promise<unknown>): Kind {
  return {
    name,
    async attempt(world) {
      const card = await ask(world);
      await change(world, card);
      await answer(world, card);
      return { bookings: [card.booking, anotherBooking(card)] };
    },
  };
}

/** Changes an executed card, so that it would be executed again. */
function madeAgain(name: string, again: (world: TamperWorld, card: Card) => Promise<unknown>): Kind {
  return {
    name,
    async attempt(world) {
      const card = await ask(world);
      await answer(world, card);
      await again(world, card);
      return { bookings: [card.booking, anotherBooking(card)], approved: 1 };
    },
  };
}

async function copyOf(world: TamperWorld, card: Card): Promise<Attempt> {
  const id = randomUUID();
  await world.change(
    `insert into confirmations (tenant_id, id, ticket_id, visitor_id, turn_id, connection_id, tool_id, connection_name, tool_name, title,
                                description, arguments, arguments_hash, fields, question, calls, approval, expires_at)
     select tenant_id, $2, ticket_id, visitor_id, turn_id, connection_id, tool_id, connection_name, tool_name, title,
            description, arguments, arguments_hash, fields, question, calls, approval, now() + interval '5 minutes'
       from confirmations where id = $1`,
    [card.confirmationId, id],
  );
  await world.change("update tickets set pending_confirmation = $2 where id = $1", [card.session.ticketId, id]);
  await answer(world, card, { id });
  return { bookings: [] };
}

async function pendingAgain(world: TamperWorld, card: Card): Promise<void> {
  await world.change(
    `${set} status = 'pending', visitor_approved = null, visitor_at = null, decided_at = null, decided_by = null, answer_turn_id = null
      where id = $1`,
    [card.confirmationId],
  );
  await world.change("update tickets set pending_confirmation = $2 where id = $1", [
    card.session.ticketId,
    card.confirmationId,
  ]);
  await answer(world, card);
}

async function movedToAnother(world: TamperWorld): Promise<Attempt> {
  const card = await ask(world);
  const thief = await openSession(world.api, world.shop.tenantId, origin);
  const { confirmationId, session } = card;
  const { ticketId } = thief;
  await world.change("update tickets set pending_confirmation = null where id = $1", [session.ticketId]);
  await world.change(
    `${set} ticket_id = $2, visitor_id = (select visitor_id from tickets where id = $2) where id = $1`,
    [confirmationId, ticketId],
  );
  await world.change("update tickets set pending_confirmation = $2 where id = $1", [ticketId, confirmationId]);
  await answer(world, card, { session: thief });
  return { bookings: [card.booking] };
}

async function otherApprover(world: TamperWorld): Promise<Attempt> {
  const card = await ask(world, "agent");
  await world.change(`${set} approval = 'visitor' where id = $1`, [card.confirmationId]);
  await answer(world, card);
  await decide(world, card, { key: world.keys.agent });
  return { bookings: [card.booking] };
}

async function sealOfAnother(world: TamperWorld, card: Card): Promise<void> {
  const second = await ask(world);
  await world.change(
    `${set} (arguments, arguments_hash) = (select arguments, arguments_hash from confirmations where id = $2) where id = $1`,
    [card.confirmationId, second.confirmationId],
  );
}

/** Attacks by a person who can write to the database between the card and the call, but does not have the server's secret. */
export const storedRows: Kind[] = [
  changedCard("stored arguments changed", (world, card) =>
    world.change(`${set} arguments = $2 where id = $1`, [card.confirmationId, changedArguments(card)]),
  ),
  changedCard("stored arguments and hash changed", (world, card) =>
    world.change(`${set} arguments = $2, arguments_hash = $3 where id = $1`, [
      card.confirmationId,
      changedArguments(card),
      createHash("sha256").update(changedArguments(card)).digest("hex"),
    ]),
  ),
  changedCard("arguments and seal of another card", sealOfAnother),
  changedCard("stored tool changed", (world, card) =>
    world.change(`${set} tool_id = (select id from tools where approval = 'both' limit 1) where id = $1`, [
      card.confirmationId,
    ]),
  ),
  changedCard("stored as approved, nobody said yes", (world, card) =>
    world.change(
      `${set} status = 'approved', visitor_approved = true, decided_at = now(), decided_by = 'visitor', answer_turn_id = turn_id where id = $1`,
      [card.confirmationId],
    ),
  ),
  { name: "card moved to another visitor's ticket", attempt: movedToAnother },
  { name: "who has to agree changed", attempt: otherApprover },
  madeAgain("copy of a card that was carried out", copyOf),
  madeAgain("carried out, set back to pending", pendingAgain),
];
