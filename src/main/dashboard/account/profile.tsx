import { useMemo, useState } from "react";
import { useChange } from "../base/data.ts";
import { setTimeZone } from "../base/format.ts";
import { store } from "../base/stored.ts";
import { language, LANGUAGES, t } from "../base/words.ts";
import { Button } from "../kit/button.tsx";
import { Select } from "../kit/choice.tsx";
import { Field } from "../kit/field.tsx";
import { Form } from "../kit/form.tsx";
import { say } from "../kit/toast.tsx";
import type { User } from "./api.ts";

const BROWSER = "browser";

/** How the user wants to be called, and the language and time zone of the pages, in every browser. */
export function Profile({ user }: { user: User }) {
  const [name, setName] = useState(user.name ?? "");
  const [tongue, setTongue] = useState<string>(user.language?.slice(0, 2) ?? language);
  const [zone, setZone] = useState(user.timeZone ?? BROWSER);
  const shown = JSON.stringify([name, tongue, zone]);
  const [saved, setSaved] = useState(shown);
  const zones = useMemo(zoneOptions, []);
  const change = useChange("patch", "/users/@me", {
    onDone: () => {
      say(t("account.saved"));
      setSaved(shown);
      setTimeZone(zone === BROWSER ? null : zone);
      store("language", tongue);
      if (tongue !== language) location.reload();
    },
  });
  const save = () =>
    change.mutate({
      body: { name: name.trim() || null, language: tongue, timeZone: zone === BROWSER ? null : zone } as never,
    });
  return (
    <section className="sheet stack" aria-labelledby="profile">
      <h2 id="profile">{t("account.profile")}</h2>
      <Form
        label={t("account.profile")}
        error={change.error}
        unsaved={shown !== saved && !change.isPending}
        onSubmit={save}
      >
        <Field
          name="name"
          label={t("account.name")}
          value={name}
          onChange={setName}
          maxLength={100}
          autoComplete="name"
        />
        <div className="columns">
          <Select
            name="language"
            label={t("account.language")}
            value={tongue}
            onChange={setTongue}
            options={Object.entries(LANGUAGES).map(([id, label]) => ({ id, label }))}
          />
          <Select name="timeZone" label={t("account.timeZone")} value={zone} onChange={setZone} options={zones} />
        </div>
        <div className="form-actions">
          <Button type="submit" isPending={change.isPending}>{t("account.save")}</Button>
        </div>
      </Form>
    </section>
  );
}

function zoneOptions() {
  const browser = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  const all = Intl.supportedValuesOf("timeZone").map((id) => ({ id, label: id.replaceAll("_", " ") }));
  return [{ id: BROWSER, label: t("account.browserZone", { zone: browser }) }, ...all];
}
