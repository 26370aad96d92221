const loaded = new Map<string, Promise<void>>();

/** Links the style sheet of a folder of pages, once; folders without one need nothing. */
export function loadStyle(feature: string): Promise<void> {
  const file = STYLES[feature];
  if (!file) return Promise.resolve();
  const known = loaded.get(feature);
  if (known) return known;
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.href = new URL(file, import.meta.url).href;
  const done = new Promise<void>((resolve, reject) => {
    link.onload = () => resolve();
    link.onerror = () => reject(new Error(file));
  });
  loaded.set(feature, done);
  document.head.append(link);
  return done;
}
