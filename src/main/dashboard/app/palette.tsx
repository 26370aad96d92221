import { useEffect, useId, useRef, useState } from "react";
import { t } from "../base/words.ts";
import { Dialog } from "../kit/dialog.tsx";
import { Icon } from "../kit/icon.tsx";
import type { Place } from "./places.ts";
import { useChoices } from "./choices.ts";
import { type Choice, useFound } from "./found.ts";

interface Props {
  places: Place[];
  isOpen: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Ctrl/⌘ K: pages, things, projects and actions by a few letters of their names. */
export function Palette({ places, isOpen, onOpenChange }: Props) {
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
      <Choices places={places} onDone={() => onOpenChange(false)} />
    </Dialog>
  );
}

function Choices({ places, onDone }: { places: Place[]; onDone: () => void }) {
  const [text, setText] = useState("");
  const [at, move] = useState(0);
  const id = useId();
  const list = useRef<HTMLUListElement>(null);
  const fixed = useChoices(places, text === "");
  const found = useFound(text);
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const matches = (name: string) => words.every((word) => name.toLowerCase().includes(word));
  // A page is also found by words that its name does not have, after those that have them.
  const matching = [
    ...fixed.filter(({ label }) => matches(label)),
    ...fixed.filter((choice) => !matches(choice.label) && matches(`${choice.label} ${choice.words ?? ""}`)),
  ];
  // What begins with the text stays above things that are found a moment later, so that Enter does what was seen.
  const begins = (choice: Choice) => text !== "" && choice.label.toLowerCase().startsWith(text.toLowerCase());
  const choices = [
    ...matching.filter(begins),
    ...found.choices,
    ...matching.filter((choice) => !begins(choice)),
  ].slice(0, 40);
  const chosen = Math.min(at, choices.length - 1);
  useEffect(() => {
    list.current?.children[chosen]?.scrollIntoView({ block: "nearest" });
  }, [chosen]);
  const press = (event: React.KeyboardEvent) => {
    const by = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (by) {
      event.preventDefault();
      move((chosen + by + choices.length) % Math.max(choices.length, 1));
    }
    if (event.key === "Enter" && choices[chosen]) {
      event.preventDefault();
      onDone();
      choices[chosen].act();
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
          move(0);
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
            onPointerMove={() => move(index)}
            onClick={() => {
              onDone();
              choice.act();
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
      {found.hasFailed && <p className="soft">{t("shell.paletteFailed")}</p>}
      {choices.length === 0 && !found.hasFailed && (
        <p className="soft">{t(found.isSearching ? "shell.paletteSearching" : "shell.paletteNothing")}</p>
      )}
    </div>
  );
}
