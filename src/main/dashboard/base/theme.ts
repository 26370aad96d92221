import { store, stored } from "./stored.ts";

export type Theme = "system" | "light" | "dark";

const changes = new EventTarget();

export function theme(): Theme {
  const chosen = stored("theme");
  return chosen === "light" || chosen === "dark" ? chosen : "system";
}

/** Shows the page in this theme from now on; light-dark() of the style sheets follows the color-scheme of the root. */
export function setTheme(chosen: Theme) {
  store("theme", chosen === "system" ? undefined : chosen);
  showTheme();
}

export function showTheme() {
  const chosen = theme();
  document.documentElement.style.colorScheme = chosen === "system" ? "light dark" : chosen;
  changes.dispatchEvent(new Event("change"));
}

/** Calls the listener when the page or its system has become light or dark; the answer ends that. */
export function onThemeChange(listener: () => void): () => void {
  const sources = [changes, matchMedia("(prefers-color-scheme: dark)")];
  sources.forEach((source) => source.addEventListener("change", listener));
  return () => sources.forEach((source) => source.removeEventListener("change", listener));
}
