import { Link } from "../base/link.tsx";
import { t } from "../base/words.ts";
import { Icon } from "../kit/icon.tsx";
import type { Route } from "./routes.ts";

interface Props {
  entries: Route[];
  current: Route | undefined;
}

/** A page belongs to the entry of its own folder when it has none itself. */
function isCurrent(entry: Route, current: Route | undefined) {
  return current !== undefined &&
    (entry.page === current.page || (!current.page.nav && entry.feature === current.feature));
}

function target(entry: Route) {
  return (entry.page.scope ?? "project") === "project" ? entry.page.path : `/${entry.page.path}`;
}

const byOrder = (one: Route, other: Route) => one.page.nav!.order - other.page.nav!.order;

export function Navigation({ entries, current }: Props) {
  return (
    <nav className="nav" aria-label={t("app.navigation")}>
      {(["work", "more"] as const).map((group) => (
        <ul key={group} role="list" className={`nav-${group}`}>
          {entries.filter((entry) => entry.page.nav!.group === group).sort(byOrder).map((entry) => (
            <li key={entry.pattern}>
              <Entry entry={entry} current={current} />
            </li>
          ))}
        </ul>
      ))}
    </nav>
  );
}

function Entry({ entry, current }: { entry: Route; current: Route | undefined }) {
  return (
    <Link to={target(entry)} className="nav-entry" aria-current={isCurrent(entry, current) ? "page" : undefined}>
      <Icon name={entry.page.nav!.icon} size={18} />
      <span>{t(entry.page.title)}</span>
    </Link>
  );
}

const IN_BAR = 5;

/** The first entries at the foot of a small window. */
export function BottomBar({ entries, current }: Props) {
  const first = entries.filter((entry) => entry.page.nav!.group === "work").sort(byOrder).slice(0, IN_BAR);
  return (
    <nav className="bottom-bar" aria-label={t("app.navigationShort")}>
      {first.map((entry) => <Entry key={entry.pattern} entry={entry} current={current} />)}
    </nav>
  );
}
