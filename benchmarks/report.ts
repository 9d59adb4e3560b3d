/** Prints the table of one run and writes its file. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';

export interface Row {
  /** Number of the goal, 'P1', if the row answers one. */
  goal?: string;
  work: string;
  value: string;
  /** The target of the goal. */
  aim?: string;
  /** Raw figures behind the text, for the file. */
  figures?: Record<string, number>;
}

export function printTable(rows: readonly Row[]): void {
  const columns = ['goal', 'work', 'value', 'aim'] as const;
  const widths = columns.map((column) => Math.max(column.length, ...rows.map((row) => (row[column] ?? '').length)));
  const print = (cells: readonly string[]) =>
    console.log(`| ${cells.map((cell, index) => cell.padEnd(widths[index]!)).join(' | ')} |`);
  print(columns);
  print(widths.map((width) => '-'.repeat(width)));
  for (const row of rows) print(columns.map((column) => row[column] ?? ''));
}

export function writeResults(rows: readonly Row[]): string {
  const folder = join(import.meta.dirname, 'results');
  mkdirSync(folder, { recursive: true });
  const at = new Date().toISOString();
  const file = join(folder, `${at.replaceAll(':', '-')}.json`);
  const machine = { cores: cpus().length, memoryMb: Math.round(totalmem() / 1e6), node: process.version };
  writeFileSync(file, `${JSON.stringify({ at, machine, rows }, null, 2)}\n`);
  return file;
}

export const whole = (value: number): string => Math.round(value).toLocaleString('en');
export const ms = (value: number): string => `${value < 10 ? value.toFixed(1) : whole(value)} ms`;
