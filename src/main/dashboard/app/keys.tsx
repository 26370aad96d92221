import { useEffect, useRef, useState } from "react";
import { useRouter } from "../base/project.ts";
import { store, stored } from "../base/stored.ts";
import { t } from "../base/words.ts";
import { Switch } from "../kit/form/choice.tsx";
import { Dialog } from "../kit/dialog.tsx";
import type { Route } from "./routes.ts";

let open = () => {};
/** Shows all keys. */
export const showKeys = () => open();

const isField = (target: EventTarget | null) =>
  target instanceof HTMLElement && !target.matches("[type=checkbox]") &&
  (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

/** Moves the focus along the rows of the list on the page. */
function step(by: number) {
  const links = [...document.querySelectorAll<HTMLElement>(".table-link")];
  const row = document.activeElement?.closest("[role=row]");
  const at = links.findIndex((link) => link === document.activeElement || row?.contains(link));
  links[Math.max(0, Math.min(links.length - 1, at + by))]?.focus();
}

/** Single keys: g and a letter go to a page, others act on the list. They never fire in fields and can be switched off. */
export function Keys({ routes }: { routes: Route[] }) {
  const [isOpen, setOpen] = useState(false);
  const [isOn, setOn] = useState(stored("shortcuts") !== "off");
  const { open: show } = useRouter();
  open = () => setOpen(true);
  /** When g was struck last, for the next key. */
  const prefixPressedAt = useRef(-Infinity);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || isField(event.target)) return;
      if (event.key === "?") return setOpen(true);
      if (!isOn || document.querySelector("[role=dialog]")) return;
      if (event.timeStamp - prefixPressedAt.current < 1200) {
        prefixPressedAt.current = -Infinity;
        const route = routes.find((each) => each.page.nav?.key === event.key);
        if (route) show(route.page.path);
        return;
      }
      if (event.key === "g") prefixPressedAt.current = event.timeStamp;
      else if (event.key === "j") step(1);
      else if (event.key === "k") step(-1);
      else if (event.key === "n") document.querySelector<HTMLElement>("[data-new]")?.click();
      else if (event.key === "/") {
        event.preventDefault();
        document.querySelector<HTMLElement>("[data-search]")?.focus();
      } else if (event.key === "x") {
        document.activeElement?.closest("[role=row]")?.querySelector<HTMLElement>("input[type=checkbox]")?.click();
      }
    };
    globalThis.addEventListener("keydown", press);
    return () => globalThis.removeEventListener("keydown", press);
  }, [routes, isOn, show]);
  const toggle = (on: boolean) => {
    setOn(on);
    store("shortcuts", on ? undefined : "off");
  };
  const lines: [string, string][] = [
    [/Mac/.test(navigator.userAgent) ? "⌘ K" : "Ctrl K", t("app.search")],
    ...routes.filter((route) => route.page.nav?.key).map((
      route,
    ): [string, string] => [`g ${route.page.nav!.key}`, t(route.page.title)]),
    ["/", t("shell.key.search")],
    ["n", t("shell.key.new")],
    ["j k", t("shell.key.move")],
    ["x", t("shell.key.select")],
    ["Enter", t("shell.key.open")],
    ["?", t("shell.keys")],
  ];
  return (
    <Dialog title={t("shell.keys")} isOpen={isOpen} onClose={() => setOpen(false)}>
      <dl className="keys">
        {lines.map(([key, words]) => (
          <div key={key}>
            <dt>
              <kbd className="key">{key}</kbd>
            </dt>
            <dd>{words}</dd>
          </div>
        ))}
      </dl>
      <Switch isSelected={isOn} onChange={toggle}>{t("shell.key.on")}</Switch>
    </Dialog>
  );
}
