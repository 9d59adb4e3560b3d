/** A program of the build: draws the pictures of the demo into a file, which `readDemoPictures` reads. It ends when the build is killed. */
import { renameSync, writeFileSync } from 'node:fs';
import { argv, exit, pid } from 'node:process';
import { serialize } from 'node:v8';
import { drawDemoPictures } from './draw.ts';

process.on('disconnect', () => exit(1));
const file = argv[2]!;
writeFileSync(`${file}.${pid}`, serialize(await drawDemoPictures()));
renameSync(`${file}.${pid}`, file);
exit(0);
