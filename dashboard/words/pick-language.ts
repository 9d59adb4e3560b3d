/** The first of the reader's languages that there is, where 'pt-BR' also finds 'pt'; else the first there is. */
export function pickLanguage(wanted: readonly string[], available: readonly [string, ...string[]]): string {
  for (const tag of wanted) {
    const found = available.find((one) => one === tag) ?? available.find((one) => one === tag.split('-')[0]);
    if (found !== undefined) return found;
  }
  return available[0];
}
