import { isIP } from 'node:net';
import { z } from 'zod';

/** Own domains of restaurants' sites. */
export interface OwnDomainSettings {
  /** The name that their records lead to, which leads to the proxy. */
  target: string;
  /** The listener that the proxy asks which names may have a certificate. */
  ask: { host: string; port: number };
  /** The proxy, for the look whether a domain is served; undefined: `target`. */
  proxy: { host: string; port: number } | undefined;
  /** The name servers that are asked; none: those of this machine. */
  nameServers: readonly string[];
}

const hostAndPort = z.string().regex(/^[\w.-]+:\d{1,5}$/, 'must be a host and a port, such as 127.0.0.1:3080');

export const ownDomainVariables = {
  OWN_DOMAINS_TARGET: z
    .string()
    .regex(
      /^(?=.{1,253}$)([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z][a-z0-9-]*$/,
      'must be a name such as sites.example.com',
    )
    .optional(),
  OWN_DOMAINS_ASK: hostAndPort.default('127.0.0.1:3080'),
  OWN_DOMAINS_PROXY: hostAndPort.optional(),
  OWN_DOMAINS_DNS: z
    .string()
    .refine((text) => separated(text).every(isNameServer), 'must be addresses of name servers, such as 9.9.9.9')
    .default(''),
};

type Given = z.output<z.ZodObject<typeof ownDomainVariables>>;

/** Undefined offers no own domains. */
export function readOwnDomains(given: Given): OwnDomainSettings | undefined {
  if (given.OWN_DOMAINS_TARGET === undefined) return undefined;
  return {
    target: given.OWN_DOMAINS_TARGET,
    ask: splitPort(given.OWN_DOMAINS_ASK),
    proxy: given.OWN_DOMAINS_PROXY === undefined ? undefined : splitPort(given.OWN_DOMAINS_PROXY),
    nameServers: separated(given.OWN_DOMAINS_DNS),
  };
}

function separated(text: string): string[] {
  return text === '' ? [] : text.split(',').map((part) => part.trim());
}

function splitPort(text: string): { host: string; port: number } {
  const [host = '', port = ''] = text.split(':');
  return { host, port: Number(port) };
}

function isNameServer(text: string): boolean {
  return isIP(text.replace(/^\[(.*)\](:\d+)?$/, '$1').replace(/^(\d+(\.\d+){3}):\d+$/, '$1')) !== 0;
}
