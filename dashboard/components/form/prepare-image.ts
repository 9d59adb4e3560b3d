/** Prepares a chosen image for upload: the file itself, or a smaller copy where it is larger than the server takes. */
import { limits } from '#contract/base/limits.ts';

export type ImageProblem = 'wrongType' | 'tooLarge' | 'unreadable';

/** The longer side of what the server keeps, in pixels. */
const keptSide = 2000;

/** By its first bytes: what a file is called or claims to be counts for nothing (R62). */
export async function isJpegOrPng(file: Blob): Promise<boolean> {
  const bytes = new Uint8Array(await file.slice(0, 8).arrayBuffer());
  const startsWith = (...start: number[]) => start.every((byte, index) => bytes[index] === byte);
  return startsWith(0xff, 0xd8, 0xff) || startsWith(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
}

/** Photographs straight from a phone are larger than an upload may be: those are made smaller here. */
export async function prepareImage(file: File): Promise<File | ImageProblem> {
  if (!(await isJpegOrPng(file))) return 'wrongType';
  if (file.size <= limits.imageBytes) return file;
  const bitmap = await createImageBitmap(file).catch(() => null);
  if (bitmap === null) return 'unreadable';
  const scale = Math.min(1, keptSide / Math.max(bitmap.width, bitmap.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(bitmap.width * scale);
  canvas.height = Math.round(bitmap.height * scale);
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  const smaller = await new Promise<Blob | null>((resolve) => {
    canvas.toBlob(resolve, 'image/jpeg', 0.9);
  });
  if (smaller === null || smaller.size > limits.imageBytes) return 'tooLarge';
  return new File([smaller], file.name.replace(/\.\w+$/, '.jpeg'), { type: 'image/jpeg' });
}
