import { useState } from "react";
import { useList } from "../base/data.ts";
import { t } from "../base/words.ts";
import { PlainField } from "../kit/form/plain-field.tsx";
import { useDebounced } from "../base/use-debounced.ts";

/** So many templates are offered at once; the others are searched for. */
const OFFERED = 100;

/** The templates to choose from, with a field to search in where there are more than can be offered. */
export function useTemplates() {
  const [search, setSearch] = useState("");
  const list = useList("/templates", { query: { view: "list", limit: OFFERED, search: useDebounced(search) } }, {
    topics: ["template"],
  });
  const isLong = search !== "" || (list.total ?? 0) > OFFERED;
  const field = isLong && (
    <PlainField
      label={t("writing.findTemplate")}
      name="findTemplate"
      type="search"
      autoComplete="off"
      hint={t("writing.findTemplateHint", { count: list.total ?? 0 })}
      value={search}
      onChange={({ target }) => setSearch(target.value)}
    />
  );
  return { list, templates: list.rows, field, isSearched: search !== "" };
}
