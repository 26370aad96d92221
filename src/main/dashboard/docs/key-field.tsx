import { useId } from "react";
import { t } from "../base/words.ts";
import { setOwnKey, useTryKey } from "./key.ts";

/** The key calls are made with: the demo project's where this server gives it, else one that is pasted. */
export function KeyField() {
  const id = useId();
  const { own, demo } = useTryKey();
  return (
    <div className="field">
      <label className="label" htmlFor={id}>{t("docs.key")}</label>
      <input
        id={id}
        className="input input-mono"
        type="text"
        autoComplete="off"
        spellCheck={false}
        placeholder={demo ? t("docs.demoKey") : "sk_…"}
        aria-describedby={`${id}-hint`}
        value={own}
        onChange={(event) => setOwnKey(event.target.value)}
      />
      <span id={`${id}-hint`} className="hint">{demo && !own ? t("docs.keyDemo") : t("docs.keyOwn")}</span>
    </div>
  );
}
