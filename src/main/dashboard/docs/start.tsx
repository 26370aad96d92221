import { base } from "../base/address.ts";
import { t } from "../base/words.ts";
import { Icon } from "../kit/icon.tsx";
import { guides } from "./guides.ts";
import { DocsLink } from "./link.tsx";
import { type Api, slug } from "./openapi.ts";
import { Prose } from "./prose.tsx";

/** The first page: the ways in, what holds for every call, and the groups of operations. */
export function Start({ api }: { api: Api }) {
  return (
    <article className="docs-guide">
      <h1>{t("docs.heading")}</h1>
      <p className="docs-lead">{api.info.summary}</p>
      <ul role="list" className="docs-cards">
        {guides.map(({ id, title, about }) => (
          <li key={id}>
            <DocsLink to={`guides/${id}`} className="docs-card">
              <strong>{title}</strong>
              <span className="soft">{about}</span>
            </DocsLink>
          </li>
        ))}
      </ul>
      <h2>{t("docs.everyCall")}</h2>
      <Prose text={api.info.description ?? ""} />
      <h2>{t("docs.import")}</h2>
      <p>{t("docs.importText")}</p>
      <div className="row-wrap">
        <a className="button" href={`${base}/openapi.json`} download="godwit-openapi.json">
          <Icon name="download" />
          OpenAPI 3.1
        </a>
        <a className="button" href={`${base}/docs/postman.json`} download="godwit.postman_collection.json">
          <Icon name="download" />
          Postman
        </a>
      </div>
      <h2>{t("docs.operations")}</h2>
      <ul role="list" className="docs-list">
        {api.tags.map(({ name, description }) => (
          <li key={name}>
            <DocsLink to={`tags/${slug(name)}`}>
              <span className="grow">
                <span className="docs-list-title">{name}</span>
                <span className="soft">{description}</span>
              </span>
              <span className="soft small">
                {t("docs.count", { count: api.operations.filter(({ tag }) => tag === name).length })}
              </span>
            </DocsLink>
          </li>
        ))}
      </ul>
    </article>
  );
}
