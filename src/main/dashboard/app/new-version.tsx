import { useSyncExternalStore } from "react";
import { base, version } from "../base/address.ts";
import { t } from "../base/words.ts";
import { Button } from "../kit/button.tsx";

let isOffered = false;
const listeners = new Set<() => void>();

/** Asks the server for its version after a file of this page's version could not be had; offers to load the new one. */
export async function offerNewVersion() {
  const page = await fetch(`${base}/app/`, { cache: "no-store" }).then((answer) => answer.text(), () => "");
  const served = new DOMParser().parseFromString(page, "text/html").querySelector<HTMLMetaElement>(
    "meta[name=godwit-version]",
  );
  isOffered = served !== null && served.content !== version;
  listeners.forEach((listener) => listener());
}

/** Stands at the foot of the window when the server has a newer version than this page. */
export function NewVersion() {
  const shown = useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  }, () => isOffered);
  if (!shown) return null;
  return (
    <div className="new-version" role="alert">
      <span>{t("app.newVersion")}</span>
      <Button look="main" icon="refresh" onPress={() => location.reload()}>{t("app.reload")}</Button>
    </div>
  );
}
