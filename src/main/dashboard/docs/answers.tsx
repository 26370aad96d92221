import { t } from "../base/words.ts";
import type { Answer, Api, Operation } from "./openapi.ts";
import { Line } from "./prose.tsx";
import { DocsLink } from "./link.tsx";
import { SchemaView } from "./schema.tsx";
import { codesOf } from "./codes.ts";

/** What comes back: answers of success with their schema, failures with their codes. */
export function Answers({ operation, api }: { operation: Operation; api: Api }) {
  const answers = Object.entries(operation.responses)
    .map(([status, answer]) => ({ status, answer: resolvedAnswer(answer, api) }));
  const failures = answers.filter(({ status }) => status >= "400");
  return (
    <>
      <section>
        <h2>{t("docs.answers")}</h2>
        {answers.filter(({ status }) => status < "400").map(({ status, answer }) => (
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
          {failures.map(({ status, answer }) => (
            <li key={status} className="docs-member">
              <p className="docs-failure">
                <span className="badge badge-bad">{status}</span>
                <span>
                  <Line text={answer.description ?? ""} />
                </span>
              </p>
              <p className="small docs-limits">
                {codesOf(api, Number(status)).map(({ code }) => <code key={code}>{code}</code>)}
              </p>
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

function resolvedAnswer(answer: Answer, api: Api): Answer {
  return answer.$ref ? api.responses[answer.$ref.split("/").at(-1)!] ?? answer : answer;
}
