/**
 * A line of a made-up policy, a reply that contradicts it and one that agrees, by ` | `. The sign in front tells what the line does to a customer:
 * `-` it binds, costs or forbids (the reply against it is too kind), `+` it allows or gives (that reply is too strict), `=` neither.
 */
export type PairRows = Record<string, string>;
