import { useEffect, useRef } from "react";
import { t } from "../base/words.ts";
import { guides } from "./guides.ts";
import { DocsLink } from "./link.tsx";
import { Method } from "./method.tsx";
import { type Api, type Operation, slug } from "./openapi.ts";
import { useDocsRoute } from "./route.ts";

/** Guides first, then the operations by their tags; the tag of the present page is open. */
export function DocsNavigation({ api }: { api: Api }) {
  const route = useDocsRoute();
  const list = useRef<HTMLElement>(null);
  const shown = api.operations.find(({ operationId }) => route.kind === "operation" && operationId === route.name);
  const tag = shown ? slug(shown.tag) : route.kind === "tag" ? route.name : "";
  useEffect(() => {
    list.current?.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });
  }, [route.kind, route.name]);
  return (
    <nav aria-label={t("docs.navigation")} ref={list} className="docs-nav">
      <h2 className="docs-nav-head">{t("docs.guides")}</h2>
      <ul role="list">
        {guides.map(({ id, title }) => (
          <li key={id}>
            <Entry to={`guides/${id}`} isCurrent={route.kind === "guide" && route.name === id}>{title}</Entry>
          </li>
        ))}
      </ul>
      <h2 className="docs-nav-head">{t("docs.operations")}</h2>
      {api.tags.map(({ name }) => (
        <Tag
          key={`${name} ${slug(name) === tag}`}
          name={name}
          isOpen={slug(name) === tag}
          operations={api.operations.filter((each) => each.tag === name)}
          current={shown}
          isCurrent={route.kind === "tag" && route.name === slug(name)}
        />
      ))}
    </nav>
  );
}

interface TagProps {
  name: string;
  isOpen: boolean;
  operations: Operation[];
  current: Operation | undefined;
  isCurrent: boolean;
}

function Tag({ name, isOpen, operations, current, isCurrent }: TagProps) {
  return (
    <details open={isOpen} className="docs-nav-tag">
      <summary>{name}</summary>
      <ul role="list">
        <li>
          <Entry to={`tags/${slug(name)}`} isCurrent={isCurrent}>{t("docs.overview")}</Entry>
        </li>
        {operations.map((each) => (
          <li key={each.operationId}>
            <Entry to={`operations/${each.operationId}`} isCurrent={each === current}>
              <Method method={each.method} />
              <span>{each.summary}</span>
            </Entry>
          </li>
        ))}
      </ul>
    </details>
  );
}

function Entry({ to, isCurrent, children }: { to: string; isCurrent: boolean; children: React.ReactNode }) {
  return (
    <DocsLink to={to} className="nav-entry docs-entry" aria-current={isCurrent ? "page" : undefined}>
      {children}
    </DocsLink>
  );
}
