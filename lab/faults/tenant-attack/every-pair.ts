import type { Operation } from "./operations.ts";
import type { Credential } from "./world.ts";

/**
 * Every route with every credential, a round of all routes after the other: those that may most go first, with each route in its own round, all
 * others by turns. So a few rounds show each route those who get furthest into it, and each credential to many routes.
 */
export function everyPair(
  operations: readonly Operation[],
  credentials: readonly Credential[],
): { operation: Operation; credential: Credential }[] {
  const mayMost = credentials.filter(({ name }) => name.endsWith(" admin"));
  const others = credentials.filter((credential) => !mayMost.includes(credential));
  const inTurn = (operation: Operation, place: number, round: number) => {
    const credential = others[(place + round) % others.length];
    return credential ? [{ operation, credential }] : [];
  };
  return [
    ...mayMost.flatMap((credential) => operations.map((operation) => ({ operation, credential }))),
    ...others.flatMap((_other, round) => operations.flatMap((operation, place) => inTurn(operation, place, round))),
  ];
}
