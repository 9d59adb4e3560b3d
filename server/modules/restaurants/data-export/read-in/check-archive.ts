import { createHash } from 'node:crypto';
import { tables as schema } from '#server/db/schema.ts';
import {
  archiveFormat,
  archiveVersion,
  isPicture,
  Manifest,
  manifestName,
  restaurantName,
  rowsOf,
} from '../archive-format.ts';
import { type ArchivedTableName, archivedTables, withoutColumns, withoutOfRestaurant } from '../archived-tables.ts';
import { UnreadableArchive } from './unreadable-archive.ts';
import { ZipReader } from './zip-file.ts';

export type Row = Record<string, unknown>;

const manifestMaxBytes = 64 * 2 ** 20;
const lineMaxBytes = 16 * 2 ** 20;
const pictureMaxBytes = 32 * 2 ** 20;
const newline = 0x0a;

/** An archive whose files are all what its manifest says. Whoever opens it closes it. */
export class CheckedArchive {
  readonly #zip: ZipReader;
  readonly manifest: Manifest;
  readonly #files: ReadonlyMap<string, Manifest['files'][number]>;

  private constructor(zip: ZipReader, manifest: Manifest) {
    this.#zip = zip;
    this.manifest = manifest;
    this.#files = new Map(manifest.files.map((file) => [file.name, file]));
  }

  /**
   * Opens the file and reads all of it: its checksum, directory and manifest, the hash of every file, and every row.
   * @throws UnreadableArchive
   */
  static async open(path: string): Promise<CheckedArchive> {
    const zip = await ZipReader.open(path);
    try {
      const archive = new CheckedArchive(zip, await readManifest(zip));
      archive.#requireListed();
      archive.#requireKnown();
      await archive.#readEverything();
      return archive;
    } catch (error) {
      await zip.close();
      throw error;
    }
  }

  /** The hash of the whole file, by which a person can tell it. */
  get checksum(): string {
    return this.#zip.checksum;
  }

  async restaurant(): Promise<Row> {
    const restaurant = parseRow(await this.file(restaurantName), restaurantName);
    const strange = Object.keys(restaurant).find(
      (column) => !Object.hasOwn(schema.restaurants, column) || Object.hasOwn(withoutOfRestaurant, column),
    );
    if (strange !== undefined) throw newer(`its restaurant has "${strange}"`);
    return restaurant;
  }

