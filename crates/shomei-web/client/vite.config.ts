import { defineConfig } from "vite";

// The names of the parts hold a hash of their content, so that browsers keep them for good.
export default defineConfig({
  base: "/",
  publicDir: false,
  build: {
    outDir: "../assets",
    emptyOutDir: true,
    assetsDir: "assets",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: "es2022",
  },
});
