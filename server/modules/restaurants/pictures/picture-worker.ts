/** Decodes and encodes pictures in a process of their own (`picture.ts`). */
import { answerJobs } from '#server/worker-processes.ts';
import { encodeUpload, type Picture } from './encode-picture.ts';

export interface PictureJob {
  upload: Uint8Array;
  contentType: Picture['contentType'];
}
export type PictureOutput = Awaited<ReturnType<typeof encodeUpload>>;

answerJobs(({ upload, contentType }: PictureJob) => encodeUpload(upload, contentType));
