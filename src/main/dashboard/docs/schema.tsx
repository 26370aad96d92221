import { useState } from "react";
import { t } from "../base/words.ts";
import { type Api, resolved, type Schema } from "./openapi.ts";
import { Line } from "./prose.tsx";
import { childOf, limitsOf, typeOf, wordsOf } from "./schema-words.ts";

type Schemas = Api["schemas"];

interface ViewProps {
  schema: Schema;
  schemas: Schemas;
  /** True for what comes back: there the members that may be absent are marked, in a request those that may not. */
  isAnswer?: boolean;
}

/** The members of an object, each with its type, its limits and its sentence; what is inside of them opens. */
export function SchemaView({ schema, schemas, isAnswer = false }: ViewProps) {
  const found = childOf(schema, schemas);
  const members = Object.entries(found.properties ?? {});
  if (members.length === 0) {
    return (
      <p className="soft">
        <code>{typeOf(schema, schemas)}</code> {found.description && <Line text={found.description} />}
      </p>
    );
  }
  return (
    <ul role="list" className="docs-members">
      {members.map(([name, member]) => (
        <Member
          key={name}
          name={name}
          schema={member}
          schemas={schemas}
          isRequired={found.required?.includes(name) ?? false}
          isAnswer={isAnswer}
        />
      ))}
    </ul>
  );
}

interface MemberProps extends ViewProps {
  name: string;
  isRequired: boolean;
  /** A sentence that is known beside the schema. */
  about?: string | undefined;
}

export function Member({ name, schema, schemas, isRequired, about, isAnswer = false }: MemberProps) {
  const found = resolved(schema, schemas);
  const inner = childOf(schema, schemas);
  const description = about ?? found.description;
  // The type says that already.
  const sentence = description === "Any JSON value" ? undefined : description;
  return (
    <li className="docs-member">
      <div className="row-wrap">
        <code className="docs-member-name">{name}</code>
        <span className="soft small">{typeOf(schema, schemas)}</span>
        {isRequired && !isAnswer && <span className="badge badge-watch">{t("docs.required")}</span>}
        {!isRequired && isAnswer && <span className="badge badge-plain">{t("docs.absent")}</span>}
      </div>
      {sentence && (
        <p className="docs-member-about">
          <Line text={sentence} />
        </p>
      )}
      <Limits schema={found} words={wordsOf(schema, schemas)} />
      {schema["x-aliases"] && (
        <p className="small soft docs-limits">
          {t("docs.alsoNamed")} {schema["x-aliases"].map((each) => <code key={each}>{each}</code>)}
        </p>
      )}
      {Object.keys(inner.properties ?? {}).length > 0 && (
        <Inner name={name} schema={inner} schemas={schemas} isAnswer={isAnswer} />
      )}
    </li>
  );
}

function Limits({ schema, words }: { schema: Schema; words: unknown[] }) {
  const limits = limitsOf(schema);
  if (limits.length === 0 && words.length === 0) return null;
  return (
    <p className="small soft docs-limits">
      {limits.map((each) => <span key={each}>{each}</span>)}
      {words.map((value) => <code key={String(value)}>{String(value)}</code>)}
    </p>
  );
}

/** Made when it is first opened: some schemas hold themselves. */
function Inner({ name, ...view }: ViewProps & { name: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className="docs-inner" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{t("docs.members", { name })}</summary>
      {isOpen && <SchemaView {...view} />}
    </details>
  );
}
