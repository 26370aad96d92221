import { useEffect, useId, useRef, useState } from "react";
import { t } from "../base/words.ts";
import { Dialog } from "../kit/dialog.tsx";
import { Icon } from "../kit/icon.tsx";
import type { Route } from "./routes.ts";
import { useChoices } from "./choices.ts";
import { type Choice, useSearchResults } from "./search-results.ts";

interface Props {
  routes: Route[];
  isOpen: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Ctrl/⌘ K: pages, things, projects and actions by a few letters of their names. */
export function Palette({ routes, isOpen, onOpenChange }: Props) {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() === "k" && (event.ctrlKey || event.metaKey)) {
        event.preventDefault();
        onOpenChange(!isOpen);
      }
    };
    globalThis.addEventListener("keydown", press);
    return () => globalThis.removeEventListener("keydown", press);
  }, [isOpen, onOpenChange]);
  return (
    <Dialog title={t("app.search")} isOpen={isOpen} onClose={() => onOpenChange(false)} size="top">
      <Choices routes={routes} onDone={() => onOpenChange(false)} />
    </Dialog>
  );
}

function Choices({ routes, onDone }: { routes: Route[]; onDone: () => void }) {
  const [text, setText] = useState("");
  const [activeIndex, setActiveIndex] = useState(0);
  const id = useId();
  const list = useRef<HTMLUListElement>(null);
  const fixed = useChoices(routes, text === "");
  const results = useSearchResults(text);
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const matches = (name: string) => words.every((word) => name.toLowerCase().includes(word));
  // A page is also found by words that its name does not have, after those that have them.
  const matching = [
    ...fixed.filter(({ label }) => matches(label)),
    ...fixed.filter((choice) => !matches(choice.label) && matches(`${choice.label} ${choice.words ?? ""}`)),
  ];
  // Choices that begin with the text stay above results that come a moment later, so that Enter runs the choice that was seen.
  const isPrefixed = (choice: Choice) => text !== "" && choice.label.toLowerCase().startsWith(text.toLowerCase());
  const choices = [
    ...matching.filter(isPrefixed),
    ...results.choices,
    ...matching.filter((choice) => !isPrefixed(choice)),
  ].slice(0, 40);
  const chosen = Math.min(activeIndex, choices.length - 1);
  useEffect(() => {
    list.current?.children[chosen]?.scrollIntoView({ block: "nearest" });
  }, [chosen]);
  const press = (event: React.KeyboardEvent) => {
    const by = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (by) {
      event.preventDefault();
      setActiveIndex((chosen + by + choices.length) % Math.max(choices.length, 1));
    }
    if (event.key === "Enter" && choices[chosen]) {
      event.preventDefault();
      onDone();
      choices[chosen].run();
    }
  };
  return (
    <div className="palette">
      <input
        autoFocus
        className="input"
        role="combobox"
        aria-label={t("app.search")}
        aria-expanded="true"
        aria-controls={id}
        aria-activedescendant={choices[chosen] ? `${id}-${chosen}` : undefined}
        placeholder={t("shell.paletteHint")}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setActiveIndex(0);
        }}
        onKeyDown={press}
      />
      <ul ref={list} id={id} role="listbox" aria-label={t("app.search")} className="palette-list">
        {choices.map((choice, index) => (
          <li
            key={choice.id}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === chosen}
            className="palette-choice"
            onPointerMove={() => setActiveIndex(index)}
            onClick={() => {
              onDone();
              choice.run();
            }}
          >
            <Icon name={choice.icon} />
            <span className="grow truncated">
              {choice.label}
              {choice.hint && <span className="soft palette-hint">{choice.hint}</span>}
            </span>
            <span className="small soft">{choice.kind}</span>
          </li>
        ))}
      </ul>
      <p className="unseen" role="status">{t("shell.paletteCount", { count: choices.length })}</p>
      {results.hasFailed && <p className="soft">{t("shell.paletteFailed")}</p>}
      {choices.length === 0 && !results.hasFailed && (
        <p className="soft">{t(results.isSearching ? "shell.paletteSearching" : "shell.paletteNothing")}</p>
      )}
    </div>
  );
}
