import { useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from "react";
import { t } from "../base/words.ts";
import { Method } from "./method.tsx";
import { guides } from "./guides.ts";
import { findIn, indexOf } from "./index.ts";
import type { Api } from "./openapi.ts";
import { openRoute } from "./route.ts";

/** Finds guides and operations by words of their titles, paths, parameters and sentences. "/" and Ctrl K lead here. */
export function DocsSearch({ api }: { api: Api }) {
  const index = useMemo(() => indexOf(api, guides), [api]);
  const [text, setText] = useState("");
  const [isOpen, setOpen] = useState(false);
  const [activeIndex, setActiveIndex] = useState(0);
  const input = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const id = useId();
  const found = findIn(index, text);
  const chosen = Math.min(activeIndex, found.length - 1);
  useSearchKeys(input);
  useEffect(() => {
    list.current?.children[chosen]?.scrollIntoView({ block: "nearest" });
  }, [chosen]);
  const leave = () => {
    setText("");
    setOpen(false);
    input.current?.blur();
  };
  const open = (path: string) => {
    leave();
    openRoute(path);
  };
  const press = (event: React.KeyboardEvent) => {
    const by = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (by && found.length > 0) {
      event.preventDefault();
      setActiveIndex((chosen + by + found.length) % found.length);
    }
    if (event.key === "Enter" && found[chosen]) open(found[chosen].to);
    if (event.key === "Escape") leave();
  };
  const shows = isOpen && text.trim() !== "";
  return (
    <div className="docs-search" role="search">
      <input
        ref={input}
        className="input"
        type="search"
        role="combobox"
        aria-label={t("docs.search")}
        aria-expanded={shows}
        aria-controls={`${id}-list`}
        aria-activedescendant={shows && found[chosen] ? `${id}-${chosen}` : undefined}
        autoComplete="off"
        placeholder={t("docs.searchHint")}
        value={text}
        onFocus={() => setOpen(true)}
        onBlur={() => setOpen(false)}
        onChange={(event) => {
          setText(event.target.value);
          setOpen(true);
          setActiveIndex(0);
        }}
        onKeyDown={press}
      />
      <ul
        ref={list}
        id={`${id}-list`}
        role="listbox"
        aria-label={t("docs.search")}
        className="docs-found"
        hidden={!shows}
      >
        {found.map((each, index) => (
          <li
            key={each.to}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === chosen}
            onPointerMove={() => setActiveIndex(index)}
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => open(each.to)}
          >
            {each.method ? <Method method={each.method} /> : <span className="docs-method">{t("docs.guide")}</span>}
            <span className="grow truncated">
              {each.label}
              <span className="docs-found-hint soft small">{each.hint}</span>
            </span>
          </li>
        ))}
        {found.length === 0 && <li role="option" aria-selected="false" aria-disabled="true">{t("docs.nothing")}</li>}
      </ul>
      <p className="unseen" role="status">{shows ? t("docs.found", { count: found.length }) : ""}</p>
    </div>
  );
}

/** "/" outside of fields, and Ctrl K everywhere, from the first moment in which the page is seen. */
function useSearchKeys(input: React.RefObject<HTMLInputElement | null>) {
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent) => {
      const inField = event.target instanceof HTMLElement && /^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName);
      const isSlash = event.key === "/" && !inField && !event.ctrlKey && !event.metaKey && !event.altKey;
      if (!isSlash && !(event.key.toLowerCase() === "k" && (event.ctrlKey || event.metaKey))) return;
      event.preventDefault();
      input.current?.focus();
    };
    globalThis.addEventListener("keydown", press);
    return () => globalThis.removeEventListener("keydown", press);
  }, [input]);
}
