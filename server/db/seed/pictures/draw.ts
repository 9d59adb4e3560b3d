import { availableParallelism } from 'node:os';
import sharp from 'sharp';
import { encodePicture, type Picture } from '#server/modules/restaurants/pictures/encode-picture.ts';
import { WorkQueue } from '#server/work-queue.ts';
import { alNoorCover, alNoorLogo, downtownFront, marinaFront, millersCover, millersLogo } from './brand.ts';
import { breakfast } from './menu/breakfast.ts';
import { burgersAndKids } from './menu/burgers-and-kids.ts';
import { coldMezze } from './menu/cold-mezze.ts';
import { desserts } from './menu/desserts.ts';
import { drinks } from './menu/drinks.ts';
import { grill } from './menu/grill.ts';
import { hotMezze } from './menu/hot-mezze.ts';
import { manakish } from './menu/manakish.ts';
import { riceAndStews } from './menu/rice-and-stews.ts';
import { wraps } from './menu/wraps.ts';
import { dice, type Svg } from './svg.ts';

/** Pixels. Wide enough for a phone; the drawings have no more detail. */
const dishWidth = 800;
const coverWidth = 1200;

export interface DemoPictures {
  /** Pictures by the English name of the dish. */
  dishes: ReadonlyMap<string, Picture>;
  brand: Record<'alNoorCover' | 'alNoorLogo' | 'marina' | 'downtown' | 'millersCover' | 'millersLogo', Picture>;
}

/** Draws every picture of the demo, in parallel on all processors. The result is the same each time. */
export async function drawDemoPictures(): Promise<DemoPictures> {
  const queue = new WorkQueue({ running: availableParallelism() });
  const draw = (svg: () => Svg, width: number) => queue.run('', () => photograph(svg(), width));
  const drawings = Object.entries({
    ...breakfast,
    ...coldMezze,
    ...hotMezze,
    ...manakish,
    ...wraps,
    ...grill,
    ...riceAndStews,
    ...burgersAndKids,
    ...desserts,
    ...drinks,
  });
  const [dishes, cover, logo, marina, downtown, otherCover, otherLogo] = await Promise.all([
    Promise.all(
      drawings.map(async ([name, drawing]) => [name, await draw(() => drawing(dice(name)), dishWidth)] as const),
    ),
    draw(alNoorCover, coverWidth),
    draw(alNoorLogo, dishWidth / 2),
    draw(marinaFront, dishWidth),
    draw(downtownFront, dishWidth),
    draw(millersCover, coverWidth),
    draw(millersLogo, dishWidth / 2),
  ]);
  return {
    dishes: new Map(dishes),
    brand: { alNoorCover: cover, alNoorLogo: logo, marina, downtown, millersCover: otherCover, millersLogo: otherLogo },
  };
}

function photograph(svg: Svg, width: number): Promise<Picture> {
  // Rendering at the final size is cheaper than scaling down a large picture.
  const [, across, down] = /viewBox="0 0 (\d+) (\d+)"/.exec(svg)!;
  const height = Math.round((width * Number(down)) / Number(across));
  const sized = svg.replace('<svg ', `<svg width="${width}" height="${height}" `);
  return encodePicture(sharp(Buffer.from(sized)).flatten({ background: '#ffffff' }), 'image/jpeg');
}
