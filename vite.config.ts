/**
 * Builds both apps: browser pages and assets into dist/client, and the guest's site for server rendering into dist/ssr.
 * `vite build` does both, including the compressed copies that are served.
 */
import { existsSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Manifest, type ManifestChunk, type Plugin } from 'vite';
import { compiledWords } from './scripts/words/plugin.ts';

const storefrontEntry = 'storefront/entry-client.tsx';
const startEntry = 'storefront/start.ts';
const wordsOf = (language: string) => `storefront/words/${language}.ts`;
const languages = ['en', 'ar'];
const dashboardPage = 'dashboard/index.html';
/** The entry imports it after the words. */
const dashboardApp = 'dashboard/app.tsx';
const clientFolder = 'dist/client';

export default defineConfig({
  appType: 'custom',
  // The compiler's caches would add 12 kB to a guest's first load; the site memoises expensive values by hand.
  plugins: [react({ compiler: { sources: ['/dashboard/'] } }), compiledWords(), preloadedApp(), clientAssets()],
  // The router ships a polyfill of a hook that React has had since version 18.
  resolve: { alias: { 'use-sync-external-store/shim/index.js': 'react' } },
  environments: {
    client: {
      build: {
        outDir: clientFolder,
        manifest: true,
        rolldownOptions: {
          input: [startEntry, storefrontEntry, ...(existsSync(dashboardPage) ? [dashboardPage] : [])],
          output: {
            codeSplitting: {
              groups: [
                // One copy of React for both apps, in a file that stays cached when our code changes.
                { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]|vite\/preload-helper/ },
                // All styles of the guest's site in one file: lazily loaded parts then need only a script.
                { name: 'storefront', test: /[\\/]storefront[\\/].*\.css$/ },
                {
                  name: 'site',
                  tags: ['$initial'],
                  test: /[\\/]storefront[\\/](?!start\.ts)/,
                  includeDependenciesRecursively: false,
                },
              ],
            },
          },
        },
      },
    },
    ssr: {
      // Bundles every package, with React in its production form whatever NODE_ENV the server has.
      resolve: { noExternal: true },
      build: {
        outDir: 'dist/ssr',
        copyPublicDir: false,
        rolldownOptions: { input: { storefront: 'storefront/entry-server.tsx' } },
      },
    },
  },
  builder: {
    async buildApp(builder) {
      // The server-rendered page names the browser's files, so those are built first.
      await builder.build(builder.environments.client!);
      await builder.build(builder.environments.ssr!);
      await compressFolder(clientFolder);
    },
  },
});

/** Names the scripts of Order Manager in its page, so that they are on their way while the entry and the words are. */
function preloadedApp(): Plugin {
  return {
    name: 'preloaded-app',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const files = new Set<string>();
        const add = (file: string) => {
          const chunk = bundle[file];
          if (chunk?.type !== 'chunk' || files.has(file)) return;
          files.add(file);
          chunk.imports.forEach(add);
        };
        const app = Object.values(bundle).find(
          (file) => file.type === 'chunk' && file.facadeModuleId?.endsWith(dashboardApp),
        );
        if (app !== undefined) add(app.fileName);
        const missing = [...files].filter((file) => !html.includes(file));
        return missing.map((file) => ({
          tag: 'link',
          attrs: { rel: 'modulepreload', crossorigin: true, href: `/${file}` },
          injectTo: 'head' as const,
        }));
      },
    },
  };
}

/** `virtual:client-assets`: scripts, styles and texts of a rendered page of the guest's site. */
function clientAssets(): Plugin {
  const id = '\0virtual:client-assets';
  let isBuild = false;
  return {
    name: 'client-assets',
    configResolved(config) {
      isBuild = config.command === 'build';
    },
    resolveId: (source) => (source === 'virtual:client-assets' ? id : null),
    async load(requested) {
      if (requested !== id) return null;
      const assets: Assets = isBuild
        ? await builtAssets()
        : {
            start: `/${startEntry}`,
            scripts: [`/${storefrontEntry}`],
            styles: [],
            words: addressesOfWords((name) => name),
          };
      return Object.entries(assets)
        .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`)
        .join(' ');
    },
  };
}

interface Assets {
  /** The inline script that starts the others. */
  start: string;
  /** The entry script and its static imports. */
  scripts: string[];
  styles: { address: string; text: string }[];
  /** Addresses by language. */
  words: Record<string, string>;
}

function addressesOfWords(fileOf: (name: string) => string): Assets['words'] {
  return Object.fromEntries(languages.map((language) => [language, `/${fileOf(wordsOf(language))}`]));
}

async function builtAssets(): Promise<Assets> {
  const manifest = JSON.parse(await readFile(`${clientFolder}/.vite/manifest.json`, 'utf8')) as Manifest;
  const seen = new Set<string>();
  // Imports come before the chunk itself, the order their styles need.
  const chunksOf = (name: string): ManifestChunk[] => {
    if (seen.has(name)) return [];
    seen.add(name);
    const chunk = manifest[name]!;
    return [...(chunk.imports ?? []).flatMap(chunksOf), chunk];
  };
  const chunks = chunksOf(storefrontEntry);
  const styles = [...new Set(chunks.flatMap(({ css = [] }) => css))];
  return {
    start: `/${manifest[startEntry]!.file}`,
    scripts: chunks.map(({ file }) => `/${file}`).toReversed(),
    styles: await Promise.all(
      styles.map(async (file) => ({ address: `/${file}`, text: await readFile(`${clientFolder}/${file}`, 'utf8') })),
    ),
    words: addressesOfWords((name) => manifest[name]!.file),
  };
}

/**
 * Writes `.br` and `.gz` beside every text file at the highest compression: done once here instead of for every guest.
 */
async function compressFolder(folder: string): Promise<void> {
  const names = await readdir(folder, { recursive: true });
  const texts = names.filter((name) => /\.(js|css|html|svg|webmanifest)$/.test(name));
  const brotli = promisify(brotliCompress);
  const gzipped = promisify(gzip);
  await Promise.all(
    texts.map(async (name) => {
      const file = join(folder, name);
      const text = await readFile(file);
      const options = { params: { [constants.BROTLI_PARAM_SIZE_HINT]: text.length } };
      await writeFile(`${file}.br`, await brotli(text, options));
      await writeFile(`${file}.gz`, await gzipped(text, { level: 9 }));
    }),
  );
}
