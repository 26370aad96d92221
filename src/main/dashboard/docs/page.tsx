import { useEffect } from "react";
import { t } from "../base/words.ts";
import { withCodes } from "./codes.ts";
import { guides } from "./guides.ts";
import { DocsLink } from "./link.tsx";
import { Method } from "./method.tsx";
import { OperationPage } from "./operation.tsx";
import { type Api, slug } from "./openapi.ts";
import { useDocsRoute } from "./route.ts";
import { Prose } from "./prose.tsx";
import { Start } from "./start.tsx";

/** The page that the address names. */
export function DocsPage({ api }: { api: Api }) {
  const { kind, name } = useDocsRoute();
  const guide = kind === "guide" ? guides.find(({ id }) => id === name) : undefined;
  const tag = kind === "tag" ? api.tags.find((each) => slug(each.name) === name) : undefined;
  const operation = kind === "operation" ? api.operations.find((each) => each.operationId === name) : undefined;
  const title = guide?.title ?? tag?.name ?? operation?.summary;
  useEffect(() => {
    document.title = title ? `${title} · ${t("docs.title")}` : t("docs.title");
  }, [title]);
  if (kind === "start") return <Start api={api} />;
  if (operation) return <OperationPage key={name} operation={operation} api={api} />;
  if (tag) return <TagPage api={api} name={tag.name} description={tag.description} />;
  if (guide) {
    return (
      <article className="docs-guide" key={name}>
        <h1>{guide.title}</h1>
        <Prose text={withCodes(guide.text, api)} />
        <Neighbours at={guides.indexOf(guide)} />
      </article>
    );
  }
  return (
    <article className="docs-guide">
      <h1>{t("docs.nothingHere")}</h1>
      <p>{t("docs.nothingHereText")}</p>
    </article>
  );
}

function TagPage({ api, name, description }: { api: Api; name: string; description: string }) {
  return (
    <article className="docs-guide">
      <h1>{name}</h1>
      <p>{description}</p>
      <ul role="list" className="docs-list">
        {api.operations.filter((each) => each.tag === name).map((each) => (
          <li key={each.operationId}>
            <DocsLink to={`operations/${each.operationId}`}>
              <Method method={each.method} />
              <span className="grow">
                <span className="docs-list-title">{each.summary}</span>
                <code className="soft">{each.path}</code>
              </span>
            </DocsLink>
          </li>
        ))}
      </ul>
    </article>
  );
}

function Neighbours({ at }: { at: number }) {
  const [before, after] = [guides[at - 1], guides[at + 1]];
  return (
    <nav className="docs-neighbours" aria-label={t("docs.neighbours")}>
      {before && <DocsLink to={`guides/${before.id}`}>‹ {before.title}</DocsLink>}
      <span className="grow" />
      {after && <DocsLink to={`guides/${after.id}`}>{after.title} ›</DocsLink>}
    </nav>
  );
}
