/**
 * Builds both apps: browser pages and assets into dist/client, and the guest's site for server rendering into dist/ssr.
 * `vite build` does both, including the compressed copies that are served.
 */
import { globSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Manifest, type ManifestChunk, type Plugin } from 'vite';
import { serverOutput } from './scripts/server-output.mjs';
import { compiledWords } from './scripts/words/plugin.ts';

const storefrontEntry = 'storefront/entry-client.tsx';
const startEntry = 'storefront/start.ts';
const wordsOf = (language: string) => `storefront/words/${language}.ts`;
const languages = ['en', 'ar'];
const driverPage = 'storefront/driver/index.html';
const dashboardPage = 'dashboard/index.html';
/** The entry imports it after the words. */
const dashboardApp = 'dashboard/app.tsx';
const dashboardWorker = 'dashboard/service-worker.ts';
const clientFolder = 'dist/client';
/** Its entries and their imports; that of Order Manager is beside it. */
const guestManifest = '.vite/guest.json';
/** A quarter of the parts of Order Manager that are loaded when they are needed: what as many use is in one file. */
const manyParts = 25;
/** A group of one build: React, in a file that stays cached when our code changes. */
const reactGroup = { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]|vite\/preload-helper/ };

/**
 * Each app is built by itself: in one build with others, what two of them share is cut into more and smaller files, which cost a first
 * visit of the guest's site 3 kB.
 */
export default defineConfig({
  appType: 'custom',
  css: { modules: { generateScopedName: shortClassNames() } },
  // The compiler's caches would add 12 kB to a guest's first load; the site memoises expensive values by hand.
  plugins: [
    react({ compiler: { sources: ['/dashboard/'] } }),
    compiledWords(),
    preloadedApp(),
    dashboardManifest(),
    clientAssets(),
  ],
  // The router ships a polyfill of a hook that React has had since version 18.
  resolve: { alias: { 'use-sync-external-store/shim/index.js': 'react' } },
  environments: {
    client: {
      build: {
        outDir: clientFolder,
        manifest: true,
        rolldownOptions: {
          input: [dashboardPage, dashboardWorker],
          output: {
            // The address of a service worker stays, and says by its folder which pages are its own.
            entryFileNames: ({ facadeModuleId }) =>
              facadeModuleId?.endsWith(dashboardWorker) === true
                ? 'dashboard/service-worker.js'
                : 'assets/[name]-[hash].js',
            codeSplitting: {
              groups: [reactGroup, { name: sharedChunk, debugName: 'shared', includeDependenciesRecursively: false }],
            },
          },
        },
      },
    },
    guest: {
      consumer: 'client',
      build: {
        outDir: clientFolder,
        emptyOutDir: false,
        copyPublicDir: false,
        manifest: guestManifest,
        // All styles in one file, which pages have inline: lazily loaded parts then need only a script.
        cssCodeSplit: false,
        rolldownOptions: {
          input: [startEntry, storefrontEntry],
          output: {
            codeSplitting: {
              groups: [
                reactGroup,
                { name: 'site', tags: ['$initial'], test: /[\\/](storefront|contract)[\\/](?!start\.ts)/ },
              ],
            },
          },
        },
      },
    },
    driver: {
      consumer: 'client',
      build: { outDir: clientFolder, emptyOutDir: false, copyPublicDir: false, rolldownOptions: { input: driverPage } },
    },
    ssr: {
      // Bundles every package, with React in its production form alone.
      resolve: { noExternal: true },
      define: { 'process.env.NODE_ENV': '"production"' },
      build: {
        outDir: 'dist/ssr',
        copyPublicDir: false,
        rolldownOptions: { input: { storefront: 'storefront/entry-server.tsx' }, output: serverOutput },
      },
    },
  },
  builder: {
    async buildApp(builder) {
      // The server-rendered page names the browser's files, so those are built first.
      await builder.build(builder.environments.client!);
      await builder.build(builder.environments.guest!);
      await builder.build(builder.environments.driver!);
      await builder.build(builder.environments.ssr!);
      await compressFolder(clientFolder);
    },
  },
});

/**
 * The file of a module of Order Manager that several parts use: all that every page needs is one file, and what many parts need another.
 * Cut by their users alone, they were 384 files, many below 1 kB, and a page asked for 80 of them on average. Now it asks for 23, with as
 * many bytes. Icons are so small that two users suffice.
 */
