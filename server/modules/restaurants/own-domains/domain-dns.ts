import { NODATA, NOTFOUND, promises } from 'node:dns';

/** The questions that are asked about a domain. Each throws where no server answers, and has an answer for a name without records. */
export interface DomainDns {
  /** IPv4 and IPv6. */
  addresses(name: string): Promise<string[]>;
  /** The name that this one is another name of (CNAME). */
  alias(name: string): Promise<string | null>;
  texts(name: string): Promise<string[]>;
  /** Authorities that may issue certificates for the name (CAA); empty: everybody. */
  authorities(name: string): Promise<string[]>;
}

/** Milliseconds for one try of a question; there are two. */
const timeout = 3_000;

/** Asks the given servers, '9.9.9.9' or '127.0.0.1:5353', or those of this machine where none is given. */
export function openDomainDns(servers: readonly string[]): DomainDns {
  const resolver = new promises.Resolver({ timeout, tries: 2 });
  if (servers.length > 0) resolver.setServers(servers);
  const addresses = async (name: string) =>
    (await Promise.all([orNone(resolver.resolve4(name)), orNone(resolver.resolve6(name))])).flat();
  return {
    addresses,
    alias: async (name) => (await orNone(resolver.resolveCname(name)))[0]?.toLowerCase().replace(/\.$/, '') ?? null,
    // A long text is sent in pieces.
    texts: async (name) => (await orNone(resolver.resolveTxt(name))).map((pieces) => pieces.join('')),
    async authorities(name) {
      // The nearest name that has such records decides (RFC 8659, 3).
      for (let at = name; at.includes('.'); at = at.slice(at.indexOf('.') + 1)) {
        const records = await orNone(resolver.resolveCaa(at));
        if (records.length > 0) return records.flatMap(({ issue }) => (issue === undefined ? [] : [issue]));
      }
      return [];
    },
  };
}

async function orNone<Item>(answer: Promise<Item[]>): Promise<Item[]> {
  try {
    return await answer;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === NODATA || code === NOTFOUND) return [];
    throw error;
  }
}
