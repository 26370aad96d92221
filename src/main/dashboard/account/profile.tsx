import { useMemo, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { changedValues } from "../base/changed-values.ts";
import { useChange } from "../base/data.ts";
import { setTimeZone } from "../base/format.ts";
import { store } from "../base/stored.ts";
import { language, LANGUAGES, t } from "../base/words.ts";
import { Button } from "../kit/form/button.tsx";
import { Select } from "../kit/form/choice.tsx";
import { Field } from "../kit/form/field.tsx";
import { Form } from "../kit/form/form.tsx";
import { showToast } from "../kit/toast.tsx";
import type { User } from "./api.ts";

const BROWSER = "browser";

/** Edits the name of the user, and the language and time zone of the pages in every browser. */
export function Profile({ user }: { user: User }) {
  const [shown, setShown] = useState({
    name: user.name ?? "",
    language: user.language?.slice(0, 2) ?? language as string,
    timeZone: user.timeZone ?? BROWSER,
  });
  const [saved, setSaved] = useState(shown);
  const sent = useRef(shown);
  const set = (name: keyof typeof shown) => (value: string) => setShown((shown) => ({ ...shown, [name]: value }));
  const zones = useMemo(zoneOptions, []);
  const change = useChange("patch", "/users/@me", {
    onDone: () => {
      showToast(t("account.saved"));
      // At once, so that no question stands in the way of the reload.
      flushSync(() => setSaved(sent.current));
      setTimeZone(zoneOf(sent.current.timeZone));
      store("language", sent.current.language);
      if (sent.current.language !== language) location.reload();
    },
  });
  const changes = changedValues(shown, saved);
  const save = () => {
    sent.current = shown;
    const { name, timeZone } = changes;
    const body = {
      ...changes,
      ...(name !== undefined && { name: name.trim() || null }),
      ...(timeZone && { timeZone: zoneOf(timeZone) }),
    };
    change.mutate({ body });
  };
  return (
    <section className="sheet stack" aria-labelledby="profile">
      <h2 id="profile">{t("account.profile")}</h2>
      <Form
        label={t("account.profile")}
        error={change.error}
        unsaved={Object.keys(changes).length > 0}
        onSubmit={save}
      >
        <Field
          name="name"
          label={t("account.name")}
          value={shown.name}
          onChange={set("name")}
          maxLength={100}
          autoComplete="name"
        />
        <div className="columns">
          <Select
            name="language"
            label={t("account.language")}
            value={shown.language}
            onChange={set("language")}
            options={Object.entries(LANGUAGES).map(([id, label]) => ({ id, label }))}
          />
          <Select
            name="timeZone"
            label={t("account.timeZone")}
            value={shown.timeZone}
            onChange={set("timeZone")}
            options={zones}
          />
        </div>
        <div className="form-actions">
          <Button type="submit" isPending={change.isPending}>{t("account.save")}</Button>
        </div>
      </Form>
    </section>
  );
}

/** The zone to store; none for that of the browser. */
const zoneOf = (chosen: string) => chosen === BROWSER ? null : chosen;

function zoneOptions() {
  const browser = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  const all = Intl.supportedValuesOf("timeZone").map((id) => ({ id, label: id.replaceAll("_", " ") }));
  return [{ id: BROWSER, label: t("account.browserZone", { zone: browser }) }, ...all];
}
