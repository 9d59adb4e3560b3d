/** Prepares a chosen image for upload: the file itself, or a smaller copy where it is larger than the server takes. */
import { limits } from '#contract/base/limits.ts';

export type ImageProblem = 'wrongType' | 'tooLarge' | 'unreadable';

/** The longer side of what the server keeps, in pixels. */
const keptSide = 2000;

type ImageType = 'jpeg' | 'png';

/** By its first bytes: what a file is called or claims to be counts for nothing (R62). Null for any other file. */
export async function imageType(file: Blob): Promise<ImageType | null> {
  const bytes = new Uint8Array(await file.slice(0, 8).arrayBuffer());
  const startsWith = (...start: number[]) => start.every((byte, index) => bytes[index] === byte);
  if (startsWith(0xff, 0xd8, 0xff)) return 'jpeg';
  return startsWith(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a) ? 'png' : null;
}

/** Photographs straight from a phone are larger than an upload may be: those are made smaller here. */
export async function prepareImage(file: File): Promise<File | ImageProblem> {
  const type = await imageType(file);
  if (type === null) return 'wrongType';
  if (file.size <= limits.imageBytes) return file;
  const bitmap = await createImageBitmap(file).catch(() => null);
  if (bitmap === null) return 'unreadable';
  const scale = Math.min(1, keptSide / Math.max(bitmap.width, bitmap.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(bitmap.width * scale);
  canvas.height = Math.round(bitmap.height * scale);
  const context = canvas.getContext('2d');
  context?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  if (type === 'png' && context !== null && isTransparent(context)) {
    const cutOut = await encode(file, canvas, 'png');
    if (cutOut !== null) return cutOut;
    // A JPEG would be black where nothing is drawn.
    context.globalCompositeOperation = 'destination-over';
    context.fillStyle = 'white';
    context.fillRect(0, 0, canvas.width, canvas.height);
  }
  return (await encode(file, canvas, 'jpeg')) ?? 'tooLarge';
}

/** Whether the ground behind the picture shows through it. */
function isTransparent(context: CanvasRenderingContext2D): boolean {
  const { data } = context.getImageData(0, 0, context.canvas.width, context.canvas.height);
  for (let alpha = 3; alpha < data.length; alpha += 4) if (data[alpha]! < 255) return true;
  return false;
}

/** The canvas under the name of the file; null where that is larger than an upload may be. */
async function encode({ name }: File, canvas: HTMLCanvasElement, type: ImageType): Promise<File | null> {
  const made = await new Promise<Blob | null>((resolve) => {
    canvas.toBlob(resolve, `image/${type}`, 0.9);
  });
  if (made === null || made.size > limits.imageBytes) return null;
  return new File([made], name.replace(/\.\w+$/, `.${type}`), { type: `image/${type}` });
}
