import { store, stored } from "./stored.ts";

export type Theme = "system" | "light" | "dark";

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
}
