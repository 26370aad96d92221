import { useSyncExternalStore } from "react";
import { isNewVersionOffered, onNewVersion } from "../base/new-version.ts";
import { t } from "../base/words.ts";
import { PlainButton } from "../kit/form/plain-button.tsx";

/** Stands at the foot of the window when the server has a newer version than this page. */
export function NewVersion() {
  if (!useSyncExternalStore(onNewVersion, isNewVersionOffered)) return null;
  return (
    <div className="new-version" role="alert">
      <span>{t("app.newVersion")}</span>
      <PlainButton variant="main" icon="refresh" onPress={() => location.reload()}>{t("app.reload")}</PlainButton>
    </div>
  );
}
