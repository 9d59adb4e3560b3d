/**
 * Builds both apps: the pages and assets of the browsers into dist/client, and the guest's site as the server renders it
 * into dist/ssr. `vite build` does it all, with the compressed copies that are served.
 */
import { existsSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Manifest, type Plugin } from 'vite';

const storefrontEntry = 'storefront/entry-client.tsx';
const wordsOf = (language: string) => `storefront/messages/${language}.ts`;
const languages = ['en', 'ar'];
const dashboardPage = 'dashboard/index.html';
const clientFolder = 'dist/client';

export default defineConfig({
  appType: 'custom',
  // The compiler's caches would add 12 kB to a guest's first load; the site keeps what is dear to make by hand.
  plugins: [react({ compiler: { sources: ['/dashboard/'] } }), clientAssets()],
  // The router brings a stand-in for what React has had since 18.
  resolve: { alias: { 'use-sync-external-store/shim/index.js': 'react' } },
  environments: {
    client: {
      build: {
        outDir: clientFolder,
        manifest: true,
        rolldownOptions: {
          input: existsSync(dashboardPage) ? [storefrontEntry, dashboardPage] : [storefrontEntry],
          output: {
            codeSplitting: {
              groups: [
                // One copy of React for both apps, and a file that stays the same when our code changes.
                { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/ },
                // All styles of the guest's site at once: what is loaded later then needs a script only.
                { name: 'storefront', test: /[\\/]storefront[\\/].*\.css$/ },
                {
                  name: 'site',
                  tags: ['$initial'],
                  test: /[\\/]storefront[\\/]/,
                  includeDependenciesRecursively: false,
                },
              ],
            },
          },
        },
      },
    },
    ssr: {
      // Everything inside, React in its production form, whatever NODE_ENV the server runs with.
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
      // The page that the server renders names the files of the browser, so those come first.
      await builder.build(builder.environments.client!);
      await builder.build(builder.environments.ssr!);
      await compressFolder(clientFolder);
    },
  },
});

/** `virtual:client-assets`: the addresses of the script, the styles and the words that a rendered page of the guest's site loads. */
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
        : { script: `/${storefrontEntry}`, styles: [], words: addressesOfWords((name) => name) };
      return Object.entries(assets)
        .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`)
        .join(' ');
    },
  };
}

interface Assets {
  script: string;
  styles: string[];
  /** By language. */
  words: Record<string, string>;
}

function addressesOfWords(fileOf: (name: string) => string): Assets['words'] {
  return Object.fromEntries(languages.map((language) => [language, `/${fileOf(wordsOf(language))}`]));
}

async function builtAssets(): Promise<Assets> {
  const manifest = JSON.parse(await readFile(`${clientFolder}/.vite/manifest.json`, 'utf8')) as Manifest;
  const seen = new Set<string>();
  // What a chunk imports comes before what it says itself, as its styles must.
  const stylesOf = (name: string): string[] => {
    if (seen.has(name)) return [];
    seen.add(name);
    const { imports = [], css = [] } = manifest[name]!;
    return [...imports.flatMap(stylesOf), ...css];
  };
  const styles = new Set(stylesOf(storefrontEntry));
  return {
    script: `/${manifest[storefrontEntry]!.file}`,
    styles: [...styles].map((file) => `/${file}`),
    words: addressesOfWords((name) => manifest[name]!.file),
  };
}

/** Writes `.br` and `.gz` beside every text, at the slowest setting: done once here instead of for every guest. */
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
