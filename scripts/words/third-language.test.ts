/** A third language is a folder of catalogues and nothing else: one is planted, built, offered and rendered. */
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'vite';
import { expect, onTestFinished, test, vi } from 'vitest';
import { type MessageTree, readCatalogue, readLanguages, wordsFolder } from './catalogues.ts';
import { catalogueProblems } from './check.ts';
import { compiledWords } from './plugin.ts';

const root = join(wordsFolder, '..', '..');
const quoted = (name: string) => JSON.stringify(name);

/** Every text in brackets, so that one of English stands out. */
function bracketed(tree: MessageTree): MessageTree {
  return Object.fromEntries(
    Object.entries(tree).map(([key, value]) => [key, typeof value === 'string' ? `[${value}]` : bracketed(value)]),
  );
}

interface Rendered {
  languages: readonly string[];
  language: string;
  direction: string;
  count: string;
  html: string;
}

test(
  'a planted folder of catalogues is offered, and Order Manager is rendered in it',
  { timeout: 120_000 },
  async () => {
    mkdirSync(join(root, '.cache'), { recursive: true });
    const place = mkdtempSync(join(root, '.cache', 'third-language-'));
    onTestFinished(() => rmSync(place, { recursive: true }));
    const folder = join(place, 'words');
    for (const language of ['en', 'ar'])
      cpSync(join(wordsFolder, language), join(folder, language), { recursive: true });
    const english = readCatalogue('en');
    const hebrew = Object.fromEntries(Object.entries(english).map(([domain, tree]) => [domain, bracketed(tree)]));
    mkdirSync(join(folder, 'he'));
    for (const [domain, tree] of Object.entries(hebrew))
      writeFileSync(join(folder, 'he', `${domain}.json`), JSON.stringify(tree));
    expect(readLanguages(folder)).toEqual(['en', 'ar', 'he']);
    const catalogues = new Map(Object.entries({ en: english, he: hebrew }));
    expect(catalogueProblems(catalogues, () => true)).toEqual([]);

    writeFileSync(
      join(place, 'entry.tsx'),
      `import { QueryClient, QueryClientProvider } from ${quoted('@tanstack/react-query')};
import { renderToStaticMarkup } from ${quoted('react-dom/server')};
import { MemoryRouter } from ${quoted('react-router')};
import { languages, loadWords, words } from ${quoted(join(wordsFolder, 'words.ts'))};

async function render(wanted) {
  await loadWords(wanted);
  const { ForgotPassword } = await import(${quoted(join(root, 'dashboard/screens/accounts/forgot-password.tsx'))});
  const page = <QueryClientProvider client={new QueryClient()}><MemoryRouter><ForgotPassword /></MemoryRouter></QueryClientProvider>;
  const count = words.general.shell.newOrders({ count: 2 });
  return { languages, language: words.language, direction: words.direction, count, html: renderToStaticMarkup(page) };
}
  export { render };
`,
    );
    await build({
      configFile: false,
      logLevel: 'silent',
      root,
      plugins: [compiledWords(folder)],
      build: {
        ssr: join(place, 'entry.tsx'),
        outDir: join(place, 'built'),
        rolldownOptions: { output: { entryFileNames: 'entry.mjs' } },
      },
    });
    const storage = { getItem: () => null };
    vi.stubGlobal('localStorage', storage);
    vi.stubGlobal('sessionStorage', storage);
    onTestFinished(() => void vi.unstubAllGlobals());
    const { render } = (await import(/* @vite-ignore */ pathToFileURL(join(place, 'built', 'entry.mjs')).href)) as {
      render: (wanted: readonly string[]) => Promise<Rendered>;
    };
    const { languages, language, direction, count, html } = await render(['he-IL', 'ar']);
    expect({ languages, language, direction, count }).toEqual({
      languages: ['en', 'ar', 'he'],
      language: 'he',
      direction: 'rtl',
      count: '[2 new orders]',
    });
    expect(html).toContain('[Reset Password]');
    expect(html).toMatch(/<button[^>]*lang="he"[^>]*aria-pressed="true"[^>]*>עברית/);
    expect(html).toMatch(/<button[^>]*lang="ar"[^>]*aria-pressed="false"[^>]*>العربية/);
  },
);
