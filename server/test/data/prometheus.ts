/** Reads figures in the format of Prometheus, and evaluates the expressions that the shipped rules are made of. */
import { readFileSync } from 'node:fs';
import type { Metrics } from '#server/metrics.ts';

interface Sample {
  name: string;
  labels: Record<string, string>;
  value: number;
}

export async function readFigures(metrics: Metrics): Promise<Sample[]> {
  return parseFigures((await metrics.text()).body);
}

export function parseFigures(text: string): Sample[] {
  return text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [, name = '', labels = '', value = ''] = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
      return { name, labels: parseLabels(labels), value: value === '+Inf' ? Infinity : Number(value) };
    });
}

function parseLabels(text: string): Record<string, string> {
  return Object.fromEntries([...text.matchAll(/(\w+)="([^"]*)"/g)].map(([, name, value]) => [name!, value!]));
}

/** The value of the one series with these labels; undefined where there is none. */
export function figure(samples: readonly Sample[], name: string, labels: Record<string, string> = {}) {
  return samples.find((sample) => sample.name === name && matches(sample, labels))?.value;
}

interface Rule {
  alert: string;
  expr: string;
}

export function readRules(path: string): Rule[] {
  const text = readFileSync(path, 'utf8');
  return [...text.matchAll(/^ +- alert: (\w+)\n +expr: (.+)$/gm)].map(([, alert, expr]) => ({
    alert: alert!,
    expr: expr!,
  }));
}

/** The names of the figures in an expression. */
export function namesIn(expression: string): string[] {
  const words = expression.replaceAll(/\{[^}]*\}|\[\w+\]|by \(\w+\)/g, '').match(/[a-z]\w*/g) ?? [];
  return words.filter((word) => !['sum', 'max', 'increase', 'by'].includes(word));
}

/** The labels that an expression selects by, of each figure. */
export function selectorsIn(expression: string): { name: string; labels: Record<string, string> }[] {
  return [...expression.matchAll(/(\w+)\{([^}]*)\}/g)].map(([, name, labels]) => ({
    name: name!,
    labels: parseLabels(labels!),
  }));
}

/**
 * Whether the expression of a rule holds after `now`, `before` being the figures as the range of an increase began. It
 * knows `one comparison number`, each side of it a difference or quotient of selections, their increase, sum and maximum.
 */
export function holds(expression: string, before: readonly Sample[], now: readonly Sample[]): boolean {
  const [, left = '', operator = '', number = ''] = /^(.*) (==|>|<) ([\d.]+)$/.exec(expression) ?? [];
  if (operator === '') throw new Error(`Not a comparison: ${expression}`);
  const [, one = left, sign, other] = /^(.*\)|\w+) ([-/]) (.*)$/.exec(left) ?? [];
  const values = termOf(one, before, now).map((value) => {
    if (sign === undefined) return value;
    const [second = NaN] = termOf(other!, before, now);
    return sign === '-' ? value - second : value / second;
  });
  const compare = {
    '==': (a: number, b: number) => a === b,
    '>': (a: number, b: number) => a > b,
    '<': (a: number, b: number) => a < b,
  };
  return values.some((value) => compare[operator as keyof typeof compare](value, Number(number)));
}

const term = /^(?:(sum|max)(?: by \((\w+)\))? ?\()?(increase\()?(\w+)(?:\{([^}]*)\})?(?:\[\w+\])?\)*$/;

function termOf(text: string, before: readonly Sample[], now: readonly Sample[]): number[] {
  const [, aggregate, group, increase, name, selector = ''] = term.exec(text.trim()) ?? [];
  if (name === undefined) throw new Error(`Not understood: ${text}`);
  const selected = now.filter((sample) => sample.name === name && matches(sample, parseLabels(selector)));
  const series = selected.flatMap(({ labels, value }) => {
    if (increase === undefined) return [{ labels, value }];
    const earlier = before.find((sample) => sample.name === name && isSame(sample.labels, labels));
    // Prometheus sees no increase in a series that has just begun.
    return earlier === undefined ? [] : [{ labels, value: value - earlier.value }];
  });
  if (aggregate === undefined) return series.map(({ value }) => value);
  const groups = Map.groupBy(series, ({ labels }) => (group === undefined ? '' : labels[group]));
  return [...groups.values()].map((members) => {
    const values = members.map(({ value }) => value);
    return aggregate === 'max' ? Math.max(...values) : values.reduce((sum, value) => sum + value, 0);
  });
}

function matches({ labels }: Sample, wanted: Record<string, string>): boolean {
  return Object.entries(wanted).every(([name, value]) => labels[name] === value);
}

function isSame(one: Record<string, string>, other: Record<string, string>): boolean {
  return Object.keys(one).length === Object.keys(other).length && matches({ name: '', labels: one, value: 0 }, other);
}
