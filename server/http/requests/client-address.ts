import type { IncomingMessage } from 'node:http';
import { BlockList, isIP, isIPv6 } from 'node:net';
import type { Config } from '#server/config.ts';

/** Whether an address is a proxy that is believed; `hop` counts the proxies between it and this server. */
type TrustedProxy = (address: string, hop: number) => boolean;

/**
 * The proxies that TRUST_PROXY names; false without one. With a number the operator promises that nobody reaches the
 * server around them.
 */
export function trustedProxies(trustProxy: Config['trustProxy']): false | TrustedProxy {
  if (trustProxy === 0) return false;
  if (typeof trustProxy === 'number') return (_, hop) => hop < trustProxy;
  const trusted = new BlockList();
  for (const range of trustProxy) {
    const [address = '', bits] = range.split('/');
    const family = isIPv6(address) ? 'ipv6' : 'ipv4';
    if (bits === undefined) trusted.addAddress(address, family);
    else trusted.addSubnet(address, Number(bits), family);
  }
  return (address) => {
    const bare = address.split('%')[0]!;
    return isIP(bare) !== 0 && trusted.check(bare, isIPv6(bare) ? 'ipv6' : 'ipv4');
  };
}

/** The caller's address as Fastify finds it: that of the connection, or the first that no trusted proxy has. */
export function clientAddressOf({ socket, headers }: IncomingMessage, trusted: false | TrustedProxy): string {
  let address = socket.remoteAddress ?? '';
  const forwarded = headers['x-forwarded-for'];
  if (trusted === false || typeof forwarded !== 'string') return address;
  for (const [hop, before] of forwarded.split(',').toReversed().entries()) {
    if (!trusted(address, hop)) break;
    address = before.trim();
  }
  return address;
}

/**
 * The unit that anonymous callers are counted by: an IPv4 address; the first 64 bits of an IPv6 address, because one
 * client controls all addresses of such a network. Other text stays unchanged.
 */
export function networkOf(address: string): string {
  const bare = address.split('%')[0]!;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(bare);
  if (mapped) return mapped[1]!;
  return isIPv6(bare) ? `${firstGroups(bare)}::/64` : bare;
}

function firstGroups(address: string): string {
  const [head = '', tail] = address.toLowerCase().split('::');
  const left = groupsOf(head);
  const right = groupsOf(tail ?? '');
  const zeros = tail === undefined ? 0 : 8 - left.length - right.length;
  const groups = [...left, ...Array<string>(zeros).fill('0'), ...right];
  return groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':');
}

/** A dotted end ('::1.2.3.4') stands for two groups; it is never among the first four. */
function groupsOf(part: string): string[] {
  return part === '' ? [] : part.split(':').flatMap((group) => (group.includes('.') ? ['dotted', 'dotted'] : [group]));
}
