/** Choices that stay in this browser: theme, language, columns. Reading and writing fail silently where storage is off. */

type Name = "theme" | "language" | "shortcuts" | "project" | "density" | `columns.${string}` | `draft.${string}`;

export function stored(name: Name): string | undefined {
  try {
    return localStorage.getItem(`godwit.${name}`) ?? undefined;
  } catch {
    return undefined;
  }
}

export function store(name: Name, value: string | undefined) {
  try {
    if (value === undefined) localStorage.removeItem(`godwit.${name}`);
    else localStorage.setItem(`godwit.${name}`, value);
  } catch {
    // The choice then holds for this page only.
  }
}
