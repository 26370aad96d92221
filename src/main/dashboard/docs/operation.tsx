import { useState } from "react";
import { base } from "../base/address.ts";
import { t } from "../base/words.ts";
import { CopyButton } from "../kit/copy.tsx";
import { Snippet } from "../kit/snippet.tsx";
import { Answers } from "./answers.tsx";
import { callOf, defaultsOf } from "./call.ts";
import { exampleBody } from "./example.ts";
import { useTryKey } from "./key.ts";
import { DocsLink } from "./link.tsx";
import { Method } from "./method.tsx";
import { type Api, bodyOf, type Operation, schemaOf, slug } from "./openapi.ts";
import { Prose } from "./prose.tsx";
import { samplesOf } from "./samples.ts";
import { Member, SchemaView } from "./schema.tsx";
import { Try } from "./try.tsx";

/** One operation: what it does, takes and answers at the left; the call as code, and trying it out, at the right. */
export function OperationPage({ operation, api }: { operation: Operation; api: Api }) {
  const [values, setValues] = useState(() => defaultsOf(operation, exampleBody(operation, api.schemas)));
  const { own, demo } = useTryKey();
  const needsKey = (operation.security ?? []).length > 0;
  const server = `${location.origin}${base}`;
  const call = callOf(operation, values, server, needsKey ? own || demo || "sk_…" : undefined);
  return (
    <article className="docs-operation">
      <header className="docs-operation-head">
        <DocsLink to={`tags/${slug(operation.tag)}`} className="page-above">{operation.tag}</DocsLink>
        <h1>{operation.summary}</h1>
        <div className="row-wrap docs-path">
          <Method method={operation.method} />
          <code>{operation.path}</code>
          <CopyButton text={operation.path} label={t("docs.copyPath")} />
        </div>
      </header>
      <div className="docs-about docs-intro">
        {operation.description && <Prose text={operation.description} />}
        <Access operation={operation} />
      </div>
      <div className="docs-use">
        <Snippet label={t("docs.sample")} samples={samplesOf(call)} />
        <Try operation={operation} values={values} onChange={setValues} />
      </div>
      <div className="docs-about">
        <Parameters operation={operation} api={api} location="path" title={t("docs.inPath")} />
        <Parameters operation={operation} api={api} location="query" title={t("docs.inQuery")} />
        <Parameters operation={operation} api={api} location="header" title={t("docs.inHeader")} />
        <Body operation={operation} api={api} />
        <Answers operation={operation} api={api} />
      </div>
    </article>
  );
}

/** The keys, sessions and roles that may call an operation. */
function Access({ operation }: { operation: Operation }) {
  const names = (operation.security ?? []).flatMap((each) => Object.keys(each));
  const methods = (["secretKey", "publicKey", "session"] as const).filter((each) => names.includes(each));
  return (
    <section>
      <h2>{t("docs.access")}</h2>
      <p className="row-wrap">
        {methods.map((each) => <span key={each} className="badge badge-info">{t(`docs.access.${each}`)}</span>)}
        {methods.length === 0 && <span className="badge badge-good">{t("docs.access.open")}</span>}
        {operation["x-key-scope"] && (
          <span className="badge badge-plain">{t("docs.scope", { scope: operation["x-key-scope"] })}</span>
        )}
        {operation["x-role"] && (
          <span className="badge badge-plain">{t("docs.role", { role: operation["x-role"] })}</span>
        )}
      </p>
      {operation["x-aliases"] && (
        <p className="small soft">
          {t("docs.aliases")} {operation["x-aliases"].map((each) => <code key={each}>{each}</code>)}
        </p>
      )}
    </section>
  );
}

interface ParametersProps {
  operation: Operation;
  api: Api;
  location: "path" | "query" | "header";
  title: string;
}

function Parameters({ operation, api, location, title }: ParametersProps) {
  const parameters = operation.parameters?.filter((each) => each.in === location) ?? [];
  if (parameters.length === 0) return null;
  return (
    <section>
      <h2>{title}</h2>
      <ul role="list" className="docs-members">
        {parameters.map((each) => (
          <Member
            key={each.name}
            name={each.name}
            schema={schemaOf(each)}
            schemas={api.schemas}
            isRequired={each.required ?? false}
            about={each.description}
          />
        ))}
      </ul>
    </section>
  );
}

function Body({ operation, api }: { operation: Operation; api: Api }) {
  const body = bodyOf(operation);
  if (!body) return null;
  return (
    <section>
      <h2>{t("docs.body")}</h2>
      <p className="small soft">
        <code>{body.type}</code> {operation.requestBody?.description}
      </p>
      <SchemaView schema={body.media.schema ?? {}} schemas={api.schemas} />
    </section>
  );
}
