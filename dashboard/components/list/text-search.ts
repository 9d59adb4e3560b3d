/** Whether a text contains another, ignoring case and accents: 'Café' contains 'cafe'. */
export function contains(text: string, part: string): boolean {
  return folded(text).includes(folded(part.trim()));
}

function folded(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase();
}
