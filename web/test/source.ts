import { build } from "vite";

/** Loads a module of the scripts, without a browser. `path` is one in `src`, such as `play/state`. */
export async function source<T>(path: string): Promise<T> {
  const root = new URL("../../", import.meta.url).pathname;
  const made = await build({
    root,
    configFile: false,
    logLevel: "silent",
    build: { write: false, minify: false, lib: { entry: `src/${path}.ts`, formats: ["es"] } },
  });
  const [output] = [made].flat();
  if (!output || !("output" in output)) throw new Error(`nothing was built from ${path}`);
  return (await import(`data:text/javascript,${encodeURIComponent(output.output[0].code)}`)) as T;
}
