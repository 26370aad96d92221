import { useState } from "react";
import { t } from "../base/words.ts";
import { type Api, resolved, type Schema } from "./openapi.ts";
import { Line } from "./prose.tsx";
import { childOf, limitsOf, typeOf } from "./schema-words.ts";

type Schemas = Api["schemas"];

/** The members of an object, each with its type, its limits and its sentence; what is inside of them opens. */
export function SchemaView({ schema, schemas }: { schema: Schema; schemas: Schemas }) {
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
        />
      ))}
    </ul>
  );
}

interface Props {
  name: string;
  schema: Schema;
  schemas: Schemas;
  isRequired: boolean;
  /** A sentence that is known beside the schema. */
  about?: string | undefined;
}

export function Member({ name, schema, schemas, isRequired, about }: Props) {
  const found = resolved(schema, schemas);
  const inner = childOf(schema, schemas);
  const sentence = about ?? found.description;
  return (
    <li className="docs-member">
      <div className="row-wrap">
        <code className="docs-member-name">{name}</code>
        <span className="soft small">{typeOf(schema, schemas)}</span>
        {isRequired && <span className="badge badge-watch">{t("docs.required")}</span>}
      </div>
      {sentence && (
        <p className="docs-member-about">
          <Line text={sentence} />
        </p>
      )}
      <Limits schema={found} />
      {Object.keys(inner.properties ?? {}).length > 0 && <Inner name={name} schema={inner} schemas={schemas} />}
    </li>
  );
}

function Limits({ schema }: { schema: Schema }) {
  const limits = limitsOf(schema);
  if (limits.length === 0 && !schema.enum) return null;
  return (
    <p className="small soft docs-limits">
      {limits.map((each) => <span key={each}>{each}</span>)}
      {schema.enum?.map((value) => <code key={String(value)}>{String(value)}</code>)}
    </p>
  );
}

/** Made when it is first opened: some schemas hold themselves. */
function Inner({ name, schema, schemas }: { name: string; schema: Schema; schemas: Schemas }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className="docs-inner" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{t("docs.members", { name })}</summary>
      {isOpen && <SchemaView schema={schema} schemas={schemas} />}
    </details>
  );
}
