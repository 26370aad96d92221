import { useEffect, useRef, useState } from "react";
import { base, usePath } from "../base/address.ts";
import { t } from "../base/words.ts";
import { Button } from "../kit/button.tsx";
import { Icon } from "../kit/icon.tsx";
import { AccountMenu } from "./account-menu.tsx";
import { Banner } from "./banner.tsx";
import { Keys } from "./keys.tsx";
import { useStream } from "./live.ts";
import { LiveDot } from "./live-dot.tsx";
import { BottomBar, Navigation } from "./navigation.tsx";
import { Palette } from "./palette.tsx";
import type { Place } from "./places.ts";
import { ProjectSwitcher } from "./project-switcher.tsx";
import { useRecent } from "./recent.ts";
import { useFacts } from "./session.tsx";

interface Props {
  places: Place[];
  current: Place | undefined;
  children: React.ReactNode;
}

/** What surrounds every page of a signed-in user: navigation at the left, live dot and account at the top. */
export function Shell({ places, current, children }: Props) {
  const facts = useFacts();
  const entries = places.filter((place) => place.page.nav && (place.page.nav.shown?.(facts) ?? true));
  const [drawer, setDrawer] = useState(false);
  const [palette, setPalette] = useState(false);
  const path = usePath();
  useStream();
  useRecent(path);
  useEffect(() => setDrawer(false), [path]);
  useAnnouncement(path);
  return (
    <div className={`shell${drawer ? " shell-open" : ""}`}>
      <a className="skip" href="#main">{t("app.skip")}</a>
      <aside className="side" onKeyDown={(event) => event.key === "Escape" && setDrawer(false)}>
        <ProjectSwitcher />
        <Button icon="search" onPress={() => setPalette(true)}>
          <span className="grow side-search">{t("app.search")}</span>
          <kbd className="key">{/Mac/.test(navigator.userAgent) ? "⌘K" : "Ctrl K"}</kbd>
        </Button>
        <Navigation entries={entries} current={current} />
      </aside>
      {drawer && <div className="side-back" onClick={() => setDrawer(false)} />}
      <div className="body">
        <header className="top">
          <span className="top-menu">
            <Button
              look="quiet"
              icon="menu"
              aria-label={t("app.menu")}
              aria-expanded={drawer}
              onPress={() => setDrawer(!drawer)}
            />
          </span>
          <span className="grow" />
          <LiveDot />
          <a className="button button-quiet button-icon" href={`${base}/docs`} aria-label={t("app.docs")}>
            <Icon name="book" />
          </a>
          <AccountMenu />
        </header>
        <main className="main" id="main" tabIndex={-1}>
          <Banner />
          {children}
        </main>
      </div>
      <BottomBar entries={entries} current={current} />
      <Palette places={entries} isOpen={palette} onOpenChange={setPalette} />
      <Keys places={entries} />
    </div>
  );
}

/** Moves the focus to the start of a new page, so that a screen reader reads its title. */
function useAnnouncement(path: string) {
  const before = useRef(path);
  useEffect(() => {
    if (before.current === path) return;
    before.current = path;
    document.getElementById("main")?.focus({ preventScroll: true });
  }, [path]);
}
