/** Whether a text contains another, ignoring case and accents: 'Café' contains 'cafe'. */
export function containsText(text: string, part: string): boolean {
  return foldText(text).includes(foldText(part.trim()));
}

function foldText(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase();
}
