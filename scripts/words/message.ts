/** One message of ICU MessageFormat: its tree, and the arguments that it takes. */
import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser';

/** `text` is printed as it is, `number` counts or is formatted, `choice` selects one of several sentences. */
export type ArgumentKind = 'text' | 'number' | 'choice';

/** Throws where the message is no ICU MessageFormat, or uses a part of it that is not compiled. */
export function parseMessage(text: string): MessageFormatElement[] {
  // Angle brackets are letters here: no message carries markup.
  const elements = parse(text, { ignoreTag: true, requiresOtherClause: true });
  visit(elements, refuseUnknown);
  return elements;
}

export function argumentsOf(elements: readonly MessageFormatElement[]): Map<string, ArgumentKind> {
  const found = new Map<string, ArgumentKind>();
  visit(elements, (element) => {
    const kind = kindOf(element);
    if (kind === null) return;
    const before = found.get(element.value as string);
    // An argument that is counted somewhere is a number everywhere.
    if (before === undefined || before === 'text') found.set(element.value as string, kind);
  });
  return found;
}

/** The categories of all plurals in the message; exact numbers such as =0 are left out. */
export function pluralCategoriesOf(elements: readonly MessageFormatElement[]): string[] {
  const found: string[] = [];
  visit(elements, (element) => {
    if (element.type === TYPE.plural)
      found.push(...Object.keys(element.options).filter((name) => !name.startsWith('=')));
  });
  return found;
}

type Element = MessageFormatElement & { value?: unknown };

function kindOf(element: Element): ArgumentKind | null {
  if (element.type === TYPE.argument) return 'text';
  if (element.type === TYPE.number || element.type === TYPE.plural) return 'number';
  return element.type === TYPE.select ? 'choice' : null;
}

function visit(elements: readonly MessageFormatElement[], see: (element: Element) => void): void {
  for (const element of elements) {
    see(element);
    if (element.type === TYPE.plural || element.type === TYPE.select) {
      for (const option of Object.values(element.options)) visit(option.value, see);
    }
  }
}

function refuseUnknown(element: Element): void {
  if (element.type === TYPE.date || element.type === TYPE.time) {
    throw new Error('dates and times are formatted before they are passed in');
  }
  if (element.type === TYPE.number && element.style) throw new Error('{x, number} takes no style');
}
