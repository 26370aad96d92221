import { useEffect, useId, useRef, useState } from "react";
import { go, href } from "../base/address.ts";
import { usePlaces, useProject } from "../base/project.ts";
import { t } from "../base/words.ts";
import { copyText } from "../kit/copy.tsx";
import { Dialog } from "../kit/dialog.tsx";
import { Icon, type IconName } from "../kit/icon.tsx";
import { say } from "../kit/toast.tsx";
import { setTheme } from "../base/theme.ts";
import type { Place } from "./places.ts";
import { signOut, useSession } from "./session.tsx";
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
  const fixed = useChoices(places);
  const found = useFound(text);
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const matching = fixed.filter((choice) =>
    words.every((word) => `${choice.label} ${choice.words ?? ""}`.toLowerCase().includes(word))
  );
  const choices = [...found, ...matching].slice(0, 40);
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
              {choice.hint && <span className="soft">{choice.hint}</span>}
            </span>
            <span className="small soft">{choice.kind}</span>
          </li>
        ))}
      </ul>
      <p className="unseen" role="status">{t("shell.paletteCount", { count: choices.length })}</p>
      {choices.length === 0 && <p className="soft">{t("shell.paletteNothing")}</p>}
    </div>
  );
}

function useChoices(places: Place[]): Choice[] {
  const { open } = usePlaces();
  const { projects } = useSession();
  const project = useProject();
  const page = (place: Place): Choice => ({
    id: place.pattern,
    kind: t("shell.kind.page"),
    label: t(place.page.title),
    icon: place.page.nav!.icon,
    words: place.page.keywords ?? "",
    act: () => open((place.page.scope ?? "project") === "project" ? place.page.path : `/${place.page.path}`),
  });
  const action = (id: string, label: string, icon: IconName, act: () => void): Choice => ({
    id,
    kind: t("shell.kind.action"),
    label,
    icon,
    act,
  });
  return [
    ...places.map(page),
    ...projects.filter((each) => each.id !== project).map((each): Choice => ({
      id: each.id,
      kind: t("shell.kind.project"),
      label: each.name,
      icon: "segment",
      act: () => go(href(`p/${each.id}`)),
    })),
    action(
      "copy-id",
      t("shell.copyProjectId"),
      "copy",
      () => void copyText(project ?? "").then(() => say(t("kit.copied"))),
    ),
    action("light", t("app.theme.light"), "sun", () => setTheme("light")),
    action("dark", t("app.theme.dark"), "moon", () => setTheme("dark")),
    action("out", t("app.signOut"), "signout", () => void signOut()),
  ];
}
