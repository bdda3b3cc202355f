import { defineConfig } from 'vite';

// Everything comes from our own server: no data: files, no inline scripts, no source maps.
export default defineConfig({
  esbuild: { jsx: 'automatic', jsxImportSource: 'preact' },
  resolve: { alias: { '#made': new URL('./made', import.meta.url).pathname } },
  build: {
    target: 'es2020',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    outDir: process.env['SPELUNKE_PAGE'] ?? 'dist',
    emptyOutDir: true,
    // three is one large chunk, which is fetched after the first picture.
    chunkSizeWarningLimit: 700,
    rollupOptions: { input: { drawn: new URL('./index.html', import.meta.url).pathname, plain: new URL('./plain.html', import.meta.url).pathname } },
  },
});
