/**
 * Compiles a catalogue to a module of a browser: constants stay texts, messages with arguments become functions of one object.
 * No parser travels to the browser.
 */
import { type MessageFormatElement, type PluralElement, TYPE } from '@formatjs/icu-messageformat-parser';
import type { Catalogue, MessageTree } from './catalogues.ts';
import { parseMessage } from './message.ts';

/** `isolates`: the language is written from the right, so that what is put into a message keeps its own direction. */
export function compileCatalogue(catalogue: Catalogue, isolates = false): string {
  const forms = ['number', 'plural', 'ordinal', 'select', ...(isolates ? ['isolate'] : [])];
  return `export const catalogue = ({ ${forms.join(', ')} }) => (${compileTree(catalogue, isolates)});\n`;
}

function compileTree(tree: MessageTree, isolates: boolean): string {
  const entries = Object.entries(tree).map(
    ([key, value]) =>
      `${JSON.stringify(key)}: ${typeof value === 'string' ? compileMessage(value, isolates) : compileTree(value, isolates)}`,
  );
  return `{\n${entries.join(',\n')}\n}`;
}

/** A text, or a function: `(v) => ...`. */
export function compileMessage(text: string, isolates = false): string {
  const elements = parseMessage(text);
  const code = compileElements(elements, { counted: null, isolates });
  return elements.every(({ type }) => type === TYPE.literal) ? code : `(v) => ${code}`;
}

interface Context {
  /** The plural around, whose number `#` prints. */
  counted: PluralElement | null;
  isolates: boolean;
}

function compileElements(elements: readonly MessageFormatElement[], context: Context): string {
  const [first] = elements;
  if (first === undefined) return '""';
  if (elements.every((element) => element.type === TYPE.literal)) {
    return JSON.stringify(elements.map(({ value }) => value).join(''));
  }
  if (elements.length === 1 && first.type !== TYPE.argument) return compileElement(first, context);
  return `\`${elements.map((element) => (element.type === TYPE.literal ? escape(element.value) : `\${${compileElement(element, context)}}`)).join('')}\``;
}

function compileElement(element: MessageFormatElement, context: Context): string {
  const { counted, isolates } = context;
  switch (element.type) {
    case TYPE.argument:
      return isolates ? `isolate(${valueOf(element.value)})` : valueOf(element.value);
    case TYPE.number:
      return `number(${valueOf(element.value)})`;
    case TYPE.pound:
      return `number(${valueOf(counted!.value)}${counted!.offset === 0 ? '' : ` - ${counted!.offset}`})`;
    case TYPE.select:
      return `select(${valueOf(element.value)}, ${compileOptions(element, context)})`;
    case TYPE.plural: {
      const rules = element.pluralType === 'ordinal' ? 'ordinal' : 'plural';
      const offset = element.offset === 0 ? '' : `, ${element.offset}`;
      return `${rules}(${valueOf(element.value)}, ${compileOptions(element, { ...context, counted: element })}${offset})`;
    }
    case TYPE.literal:
    case TYPE.date:
    case TYPE.time:
    case TYPE.tag:
      throw new Error(`an element of type ${element.type} is not compiled`);
  }
}

function compileOptions(
  { options }: { options: Record<string, { value: MessageFormatElement[] }> },
  context: Context,
): string {
  const entries = Object.entries(options).map(
    ([name, { value }]) => `${JSON.stringify(name)}: ${compileElements(value, context)}`,
  );
  return `{ ${entries.join(', ')} }`;
}

function valueOf(name: string): string {
  return `v[${JSON.stringify(name)}]`;
}

function escape(text: string): string {
  return text.replaceAll(/[`\\]|\$(?=\{)/g, String.raw`\$&`);
}
