import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';

// The component <senet-board> as one file that any page can load.
export default defineConfig({
  publicDir: false,
  plugins: [svelte({ emitCss: false })],
  build: {
    outDir: 'dist',
    emptyOutDir: false,
    target: 'es2022',
    lib: { entry: 'src/component/senet-board.ts', formats: ['es'], fileName: () => 'senet-board.js' },
  },
});
