import { useSyncExternalStore } from "react";
import { base } from "../base/address.ts";
import { t } from "../base/words.ts";
import { PlainButton } from "../kit/plain-button.tsx";

let isOffered = false;
const listeners = new Set<() => void>();

/** Offers to load the page anew after a file of its version could not be had, unless the server is away altogether. */
export async function offerNewVersion() {
  isOffered = await fetch(`${base}/app/`, { cache: "no-store" }).then((answer) => answer.ok, () => false);
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
      <PlainButton look="main" icon="refresh" onPress={() => location.reload()}>{t("app.reload")}</PlainButton>
    </div>
  );
}
