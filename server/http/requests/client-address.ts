import { isIPv6 } from 'node:net';

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
