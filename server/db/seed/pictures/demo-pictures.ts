import { readFile } from 'node:fs/promises';
import { deserialize } from 'node:v8';
import type { DemoPictures } from './draw.ts';

/** The pictures of the demo: those that the build has drawn for the built server, else drawn now, which takes some seconds of all processors. */
export async function readDemoPictures(): Promise<DemoPictures> {
  const drawn = await readFile(new URL('../demo-pictures/drawn', import.meta.url)).catch(() => null);
  if (drawn !== null) return deserialize(drawn) as DemoPictures;
  // Imported on demand: twenty files that only a first start needs.
  const { drawDemoPictures } = await import('./draw.ts');
  return drawDemoPictures();
}
