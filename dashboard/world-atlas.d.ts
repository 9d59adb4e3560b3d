/** Outlines of the countries as TopoJSON. Without this the compiler reads all 750 kB of them as one type. */
declare module 'world-atlas/countries-50m.json' {
  import type { feature } from 'topojson-client';

  const topology: Parameters<typeof feature>[0];
  // The package is a file of JSON, and its value is its default export.
  export { topology as default };
}
