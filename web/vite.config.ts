import { readFileSync } from 'node:fs';
import { defineConfig, type Plugin } from 'vite';

// The licences of all libraries in the page are served as /licences.txt.
const SHIPPED = [
  'preact',
  '@preact/signals',
  '@preact/signals-core',
  'three',
  '@fontsource/alegreya',
  '@fontsource/alegreya-sans',
  '@fontsource/grenze-gotisch',
];

function licences(): Plugin {
  const read = (name: string): string =>
    readFileSync(new URL(`./node_modules/${name}/LICENSE`, import.meta.url), 'utf8').trim();
  const source = SHIPPED.map((name) => `${name}\n${'='.repeat(name.length)}\n\n${read(name)}\n`).join('\n\n');
  return {
    name: 'licences',
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'licences.txt', source });
    },
  };
}

// Everything is served by our own server: no data: URLs, no inline scripts, no source maps.
export default defineConfig({
  plugins: [licences()],
  esbuild: { jsx: 'automatic', jsxImportSource: 'preact' },
  resolve: { alias: { '#made': new URL('./made', import.meta.url).pathname } },
  build: {
    target: 'es2020',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    outDir: process.env['SPELUNKE_PAGE'] ?? 'dist',
    emptyOutDir: true,
    // three is one large chunk, which is loaded after the first render.
    chunkSizeWarningLimit: 700,
    rollupOptions: {
      input: {
        drawn: new URL('./index.html', import.meta.url).pathname,
        plain: new URL('./plain.html', import.meta.url).pathname,
      },
    },
  },
});
