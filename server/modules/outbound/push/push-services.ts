/** The push services that messages are handed to: those of the browsers' makers, and whatever the operator adds. */
import { lookup } from 'node:dns';
import { BlockList, isIPv6, type LookupFunction } from 'node:net';

/**
 * Whether a browser's push service is one of the named ones. The address comes from whoever calls, so anything else would let them choose
 * where this server calls.
 */
export function isPushService(endpoint: string, services: readonly string[]): boolean {
  if (!URL.canParse(endpoint)) return false;
  const { origin, protocol, hostname, port, username, password } = new URL(endpoint);
  if (username !== '' || password !== '') return false;
  if (services.includes(origin)) return true;
  if (protocol !== 'https:' || port !== '') return false;
  return services.some((name) => (name.startsWith('*.') ? hostname.endsWith(name.slice(1)) : hostname === name));
}

/** Whether the operator has named the very origin, which may be inside their own network. */
export function isNamedOrigin(endpoint: string, services: readonly string[]): boolean {
  return services.includes(new URL(endpoint).origin);
}

/** Addresses of this machine and of networks that are not the public one. */
const inside = new BlockList();
for (const [address, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const)
  inside.addSubnet(address, bits, 'ipv4');
/** The same, and those that stand for an IPv4 address. A list of its own: in one list the mapped addresses would be all of IPv4. */
const inside6 = new BlockList();
for (const [address, bits] of [
  ['::', 96],
  ['::ffff:0:0', 96],
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['2001::', 32],
  ['2002::', 16],
  ['fc00::', 7],
  ['fe80::', 9],
  ['ff00::', 8],
] as const)
  inside6.addSubnet(address, bits, 'ipv6');

export function isPublicAddress(address: string): boolean {
  return isIPv6(address) ? !inside6.check(address, 'ipv6') : !inside.check(address);
}

/** Finds the addresses of a name, and refuses one that leads inside: the connection goes to what was checked here. */
export const lookUpPublic: LookupFunction = (name, options, found) => {
  lookup(name, { ...options, all: true }, (error, addresses) => {
    if (error !== null) return found(error, []);
    if (!addresses.every(({ address }) => isPublicAddress(address)))
      return found(new Error('The name of a push service leads to a private address'), []);
    if (options.all === true) return found(null, addresses);
    const [first] = addresses;
    return found(null, first!.address, first!.family);
  });
};
