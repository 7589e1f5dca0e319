import { lookup } from "node:dns/promises";
import type { LookupFunction } from "node:net";
import { isLoopbackAddress, isPublicAddress } from "./public-address.ts";

export interface ResolvedAddress {
  address: string;
  family: number;
}

/** Resolves host names and decides which addresses may be connected to. URLs from tenants are fetched only from the public network. */
export interface Network {
  resolve(host: string): Promise<ResolvedAddress[]>;
  isAllowedAddress(address: string): boolean;
}

export const publicNetwork: Network = {
  resolve: (host) => lookup(host, { all: true, verbatim: true }),
  isAllowedAddress: isPublicAddress,
};

/** For a server on the user's own machine (its address is `localhost`), which also has pages to fetch. */
export const publicOrOwnMachine: Network = {
  ...publicNetwork,
  isAllowedAddress: (address) => isPublicAddress(address) || isLoopbackAddress(address),
};

/** For the operator at the command line, who can reach every network anyway. */
export const everyNetwork: Network = { ...publicNetwork, isAllowedAddress: () => true };

/** The host has no address, or one that must not be connected to. */
export class RefusedHost extends Error {
  constructor(host: string, cause?: unknown) {
    super(`no public address: ${host}`, cause === undefined ? undefined : { cause });
    this.name = "RefusedHost";
  }
}

/**
 * The DNS lookup of the connection itself, so that the checked address is also the connected one: there is no second lookup that could
 * return another address. One refused address refuses the host.
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
