import { lookup } from "node:dns/promises";
import type { LookupFunction } from "node:net";
import { isLoopbackAddress, isPublicAddress } from "./public-address.ts";

export interface ResolvedAddress {
  address: string;
  family: number;
}

/** How names become addresses and which of them may be connected. What tenants name is fetched from the public network alone. */
export interface Network {
  resolve(host: string): Promise<ResolvedAddress[]>;
  isAllowedAddress(address: string): boolean;
}

export const publicNetwork: Network = {
  resolve: (host) => lookup(host, { all: true, verbatim: true }),
  isAllowedAddress: isPublicAddress,
};

/** For a server on somebody's own machine (its address is `localhost`), whose pages are there too. */
export const publicOrOwnMachine: Network = {
  ...publicNetwork,
  isAllowedAddress: (address) => isPublicAddress(address) || isLoopbackAddress(address),
};

/** For the operator at the command line, who can reach all of it anyway. */
export const everyNetwork: Network = { ...publicNetwork, isAllowedAddress: () => true };

/** The host has no address, or one that may not be connected. */
export class RefusedHost extends Error {
  constructor(host: string, cause?: unknown) {
    super(`no public address: ${host}`, cause === undefined ? undefined : { cause });
    this.name = "RefusedHost";
  }
}

/**
 * The look-up that a connection makes itself, so that the address that was checked is the one that is connected: a
 * second look-up, which could give another answer, does not happen. One refused address refuses the host.
 */
export function guardedLookup(network: Network): LookupFunction {
  return (host, options, callback) => {
    resolveChecked(host, network).then(
      (addresses) => {
        const [first] = addresses;
        if (options.all) callback(null, addresses);
        else callback(null, first?.address ?? "", first?.family);
      },
      (error: Error) => callback(error, ""),
    );
  };
}

async function resolveChecked(host: string, network: Network): Promise<ResolvedAddress[]> {
  const addresses = await network.resolve(host).catch((cause: unknown) => {
    throw new RefusedHost(host, cause);
  });
  const isRefused = addresses.length === 0 || addresses.some(({ address }) => !network.isAllowedAddress(address));
  if (isRefused) throw new RefusedHost(host);
  return addresses;
}
