/** The parameters of a request in the form that Stripe's clients send: `line_items[0][quantity]=1`. */
export class Params {
  /** By name: text, or further parameters. The numbers of a list are names as well. */
  readonly #values = new Map<string, string | Params>();

  static parse(form: URLSearchParams): Params {
    const params = new Params();
    for (const [key, value] of form)
      params.#set(
        key.split(/[[\]]+/).filter((part) => part !== ''),
        value,
      );
    return params;
  }

  #set([name = '', ...rest]: readonly string[], value: string): void {
    if (rest.length === 0) {
      this.#values.set(name, value);
      return;
    }
    const inner = this.#values.get(name);
    const group = inner instanceof Params ? inner : new Params();
    this.#values.set(name, group);
    group.#set(rest, value);
  }

  get names(): string[] {
    return [...this.#values.keys()];
  }

  text(name: string): string | null {
    const value = this.#values.get(name);
    return typeof value === 'string' && value !== '' ? value : null;
  }

  /** NaN for anything but a whole number; null where there is none. */
  whole(name: string): number | null {
    const text = this.text(name);
    return text === null ? null : /^\d{1,12}$/.test(text) ? Number(text) : Number.NaN;
  }

  /** Without parameters where there is none. */
  group(name: string): Params {
    const value = this.#values.get(name);
    return value instanceof Params ? value : new Params();
  }

  list(name: string): (string | Params)[] {
    return [...this.group(name).#values.values()];
  }

  texts(): Record<string, string> {
    return Object.fromEntries(
      [...this.#values].filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
    );
  }
}
