/**
 * Bundles the server into dist/server: its main file, the command line, a few chunks that are loaded when they are first needed, and the files of its
 * worker processes. A start then loads six files of the server instead of 1,250. Programs and data stay where they are: packages with
 * machine code in node_modules, migrations and the like beside their sources. The pictures of the demo are drawn into dist/demo-pictures.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { basename, dirname, join, relative } from 'node:path';
import { execPath } from 'node:process';
import { build, normalizePath } from 'vite';
import { root } from './bootstrap.mjs';
import { demoStamp, serverStamp } from './build-stamp.mjs';
import { serverOutput } from './server-output.mjs';

const sources = join(root, 'server');
const output = join(root, 'dist', 'server');
const workers = readdirSync(sources, { recursive: true, encoding: 'utf8' }).filter(
  (file) => file.endsWith('-worker.ts') && !file.startsWith('test'),
);
// The code that a start needs at once, and the rest, which is loaded while the database starts. A group takes along all that its module imports.
const start = normalizePath(join(sources, 'serve.ts'));
const app = normalizePath(join(sources, 'app.ts'));
const drawn = join(root, 'dist', 'demo-pictures', 'drawn');

// Computed before the build: a file that changes during it triggers another build at the next start.
const stamp = serverStamp.compute();
serverStamp.write(null);
// The server apart from the other programs: what it shares with them would be a hundred files, each found, read and compiled in turn.
await bundle(['main.ts', 'serve.ts'], {
  emptyOutDir: true,
  codeSplitting: {
    groups: [
      { name: 'start', test: (id) => id === start, priority: 2 },
      { name: 'app', test: (id) => id === app, priority: 1 },
    ],
  },
});
await bundle(['cli.ts', ...workers], { emptyOutDir: false });
if (demoStamp.isStale() || !existsSync(drawn)) await drawDemo();
serverStamp.write(stamp);

/**
 * Draws the pictures of the demo, which would take half of a first start. They stay until their sources change. A machine that cannot
 * draw may still be one that never shows the demo.
 */
async function drawDemo() {
  const stamp = demoStamp.compute();
  // Older pictures go, and the part of a file that a killed build has left.
  rmSync(dirname(drawn), { recursive: true, force: true });
  demoStamp.write(null);
  const program = join(sources, 'db', 'seed', 'pictures', 'write-drawn.ts');
  try {
    const child = spawn(execPath, [program, drawn], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
    const [code, signal] = await once(child, 'exit');
    if (code !== 0) throw new Error(`The program that draws ended with ${signal ?? code}`);
    demoStamp.write(stamp);
  } catch (error) {
    console.error('The pictures of the demo were not drawn; a server that shows it draws them.', error);
  }
}

function bundle(entries, { emptyOutDir, ...splitting }) {
  return build({
    configFile: false,
    root,
    logLevel: 'warn',
    plugins: [filesInPlace(), builtinsAsTheyAre()],
    ssr: { noExternal: true, external: ['@node-rs/argon2', 'pg-native', 'sharp'] },
    build: {
      ssr: true,
      outDir: output,
      emptyOutDir,
      copyPublicDir: false,
      sourcemap: true,
      target: 'node26',
      rolldownOptions: {
        input: Object.fromEntries(entries.map((file) => [basename(file, '.ts'), join(sources, file)])),
        output: { ...serverOutput, ...splitting, entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
      },
    },
  });
}

/** A module still finds the files beside its source; workers are beside the built file. */
function filesInPlace() {
  return {
    name: 'files-in-place',
    enforce: 'pre',
    transform(code, id) {
      if (!id.startsWith(sources) || !code.includes('import.meta.')) return null;
      const folder = JSON.stringify(relative(output, dirname(id)));
      const moved = code
        .replaceAll(
          /new URL\(\s*'(?:[^']*\/)?([\w-]+-worker)\.ts',\s*import\.meta\.url,?\s*\)/g,
          "new URL('$1.js', import.meta.url)",
        )
        .replaceAll('join(import.meta.dirname,', `join(import.meta.dirname, ${folder},`);
      const left = /^.*import\.meta\.(?!url\)|dirname, "\.\.).*$/m.exec(moved)?.[0];
      if (left !== undefined) this.error(`it is not known where this is after the build: ${left.trim()}`);
      return { code: moved, map: null };
    },
  };
}

/**
 * Node's modules without the exports object that an `import` of them makes: it reads every export, and those of `node:http` that are made
 * when they are first read load the whole of `fetch`, 100 ms and 16 MB of a start.
 */
function builtinsAsTheyAre() {
  const imported = /^import (?:(\* as )?([\w$]+))?(?:, )?(?:\{ ([^}]*) \})? from "((?:node:)?[\w/]+)";$/gm;
  return {
    name: 'builtins-as-they-are',
    renderChunk(code) {
      const replaced = code.replaceAll(imported, (statement, isNamespace, whole, named, name) => {
        if (!isBuiltin(name)) return statement;
        const names = named?.split(', ').map((each) => each.split(' as ')) ?? [];
        const missing = names.find(([of]) => !(of in process.getBuiltinModule(name)));
        if (missing !== undefined) this.error(`${name} has no ${missing[0]}`);
        const usesDefault = isNamespace && new RegExp(`${RegExp.escape(whole)}\\.default\\b(?! \\|\\|)`).test(code);
        if (usesDefault) this.error(`${name} has no default export any more`);
        const targets = [whole, named && `{ ${names.map((each) => each.join(': ')).join(', ')} }`];
        return targets
          .filter((target) => target !== undefined)
          .map((target) => `const ${target} = globalThis.process.getBuiltinModule("${name}");`)
          .join(' ');
      });
      const left = [...replaced.matchAll(/^(?:import|export)\b.*["']([\w:/]+)["'];$/gm)].find(([, name]) =>
        isBuiltin(name),
      );
      if (left !== undefined) this.error(`this would still make an exports object: ${left[0]}`);
      return { code: replaced, map: null };
    },
  };
}
