/** Street tiles and an address search as their suppliers serve them, on this machine: every tile is one colour. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A place of the answer of Nominatim. */
export interface FoundAddress {
  display_name: string;
  lat: string;
  lon: string;
  address: Record<string, string>;
}

const tile = `<svg xmlns="http://www.w3.org/2000/svg" width="256" height="256"><path fill="#d9e4dc" stroke="#9fb3a5" d="M0 0h256v256H0zM0 128h256M128 0v256"/></svg>`;

export async function openMapService() {
  const addresses = new Map<string, FoundAddress[]>();
  const service = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url!, 'http://localhost');
    if (pathname.startsWith('/tiles/')) response.writeHead(200, { 'content-type': 'image/svg+xml' }).end(tile);
    else response.end(JSON.stringify(addresses.get(searchParams.get('q') ?? '') ?? []));
  });
  await once(service.listen(0, '127.0.0.1'), 'listening');
  const url = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
  const settings = {
    MAP_TILE_URL: `${url}/tiles/{z}/{x}/{y}`,
    MAP_ATTRIBUTION: 'Map makers of the test',
    GEOCODER: 'nominatim',
    GEOCODER_URL: url,
  };
  return { addresses, settings, close: () => service.close() };
}
