import { useState } from "react";
import { t } from "../base/words.ts";
import { Badge } from "../kit/badge.tsx";
import { Switch } from "../kit/form/choice.tsx";
import { Field } from "../kit/form/field.tsx";
import type { Setting } from "./api.ts";

const isChosen = ({ source }: Setting) => source !== "default";

/** The settings this node runs with, and where each of them was given. Secrets say only whether they are set. */
export function Settings({ settings }: { settings: Setting[] }) {
  const [search, setSearch] = useState("");
  const [isChosenOnly, setChosenOnly] = useState(() => settings.some(isChosen));
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const shown = settings
    .filter((setting) => !isChosenOnly || words.length > 0 || isChosen(setting))
    .filter(({ name, variable, value }) =>
      words.every((word) => `${name} ${variable} ${value ?? ""}`.toLowerCase().includes(word))
    );
  return (
    <div className="stack-small">
      <p className="soft">{t("system.settingsHint")}</p>
      <div className="row-wrap system-filter">
        <Field label={t("system.search")} value={search} onChange={setSearch} type="search" />
        <Switch isSelected={isChosenOnly} onChange={setChosenOnly}>{t("system.chosenOnly")}</Switch>
      </div>
      <p className="unseen" role="status">{t("system.settingsCount", { count: shown.length })}</p>
      {shown.length === 0 && <p className="soft">{t("system.settingsNone")}</p>}
      <dl className="sheet system-settings">
        {shown.map((setting) => (
          <div key={setting.name}>
            <dt>
              <span className="system-name">{setting.name}</span>
              <span className="soft small system-name">{setting.variable}</span>
            </dt>
            <dd>
              <Value setting={setting} />
              {isChosen(setting) && (
                <Badge tone="info">{t(`system.source.${setting.source as "file" | "environment"}`)}</Badge>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

function Value({ setting: { secret, set, value } }: { setting: Setting }) {
  if (secret) return <span className="soft">{set ? t("system.secretSet") : t("system.notSet")}</span>;
  return value ? <code className="system-value">{value}</code> : <span className="soft">{t("system.notSet")}</span>;
}
