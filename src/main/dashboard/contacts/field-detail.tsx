import { useState } from "react";
import { useAnswer, useChange } from "../base/data.ts";
import { Link } from "../base/link.tsx";
import { t } from "../base/words.ts";
import { Button } from "../kit/form/button.tsx";
import { Confirm } from "../kit/dialog.tsx";
import { Loaded } from "../kit/states.tsx";
import { showToast } from "../kit/toast.tsx";
import { plainName, textOf } from "./api.ts";
import type { FieldUsageResponse } from "../generated/api.ts";

type Usage = FieldUsageResponse;

/** Values of a field, where it is used, and its deletion, which shows the uses first. */
export function FieldDetail({ field }: { field: string }) {
  const [isOpen, setOpen] = useState(false);
  const usage = useAnswer("/contacts/fields/{field}/usage", { path: { field } });
  const values = useAnswer("/contacts/fields/{field}/values", { path: { field }, query: { limit: 30 } }, {
    topics: ["contact", "job"],
  });
  const remove = useChange("delete", "/contacts/fields/{field}", {
    refreshes: ["/contacts"],
    onDone: () => {
      setOpen(false);
      showToast(t("contacts.fieldDeleted", { name: plainName(field) }));
    },
  });
  return (
    <div className="contacts-field-detail stack">
      <Loaded query={values} lines={1}>
        {({ values }: { values: unknown[] }) => (
          <div className="stack-small">
            <h3>{t("contacts.values")}</h3>
            <p className="row-wrap">
              {values.map((value) => <code key={textOf(value)} className="contacts-value">{textOf(value)}</code>)}
            </p>
          </div>
        )}
      </Loaded>
      <Loaded query={usage} lines={1}>
        {(usage: Usage) => (
          <>
            <Uses usage={usage} />
            <div>
              <Button variant="danger" icon="trash" onPress={() => setOpen(true)}>{t("contacts.deleteField")}</Button>
            </div>
            <Confirm
              title={t("contacts.deleteFieldTitle", { name: plainName(field) })}
              action={t("contacts.deleteField")}
              isOpen={isOpen}
              isDanger
              isPending={remove.isPending}
              error={remove.error}
              onClose={() => setOpen(false)}
              onConfirm={() => remove.mutate({ path: { field } })}
            >
              <p>{t("contacts.deleteFieldText", { count: usage.contactCount })}</p>
              <Uses usage={usage} />
            </Confirm>
          </>
        )}
      </Loaded>
    </div>
  );
}

function Uses({ usage }: { usage: Usage }) {
  const uses = [
    ...usage.usedInSegments.map((use) => ({ ...use, to: `segments/${use.id}` })),
    ...usage.usedInCampaigns.map((use) => ({ ...use, to: `campaigns/${use.id}` })),
    ...usage.usedInWorkflows.map((use) => ({ ...use, to: `workflows/${use.id}` })),
  ];
  return uses.length === 0 ? <p className="soft">{t("contacts.notUsed")}</p> : (
    <div className="stack-small">
      <h3>{t("contacts.usedBy")}</h3>
      <ul className="note-list">
        {uses.map((use) => (
          <li key={use.to}>
            <Link to={use.to}>{use.name}</Link>
          </li>
        ))}
      </ul>
    </div>
  );
}
