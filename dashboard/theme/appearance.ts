/** Whether this browser shows Order Manager light or dark: as the device does, unless a person has chosen. */
export const appearances = ['system', 'light', 'dark'] as const;
type Appearance = (typeof appearances)[number];

const key = 'appearance';
/** On the document, for the theme: see `colorSchemeSelector` in theme.ts. */
export const appearanceAttribute = 'data-appearance';
const listeners = new Set<() => void>();

export function appearance(): Appearance {
  const stored = localStorage.getItem(key);
  return stored === 'light' || stored === 'dark' ? stored : 'system';
}

export function setAppearance(next: Appearance): void {
  if (next === 'system') localStorage.removeItem(key);
  else localStorage.setItem(key, next);
  for (const listener of listeners) listener();
}

/** Tells of a choice in this tab or another one. Answers how to stop. */
export function onAppearanceChange(listener: () => void): () => void {
  listeners.add(listener);
  addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    removeEventListener('storage', listener);
  };
}

/** Before the first paint; the theme sets the attribute itself only after it. */
export function showAppearance(): void {
  const chosen = appearance();
  const ofDevice = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  document.documentElement.setAttribute(appearanceAttribute, chosen === 'system' ? ofDevice : chosen);
}
