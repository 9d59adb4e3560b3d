/** A program of the build: draws the pictures of the demo into a file, which `readDemoPictures` reads. */
import { renameSync, writeFileSync } from 'node:fs';
import { argv } from 'node:process';
import { serialize } from 'node:v8';
import { drawDemoPictures } from './draw.ts';

const file = argv[2]!;
writeFileSync(`${file}.new`, serialize(await drawDemoPictures()));
renameSync(`${file}.new`, file);
