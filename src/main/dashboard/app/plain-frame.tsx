import { useEffect } from "react";
import { Link } from "../base/link.tsx";
import { t } from "../base/words.ts";
import { ButtonLink } from "../kit/form/button-link.tsx";
import { Empty } from "../kit/states.tsx";
import { Logo } from "./logo.tsx";

/** A page without navigation: before signing in. */
export function PlainFrame({ children }: { children: React.ReactNode }) {
  return (
    <div className="bare">
      <header className="bare-head">
        <Link to="/" className="mark-link" aria-label="Godwit">
          <Logo size={30} />
          <span>Godwit</span>
        </Link>
      </header>
      <main className="bare-main" id="main">{children}</main>
    </div>
  );
}

/** An address that names no page. */
export function NotFound() {
  useEffect(() => {
    document.title = `${t("app.nothingHere")} · Godwit`;
  }, []);
  return (
    <Empty
      icon="search"
      isPage
      title={t("app.nothingHere")}
      action={<ButtonLink to="" variant="main">{t("app.toHome")}</ButtonLink>}
    >
      <p>{t("app.nothingHereText")}</p>
    </Empty>
  );
}