  /** The rows of a table; none where an archive of before does not have it. */
  async *rows(table: ArchivedTableName): AsyncGenerator<Row> {
    const told = this.manifest.tables[table];
    if (told === undefined) return;
    const columns = new Set(told.columns);
    const name = rowsOf(table);
    let count = 0;
    for await (const line of linesOf(this.#read(name), name)) {
      const row = parseRow(line, name);
      const names = Object.keys(row);
      if (names.length !== columns.size || !names.every((column) => columns.has(column)))
        throw new UnreadableArchive(`a row in ${name} has other columns than the manifest says`);
      count += 1;
      yield row;
    }
    if (count !== told.rows)
      throw new UnreadableArchive(`${name} has ${count} rows, and its manifest says ${told.rows}`);
  }

  pictureNames(): string[] {
    return [...this.#files.keys()].filter(isPicture);
  }

  hasFile(name: string): boolean {
    return this.#files.has(name);
  }

  /** A small file as a whole. */
  async file(name: string): Promise<Buffer> {
    if ((this.#files.get(name)?.bytes ?? 0) > pictureMaxBytes) throw new UnreadableArchive(`${name} is too large`);
    const pieces: Buffer[] = [];
    for await (const piece of this.#read(name)) pieces.push(piece);
    return Buffer.concat(pieces);
  }

  async close(): Promise<void> {
    await this.#zip.close();
  }

  /** The content of a file, compared with the manifest each time. */
  async *#read(name: string): AsyncGenerator<Buffer> {
    const told = this.#files.get(name);
    if (told === undefined) throw new UnreadableArchive(`it lacks the file ${name}`);
    const hash = createHash('sha256');
    let bytes = 0;
    for await (const piece of this.#zip.read(name)) {
      hash.update(piece);
      bytes += piece.length;
      yield piece;
    }
    if (bytes !== told.bytes || hash.digest('hex') !== told.sha256)
      throw new UnreadableArchive(`${name} is not what was written`);
  }

  #requireListed(): void {
    const found = [...this.#zip.entries].filter(({ name }) => name !== manifestName);
    const isListed = found.every(({ name, bytes }) => this.#files.get(name)?.bytes === bytes);
    if (!isListed || found.length !== this.manifest.files.length || this.#files.size !== found.length)
      throw new UnreadableArchive('it has other files than its manifest says');
  }

  #requireKnown(): void {
    for (const [table, { columns }] of Object.entries(this.manifest.tables)) {
      if (!Object.hasOwn(archivedTables, table)) throw newer(`it has the table "${table}"`);
      const name = table as ArchivedTableName;
      const [known, without] = [schema[name], withoutColumns(name)];
      const strange = columns.find((column) => !Object.hasOwn(known, column) || Object.hasOwn(without, column));
      if (strange !== undefined) throw newer(`its table "${table}" has "${strange}"`);
      if (new Set(columns).size !== columns.length || !this.#files.has(rowsOf(table)))
        throw new UnreadableArchive(`its table "${table}" is not whole`);
    }
  }

  async #readEverything(): Promise<void> {
    await this.restaurant();
    const tables = Object.keys(this.manifest.tables) as ArchivedTableName[];
    for (const table of tables) for await (const _ of this.rows(table));
    const read = new Set([restaurantName, ...tables.map(rowsOf)]);
    for (const name of this.#files.keys()) {
      if (read.has(name)) continue;
      if (name.includes('/')) await this.file(name);
      else for await (const _ of this.#read(name));
    }
  }
}

async function readManifest(zip: ZipReader): Promise<Manifest> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of zip.read(manifestName)) {
    bytes += piece.length;
    if (bytes > manifestMaxBytes) throw new UnreadableArchive('its manifest is too long');
    pieces.push(piece);
  }
  const told = parseRow(Buffer.concat(pieces), manifestName);
  if (told['format'] !== archiveFormat) throw new UnreadableArchive('it is no archive of Order Manager');
  if (typeof told['version'] === 'number' && told['version'] > archiveVersion)
    throw newer(`its format is ${told['version']}, and this server reads ${archiveVersion}`);
  const manifest = Manifest.safeParse(told);
  if (!manifest.success) throw new UnreadableArchive('its manifest cannot be read', manifest.error);
  return manifest.data;
}

function newer(what: string): UnreadableArchive {
  return new UnreadableArchive(`a newer Order Manager has written it (${what}). Update this server first`);
}

async function* linesOf(pieces: AsyncIterable<Buffer>, name: string): AsyncGenerator<Buffer> {
  let parts: Buffer[] = [];
  let length = 0;
  for await (const piece of pieces) {
    let from = 0;
    for (let to = piece.indexOf(newline); to >= 0; to = piece.indexOf(newline, from)) {
      yield Buffer.concat([...parts, piece.subarray(from, to)]);
      [parts, length, from] = [[], 0, to + 1];
    }
    if (from === piece.length) continue;
    parts.push(piece.subarray(from));
    length += piece.length - from;
    if (length > lineMaxBytes) throw new UnreadableArchive(`${name} has a row that is too long`);
  }
  if (length > 0) throw new UnreadableArchive(`${name} is cut off`);
}

function parseRow(text: Buffer, name: string): Row {
  let value: unknown;
  try {
    value = JSON.parse(text.toString());
  } catch (error) {
    throw new UnreadableArchive(`${name} cannot be read`, error);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new UnreadableArchive(`${name} cannot be read`);
  return value as Row;
}
