import { useEffect, useRef, useState } from "react";
import { base, usePath } from "../base/address.ts";
import { useTopics } from "../base/topics.ts";
import { t } from "../base/words.ts";
import { Button } from "../kit/form/button.tsx";
import { Icon } from "../kit/icon.tsx";
import { AccountMenu } from "./account-menu.tsx";
import { Banner } from "./banner.tsx";
import { Keys } from "./keys.tsx";
import { useStream } from "./live.ts";
import { LiveDot } from "./live-dot.tsx";
import { BottomBar, Navigation } from "./navigation.tsx";
import { Palette } from "./palette.tsx";
import type { Route } from "./routes.ts";
import { ProjectSwitcher } from "./project-switcher.tsx";
import { useRecent } from "./recent.ts";
import { SESSION_TOPICS, useFacts } from "./session.tsx";

interface Props {
  routes: Route[];
  current: Route | undefined;
  children: React.ReactNode;
}

/** The frame of every page of a signed-in user: navigation at the left, live dot and account at the top. */
export function Shell({ routes, current, children }: Props) {
  const facts = useFacts();
  const entries = routes.filter((route) => route.page.nav && (route.page.nav.shown?.(facts) ?? true));
  const { drawer, setDrawer, side, menu, closeDrawer, closeOnBlur } = useDrawer();
  const [palette, setPalette] = useState(false);
  const path = usePath();
  useStream();
  useTopics(SESSION_TOPICS);
  useRecent(path);
  useEffect(() => setDrawer(false), [path]);
  useAnnouncement(path);
  return (
    <div className={`shell${drawer ? " shell-open" : ""}`}>
      <a className="skip" href="#main">{t("app.skip")}</a>
      <aside
        className="side"
        ref={side}
        onKeyDown={(event) => event.key === "Escape" && closeDrawer()}
        onBlur={closeOnBlur}
      >
        <ProjectSwitcher />
        <Button icon="search" onPress={() => setPalette(true)}>
          <span className="grow side-search">{t("app.search")}</span>
          <kbd className="key">{/Mac/.test(navigator.userAgent) ? "⌘K" : "Ctrl K"}</kbd>
        </Button>
        <Navigation entries={entries} current={current} />
      </aside>
      {drawer && <div className="side-back" onClick={closeDrawer} />}
      <div className="body">
        <header className="top">
          <span className="top-menu" ref={menu}>
            <Button
              variant="quiet"
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
      <Palette routes={entries} isOpen={palette} onOpenChange={setPalette} />
      <Keys routes={entries} />
    </div>
  );
}

/**
 * The navigation of a small window, which lies over the page while it is open. It takes the focus, gives it back to its button, and
 * closes when Tab leads out of it.
 */
function useDrawer() {
  const [drawer, setDrawer] = useState(false);
  const side = useRef<HTMLElement>(null);
  const menu = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    if (drawer) side.current?.querySelector("button")?.focus();
  }, [drawer]);
  const closeDrawer = () => {
    if (!drawer) return;
    menu.current?.querySelector("button")?.focus();
    setDrawer(false);
  };
  const closeOnBlur = ({ relatedTarget }: React.FocusEvent) => {
    if (drawer && relatedTarget?.closest(".body")) setDrawer(false);
  };
  return { drawer, setDrawer, side, menu, closeDrawer, closeOnBlur };
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
