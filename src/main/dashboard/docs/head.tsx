import { useState } from "react";
import { Logo } from "../app/logo.tsx";
import { base } from "../base/address.ts";
import { setTheme } from "../base/theme.ts";
import { t } from "../base/words.ts";
import { PlainButton } from "../kit/form/plain-button.tsx";
import { DocsLink } from "./link.tsx";
import type { Api } from "./openapi.ts";
import { DocsSearch } from "./search.tsx";

interface Props {
  api: Api;
  isOpen: boolean;
  onMenu: () => void;
}

/** The bar at the top: where one is, the search, the way to the dashboard. */
export function DocsHead({ api, isOpen, onMenu }: Props) {
  return (
    <header className="docs-head">
      <span className="docs-menu">
        <PlainButton variant="quiet" icon="menu" aria-label={t("docs.menu")} aria-expanded={isOpen} onPress={onMenu} />
      </span>
      <DocsLink to="" className="mark-link" aria-label={t("docs.title")}>
        <Logo size={26} />
        <span className="docs-name">{t("docs.title")}</span>
      </DocsLink>
      <DocsSearch api={api} />
      <ThemeButton />
      <a className="button button-quiet docs-dashboard" href={`${base}/app/`}>{t("docs.dashboard")}</a>
    </header>
  );
}

function ThemeButton() {
  const [isDark, setDark] = useState(() => getComputedStyle(document.body).colorScheme === "dark" || systemIsDark());
  const change = () => {
    setTheme(isDark ? "light" : "dark");
    setDark(!isDark);
  };
  return (
    <PlainButton
      variant="quiet"
      icon={isDark ? "sun" : "moon"}
      aria-label={isDark ? t("docs.light") : t("docs.dark")}
      onPress={change}
    />
  );
}

/** True when the page follows a dark system. */
function systemIsDark() {
  return document.documentElement.style.colorScheme !== "light" && matchMedia("(prefers-color-scheme: dark)").matches;
}
