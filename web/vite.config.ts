import { defineConfig, type Plugin } from "vite";

// One classic script for each mode, because pages are also opened as files, where
// modules do not load. The style sheet comes with the viewer.
export default defineConfig(({ mode }) => ({
  plugins: [withoutStyleAttribute(), ...(mode === "play" ? [withoutDrawings()] : [])],
  build: {
    outDir: "../crates/partie-page/assets",
    emptyOutDir: false,
    target: ["chrome111", "firefox115", "safari16.4"],
    // The pieces are data URLs, so that a page needs no further file.
    assetsInlineLimit: 100_000,
    modulePreload: { polyfill: false },
    lib: {
      entry: `src/${/^(words|play)-/.test(mode) ? "made/" : ""}${mode}.ts`,
      formats: ["iife"],
      name: "partie",
      fileName: () => `${mode}.js`,
      // Some pages have a style sheet of their own beside that of all pages.
      cssFileName: { play: "play", import: "library", texts: "paste" }[mode] ?? "page",
    },
    rolldownOptions: {
      output: {
        postBanner:
          "/*! Partie, GPL-3.0-or-later" +
          (mode === "viewer" || mode === "explorer" || mode === "play" ? "; with chessground 10.4.1 of lichess.org, GPL-3.0-or-later" : "") +
          " */",
      },
    },
  },
}));

// chessground 10.4.1 sets a style attribute on its drawings, which the page's
// Content-Security-Policy refuses. The style sheet sets the property instead.
function withoutStyleAttribute(): Plugin {
  const attribute = /style: 'color-scheme:light only',?/;
  return {
    name: "without-style-attribute",
    transform(code, id) {
      if (!id.endsWith("/chessground/dist/wrap.js")) return null;
      if (!attribute.test(code)) this.error("expected chessground to set a style attribute in wrap.js");
      return { code: code.replace(attribute, ""), map: null };
    },
  };
}

// Boards of live play have `drawable.visible` off: chessground then never calls what draws arrows and circles.
function withoutDrawings(): Plugin {
  return {
    name: "without-drawings",
    transform(_code, id) {
      if (!id.endsWith("/chessground/dist/svg.js")) return null;
      const names = ["createElement", "setAttributes", "createDefs", "renderSvg"];
      return { code: names.map((name) => `export function ${name}() {}`).join("\n"), map: null };
    },
  };
}
