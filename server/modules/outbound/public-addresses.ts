/** Guards against callers who choose where this server calls: names that lead to this machine, or into its network. */
import { lookup } from 'node:dns';
import { BlockList, isIPv6, type LookupFunction } from 'node:net';

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
      return found(new Error('The name leads to a private address'), []);
    if (options.all === true) return found(null, addresses);
    const [first] = addresses;
    return found(null, first!.address, first!.family);
  });
};
