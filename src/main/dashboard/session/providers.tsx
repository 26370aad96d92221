import { apiAddress } from "../base/api.ts";
import { nextPage } from "./entry.ts";
import { t } from "../base/words.ts";

/** Buttons of the identity providers this installation knows. */
export function Providers({ flags }: { flags: Record<string, unknown> | undefined }) {
  const names = Object.entries(flags ?? {}).filter(([, on]) => on === true).map(([name]) => name);
  if (names.length === 0) return null;
  const nameOf = (path: string) =>
    path === "oidc" && typeof flags?.oidcDisplayName === "string"
      ? flags.oidcDisplayName
      : path === "github"
      ? "GitHub"
      : path[0]!.toUpperCase() + path.slice(1);
  return (
    <div className="stack-small">
      <p className="entry-or soft small">{t("session.or")}</p>
      {names.map((name) => (
        <a key={name} className="button" href={apiAddress(`/oauth/${name}/outbound`, { next: `/app/${nextPage()}` })}>
          {t("session.with", { name: nameOf(name) })}
        </a>
      ))}
    </div>
  );
}
