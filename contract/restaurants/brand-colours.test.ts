import { describe, expect, test } from 'vitest';
import { accentTokens, contrast } from './brand-colours.ts';

describe('the tokens of an accent', () => {
  test('the default keeps its fill, with white text', () => {
    const tokens = accentTokens('#C2410C');
    expect(tokens).toMatchObject({
      accent: '#c2410c',
      onAccent: '#ffffff',
      accentText: '#c2410c',
      accentEdge: '#c2410c',
    });
  });

  // The fills are those of the design; an invalid colour counts as the default.
  test.each([
    ['#FFD400', '#ffd400', '#1a1816'],
    ['#E4002B', '#e4002b', '#ffffff'],
    ['#00C2A8', '#00c2a8', '#1a1816'],
    ['#F58220', '#f58220', '#1a1816'],
    ['tomato', '#c2410c', '#ffffff'],
    ['', '#c2410c', '#ffffff'],
  ])('%s has the fill %s and the text %s', (given, accent, onAccent) => {
    expect(accentTokens(given)).toMatchObject({ accent, onAccent });
  });

  test('black gets a border on a dark page, and its words are light', () => {
    const { accent, accentEdge, accentUi, accentText } = accentTokens('#000000', 'dark');
    expect(accent).toBe('#000000');
    expect(accentEdge).toBe(accentUi);
    expect(contrast(accentText, '#171513')).toBeGreaterThanOrEqual(4.5);
  });

  test('white gets a border', () => {
    const { accent, accentEdge, accentUi } = accentTokens('#ffffff');
    expect(accentEdge).toBe(accentUi);
    expect(accentEdge).not.toBe(accent);
  });

  test.each([
    ['light', '#ffffff', '#f6f5f3'],
    ['dark', '#171513', '#25221f'],
  ] as const)('any of 5832 colours stays legible on a %s page', (scheme, page, sunken) => {
    const steps = Array.from({ length: 18 }, (_, step) => (step * 15).toString(16).padStart(2, '0'));
    const worst = { onAccent: 21, text: 21, ui: 21, edge: 21 };
    for (const r of steps) {
      for (const g of steps) {
        for (const b of steps) {
          const tokens = accentTokens(`#${r}${g}${b}`, scheme);
          const grounds = [page, sunken, tokens.accentSoft];
          const least = (colour: string) => Math.min(...grounds.map((ground) => contrast(colour, ground)));
          worst.onAccent = Math.min(worst.onAccent, contrast(tokens.accent, tokens.onAccent));
          worst.text = Math.min(worst.text, least(tokens.accentText));
          worst.ui = Math.min(worst.ui, least(tokens.accentUi));
          worst.edge = Math.min(worst.edge, contrast(tokens.accentEdge, page));
        }
      }
    }
    expect(worst.onAccent).toBeGreaterThanOrEqual(4.5);
    expect(worst.text).toBeGreaterThanOrEqual(4.5);
    expect(worst.ui).toBeGreaterThanOrEqual(3);
    expect(worst.edge).toBeGreaterThanOrEqual(3);
  });
});
