import { t } from "../base/words.ts";
import type { Api, Operation } from "./openapi.ts";
import { Line } from "./prose.tsx";
import { DocsLink } from "./link.tsx";
import { SchemaView } from "./schema.tsx";
import { codesOf } from "./codes.ts";

/** The responses of an operation: those of success with their schema, failures with their codes. */
export function Answers({ operation, api }: { operation: Operation; api: Api }) {
  const answers = Object.entries(operation.responses).filter(([status]) => status < "400");
  const failures = Object.keys(operation["x-errors"] ?? {});
  return (
    <>
      <section>
        <h2>{t("docs.answers")}</h2>
        {answers.map(([status, answer]) => (
          <div key={status} className="stack-small">
            <p className="row-wrap">
              <span className="badge badge-good">{status}</span>
              {answer.description}
            </p>
            {Object.entries(answer.content ?? {}).map(([type, { schema }]) => (
              <div key={type} className="stack-small">
                <p className="small soft">
                  <code>{type}</code>
                </p>
                {type === "application/json" && <SchemaView schema={schema ?? {}} schemas={api.schemas} isAnswer />}
              </div>
            ))}
          </div>
        ))}
      </section>
      <section>
        <h2>{t("docs.failures")}</h2>
        <ul role="list" className="docs-members">
          {failures.map((status) => (
            <li key={status} className="docs-member docs-failure">
              <span className="badge badge-bad">{status}</span>
              <div>
                {operation.responses[status]!.description && <Line text={operation.responses[status]!.description} />}
                <dl className="docs-codes">
                  {codesOf(api, operation, status).map(({ code, meaning }) => (
                    <div key={code}>
                      <dt className="small">
                        <code>{code}</code>
                      </dt>
                      <dd className="small soft">
                        <Line text={meaning} />
                      </dd>
                    </div>
                  ))}
                </dl>
              </div>
            </li>
          ))}
        </ul>
        <p className="small">
          <DocsLink to="guides/errors">{t("docs.failureForm")}</DocsLink>
        </p>
      </section>
    </>
  );
}
