import { useEffect, useRef, useState } from "react";
import { usePath } from "../base/address.ts";
import { t } from "../base/words.ts";
import { Skeleton } from "../kit/states.tsx";
import { DocsHead } from "./head.tsx";
import { DocsNavigation } from "./navigation.tsx";
import type { Api } from "./openapi.ts";
import { DocsPage } from "./page.tsx";

/** The documentation: head and navigation around the page that the address names. */
export function Docs({ api }: { api: Promise<Api> }) {
  const [loaded, setLoaded] = useState<{ api: Api | undefined }>();
  useEffect(() => {
    api.catch(() => undefined).then((found) => setLoaded({ api: found }));
  }, []);
  return loaded ? <Loaded api={loaded.api} /> : <Skeleton lines={8} />;
}

function Loaded({ api }: { api: Api | undefined }) {
  const [drawer, setDrawer] = useState(false);
  const path = usePath();
  const main = useRef<HTMLElement>(null);
  const before = useRef(path);
  useEffect(() => {
    setDrawer(false);
    if (before.current !== path) main.current?.focus({ preventScroll: true });
    before.current = path;
  }, [path]);
  if (!api) return <p role="alert" className="docs-main">{t("docs.unreachable")}</p>;
  return (
    <div className={`docs${drawer ? " docs-open" : ""}`}>
      <a className="docs-skip" href="#main">{t("docs.skip")}</a>
      <DocsHead api={api} isOpen={drawer} onMenu={() => setDrawer(!drawer)} />
      <aside className="docs-side" onKeyDown={(event) => event.key === "Escape" && setDrawer(false)}>
        <DocsNavigation api={api} />
      </aside>
      {drawer && <div className="docs-back" onClick={() => setDrawer(false)} />}
      <main className="docs-main" id="main" tabIndex={-1} ref={main}>
        <DocsPage api={api} />
      </main>
    </div>
  );
}
