import { useEffect, useRef } from "react";
import { Page } from "../app/page.tsx";
import { useHasRole } from "../app/session.tsx";
import { useAnswer } from "../base/data.ts";
import { Link } from "../base/link.tsx";
import { t } from "../base/words.ts";
import { Icon, type IconName } from "../kit/icon.tsx";

const PARTS = [
  { to: "settings", key: "app.page.settings", icon: "settings", minRole: "MEMBER" },
  { to: "keys", key: "app.page.keys", icon: "key", minRole: "ADMIN" },
  { to: "team", key: "app.page.team", icon: "team", minRole: "MEMBER" },
  { to: "suppressions", key: "app.page.suppressions", icon: "block", minRole: "MEMBER" },
  { to: "webhooks", key: "app.page.webhooks", icon: "webhook", minRole: "ADMIN" },
  { to: "security", key: "app.page.security", icon: "shield", minRole: "MEMBER" },
  { to: "audit", key: "app.page.audit", icon: "list", minRole: "ADMIN" },
  { to: "billing", key: "app.page.billing", icon: "card", minRole: "MEMBER" },
] as const satisfies { to: string; key: string; icon: IconName; minRole: string }[];

type Part = (typeof PARTS)[number]["to"];

interface Props {
  part: Part;
  about?: React.ReactNode;
  actions?: React.ReactNode;
  children: React.ReactNode;
}

/** A page of the settings: its siblings beside it, above it in a narrow window. */
export function SettingsPage({ part, about, actions, children }: Props) {
  const isAdmin = useHasRole("ADMIN");
  const bills = useBilling();
  const shown = PARTS.filter((each) => (each.minRole === "MEMBER" || isAdmin) && (each.to !== "billing" || bills));
  const own = PARTS.find((each) => each.to === part)!;
  const current = useRef<HTMLLIElement>(null);
  // In braces, because newer browsers answer a promise, which React would call as the end of the effect.
  useEffect(() => {
    void current.current?.scrollIntoView({ block: "nearest", inline: "center" });
  }, [shown.length]);
  const allowed = own.minRole === "MEMBER" || isAdmin;
  return (
    <div className="settings-frame">
      <nav className="settings-parts" aria-label={t("app.page.settings")}>
        <ul role="list">
          {shown.map((each) => (
            <li key={each.to} ref={each.to === part ? current : null}>
              <Link to={each.to} className="nav-entry" aria-current={each.to === part ? "page" : undefined}>
                <Icon name={each.icon} />
                {each.to === "settings" ? t("settings.project") : t(each.key)}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <Page title={t(own.key)} about={about} actions={allowed && actions}>
        {allowed ? children : <p className="sheet">{t("settings.needsAdmin")}</p>}
      </Page>
    </div>
  );
}

/** True where this installation bills. */
export function useBilling(): boolean {
  const config = useAnswer("/config");
  return config.data?.features.billing.enabled === true;
}
