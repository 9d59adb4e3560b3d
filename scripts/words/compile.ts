/**
 * Compiles a catalogue to a module of a browser: constants stay texts, messages with arguments become functions of one object.
 * No parser travels to the browser.
 */
import { type MessageFormatElement, type PluralElement, TYPE } from '@formatjs/icu-messageformat-parser';
import type { Catalogue, MessageTree } from './catalogues.ts';
import { parseMessage } from './message.ts';

export function compileCatalogue(catalogue: Catalogue): string {
  return `export const catalogue = ({ number, plural, ordinal, select }) => (${compileTree(catalogue)});\n`;
}

function compileTree(tree: MessageTree): string {
  const entries = Object.entries(tree).map(
    ([key, value]) =>
      `${JSON.stringify(key)}: ${typeof value === 'string' ? compileMessage(value) : compileTree(value)}`,
  );
  return `{\n${entries.join(',\n')}\n}`;
}

/** A text, or a function: `(v) => ...`. */
export function compileMessage(text: string): string {
  const elements = parseMessage(text);
  const code = compileElements(elements, null);
  return elements.every(({ type }) => type === TYPE.literal) ? code : `(v) => ${code}`;
}

/** `counted` is the plural around, whose number `#` prints. */
function compileElements(elements: readonly MessageFormatElement[], counted: PluralElement | null): string {
  const [first] = elements;
  if (first === undefined) return '""';
  if (elements.every((element) => element.type === TYPE.literal)) {
    return JSON.stringify(elements.map(({ value }) => value).join(''));
  }
  if (elements.length === 1 && first.type !== TYPE.argument) return compileElement(first, counted);
  return `\`${elements.map((element) => (element.type === TYPE.literal ? escape(element.value) : `\${${compileElement(element, counted)}}`)).join('')}\``;
}

function compileElement(element: MessageFormatElement, counted: PluralElement | null): string {
  switch (element.type) {
    case TYPE.argument:
      return valueOf(element.value);
    case TYPE.number:
      return `number(${valueOf(element.value)})`;
    case TYPE.pound:
      return `number(${valueOf(counted!.value)}${counted!.offset === 0 ? '' : ` - ${counted!.offset}`})`;
    case TYPE.select:
      return `select(${valueOf(element.value)}, ${compileOptions(element, counted)})`;
    case TYPE.plural: {
      const rules = element.pluralType === 'ordinal' ? 'ordinal' : 'plural';
      const offset = element.offset === 0 ? '' : `, ${element.offset}`;
      return `${rules}(${valueOf(element.value)}, ${compileOptions(element, element)}${offset})`;
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
  counted: PluralElement | null,
): string {
  const entries = Object.entries(options).map(
    ([name, { value }]) => `${JSON.stringify(name)}: ${compileElements(value, counted)}`,
  );
  return `{ ${entries.join(', ')} }`;
}

function valueOf(name: string): string {
  return `v[${JSON.stringify(name)}]`;
}

function escape(text: string): string {
  return text.replaceAll(/[`\\]|\$(?=\{)/g, String.raw`\$&`);
}