function sharedChunk(id: string, modules: { getModuleInfo: (id: string) => ModuleUse | null }): string | null {
  const seen = new Set<string>();
  let parts = 0;
  const climb = (module: string): void => {
    const use = modules.getModuleInfo(module);
    if (use === null || seen.has(module)) return;
    seen.add(module);
    if (use.dynamicImporters.length > 0) parts += 1;
    use.importers.forEach(climb);
  };
  climb(id);
  const isUsedBy = (name: string) => [...seen].some((module) => module.endsWith(name));
  // The entry and the worker keep to themselves what they need before the app, and the app is found by its own file.
  if (id.endsWith(dashboardApp) || isUsedBy(dashboardPage) || isUsedBy(dashboardWorker)) return null;
  if (isUsedBy(dashboardApp)) return 'app';
  return parts >= (id.includes('/@mui/icons-material/') ? 2 : manyParts) ? 'kit' : null;
}

/**
 * Short class names, which the guest's build and the server's agree on: the file's place among the site's styles, and the name's
 * place in the file. The usual ones, with a hash, cost a guest's first load 3 kB.
 */
function shortClassNames(): (name: string, file: string) => string {
  const files = globSync('storefront/**/*.module.css').sort();
  const named = new Map<string, string[]>();
  return (name, file) => {
    const path = relative(import.meta.dirname, file).replaceAll('\\', '/');
    // A file that is made while the development server runs comes last.
    if (!files.includes(path)) files.push(path);
    const names = named.get(path) ?? [];
    named.set(path, names);
    if (!names.includes(name)) names.push(name);
    return `c${files.indexOf(path).toString(36)}-${names.indexOf(name).toString(36)}`;
  };
}

/** Names the scripts of Order Manager in its page, so that they are on their way while the entry and the words are. */
function preloadedApp(): Plugin {
  return {
    name: 'preloaded-app',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {}, path }) {
        if (!path.endsWith(dashboardPage)) return [];
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

/** The manifest that lets people put Order Manager on the home screen of a phone or a tablet, with its icons. */
function dashboardManifest(): Plugin {
  let address = '';
  return {
    name: 'dashboard-manifest',
    async generateBundle() {
      if (this.environment.name !== 'client') return;
      const emit = (name: string, source: string | Uint8Array) =>
        `/${this.getFileName(this.emitFile({ type: 'asset', name, source }))}`;
      const icon = async (name: string, size: number, purpose: 'any' | 'maskable') => ({
        src: emit(name, await readFile(join('dashboard', 'icons', name))),
        sizes: `${size}x${size}`,
        type: 'image/png',
        purpose,
      });
      const manifest = {
        id: '/dashboard',
        name: 'Order Manager',
        short_name: 'Orders',
        start_url: '/dashboard/orders/live',
        // With the pages of the sign-in.
        scope: '/',
        display: 'standalone',
        theme_color: '#171B2A',
        background_color: '#ffffff',
        icons: [
          await icon('icon-192.png', 192, 'any'),
          await icon('icon-512.png', 512, 'any'),
          await icon('icon-maskable-512.png', 512, 'maskable'),
        ],
      };
      address = emit('order-manager.webmanifest', JSON.stringify(manifest));
    },
    transformIndexHtml: {
      order: 'post',
      handler: (_, { path }) =>
        path.endsWith(dashboardPage)
          ? [{ tag: 'link', attrs: { rel: 'manifest', href: address }, injectTo: 'head' as const }]
          : [],
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
            styles: '',
            words: addressesOfWords((name) => name),
          };
      return Object.entries(assets)
        .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`)
        .join(' ');
    },
  };
}

/** Modules that import a module, as the bundler tells of them. */
interface ModuleUse {
  importers: string[];
  dynamicImporters: string[];
}

interface Assets {
  /** The inline script that starts the others. */
  start: string;
  /** The entry script and its static imports. */
  scripts: string[];
  /** All of the site's, which the page has inline. */
  styles: string;
  /** Addresses by language. */
  words: Record<string, string>;
}

function addressesOfWords(fileOf: (name: string) => string): Assets['words'] {
  return Object.fromEntries(languages.map((language) => [language, `/${fileOf(wordsOf(language))}`]));
}

async function builtAssets(): Promise<Assets> {
  const manifest = JSON.parse(await readFile(`${clientFolder}/${guestManifest}`, 'utf8')) as Manifest;
  const seen = new Set<string>();
  // Imports come before the chunk itself, the order their styles need.
  const chunksOf = (name: string): ManifestChunk[] => {
    if (seen.has(name)) return [];
    seen.add(name);
    const chunk = manifest[name]!;
    return [...(chunk.imports ?? []).flatMap(chunksOf), chunk];
  };
  const chunks = chunksOf(storefrontEntry);
  return {
    start: `/${manifest[startEntry]!.file}`,
    scripts: chunks.map(({ file }) => `/${file}`).toReversed(),
    styles: await readFile(`${clientFolder}/${manifest['style.css']!.file}`, 'utf8'),
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
