import { useEffect, useRef, useState } from "react";
import { Button as AriaButton } from "react-aria-components/Button";
import { useQueryState } from "../../base/address.ts";
import { t } from "../../base/words.ts";
import type { Option } from "./choice.tsx";
import { Icon } from "../icon.tsx";
import { type ListFile, ListMenu } from "../list-menu.tsx";
import { Menu } from "../menu.tsx";
import { Button } from "./button.tsx";

interface Chip {
  /** The parameter of the address, and of the call. */
  name: string;
  label: string;
  options: Option[];
}

interface Props<T> {
  /** The label of the search field; without it there is none. Its parameter is "search". */
  search?: string;
  chips?: Chip[];
  /** The number of rows that match, when it is known. */
  total?: number | undefined;
  /** The list as a file; without it there is none. */
  file?: ListFile<T> | undefined;
  /** True for a list that is no table, whose density cannot be changed. */
  isFeed?: boolean;
  children?: React.ReactNode;
}

/** Search, filters and count above a list. All of it is kept in the address of the page. */
export function Filters<T>({ search, chips = [], total, file, isFeed = false, children }: Props<T>) {
  const [query, setQuery] = useQueryState();
  const names = [...chips.map((chip) => chip.name), "search"];
  const isFiltered = names.some((name) => query[name]);
  return (
    <div className="list-head" role="search">
      {search && <SearchField label={search} />}
      {chips.map((chip) => <FilterChip key={chip.name} chip={chip} />)}
      {isFiltered && (
        <Button
          variant="quiet"
          icon="close"
          onPress={() => setQuery(Object.fromEntries(names.map((name) => [name, undefined])))}
        >
          {t("lists.clear")}
        </Button>
      )}
      {children}
      <div className="list-end">
        <span className="list-count" role="status">
          {total === undefined ? "" : t("lists.total", { count: total })}
        </span>
        {!isFeed && <ListMenu file={file} />}
      </div>
    </div>
  );
}

function FilterChip({ chip }: { chip: Chip }) {
  const [query, setQuery] = useQueryState();
  const chosen = chip.options.find((option) => option.id === query[chip.name]);
  const options = [{ id: "", label: t("lists.any") }, ...chip.options];
  return (
    <Menu
      label={chip.label}
      items={options.map((option) => ({
        id: option.id || "any",
        label: option.label,
        isChosen: option.id === (query[chip.name] ?? ""),
        onAction: () => setQuery({ [chip.name]: option.id }),
      }))}
    >
      <AriaButton className={`chip${chosen ? " chip-on" : ""}`}>
        {chosen ? `${chip.label}: ${chosen.label}` : chip.label}
        <Icon name="down" size={12} />
      </AriaButton>
    </Menu>
  );
}

/** Writes what is typed into the address 250 ms after the last key. */
export function SearchField({ label, name = "search" }: { label: string; name?: string }) {
  const [query, setQuery] = useQueryState();
  const [text, setText] = useState(query[name] ?? "");
  const written = useRef(text);
  useEffect(() => {
    if ((query[name] ?? "") !== written.current) setText(written.current = query[name] ?? "");
  }, [query[name]]);
  useEffect(() => {
    if (text === written.current) return;
    const timer = setTimeout(() => setQuery({ [name]: written.current = text }), 250);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <div className="search-field">
      <Icon name="search" />
      <input
        type="search"
        className="input"
        data-search=""
        aria-label={label}
        placeholder={label}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
    </div>
  );
}
