import { readFile } from 'node:fs/promises';
import { deserialize } from 'node:v8';
import type { DemoPictures } from './draw.ts';

/** The pictures of the demo as the build drew them. Without a build, or where their file is damaged, they are drawn now, in some seconds of all processors. */
export async function readDemoPictures(
  // The way from the built file, in dist/server; from the source it leads nowhere.
  file = new URL('../demo-pictures/drawn', import.meta.url),
): Promise<DemoPictures> {
  try {
    return deserialize(await readFile(file)) as DemoPictures;
  } catch {
    // Imported on demand: twenty files that only a first start needs.
    const { drawDemoPictures } = await import('./draw.ts');
    return drawDemoPictures();
  }
}
