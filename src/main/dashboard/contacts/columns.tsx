import { useState } from "react";
import { store, stored } from "../base/stored.ts";
import { t } from "../base/words.ts";
import { Button } from "../kit/form/button.tsx";
import { Menu } from "../kit/menu.tsx";
import { type FieldInfo, plainName } from "./api.ts";

const DEFAULT_COLUMNS = 3;
const MAX_COLUMNS = 8;

/** The custom fields shown as columns: those chosen in this browser, at first the three that most contacts have. */
export function useColumns(fields: FieldInfo[]): [string[], (chosen: string[]) => void] {
  const [chosen, setChosen] = useState(() => stored("columns.contacts")?.split("\n").filter(Boolean));
  const known = fields.map((field) => field.field);
  const defaults = [...fields].sort((one, other) => other.coverage - one.coverage).slice(0, DEFAULT_COLUMNS);
  const change = (next: string[]) => {
    setChosen(next);
    store("columns.contacts", next.join("\n"));
  };
  return [chosen ? chosen.filter((field) => known.includes(field)) : defaults.map((field) => field.field), change];
}

interface Props {
  fields: FieldInfo[];
  shown: string[];
  onChange: (shown: string[]) => void;
}

export function ColumnsMenu({ fields, shown, onChange }: Props) {
  const toggle = (field: string) =>
    shown.includes(field) ? shown.filter((each) => each !== field) : [...shown, field].slice(-MAX_COLUMNS);
  return (
    <Menu
      label={t("contacts.columns")}
      items={fields.map(({ field }) => ({
        id: field,
        label: plainName(field),
        isChosen: shown.includes(field),
        onAction: () => onChange(toggle(field)),
      }))}
    >
      <Button variant="quiet" icon="columns">{t("contacts.columns")}</Button>
    </Menu>
  );
}
