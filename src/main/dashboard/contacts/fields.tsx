import { useState } from "react";
import { Page } from "../app/page.tsx";
import { useAnswer } from "../base/data.ts";
import { formatRate } from "../base/format.ts";
import { t } from "../base/words.ts";
import { Badge } from "../kit/badge.tsx";
import { Button } from "../kit/form/button.tsx";
import { Empty, Loaded } from "../kit/states.tsx";
import { type FieldInfo, plainName } from "./api.ts";
import { FieldDetail } from "./field-detail.tsx";
import { typeWord } from "./field-types.ts";

/** The fields contacts have: type, how many have it, values and where it is used. */
export default function Fields() {
  const fields = useAnswer("/contacts/fields", undefined, { topics: ["contact", "job"] });
  const [open, setOpen] = useState<string>();
  return (
    <Page
      title={t("app.page.fields")}
      above={{ label: t("app.page.contacts"), to: "contacts" }}
      about={t("contacts.fieldsAbout")}
    >
      <Loaded query={fields} lines={6}>
        {({ fields }: { fields: FieldInfo[] }) => (
          <>
            <ul role="list" className="sheet-flush contacts-fields">
              {[...fields].sort((one, other) => Number(other.isCustom) - Number(one.isCustom)).map((field) => (
                <li key={field.field}>
                  <div className="contacts-field">
                    <span className="contacts-field-name">
                      {plainName(field.field)}
                      {!field.isCustom && <Badge>{t("contacts.standard")}</Badge>}
                    </span>
                    <span className="soft">{typeWord(field.type)}</span>
                    <span className="contacts-coverage">
                      <span className="contacts-bar" aria-hidden="true">
                        <i style={{ inlineSize: `${field.coverage * 100}%` }} />
                      </span>
                      <span className="contacts-share">{formatRate(field.coverage, 1)}</span>
                    </span>
                    {field.isCustom && (
                      <Button
                        variant="quiet"
                        icon={open === field.field ? "up" : "down"}
                        aria-expanded={open === field.field}
                        aria-label={t("contacts.fieldMore", { name: plainName(field.field) })}
                        onPress={() => setOpen(open === field.field ? undefined : field.field)}
                      />
                    )}
                  </div>
                  {open === field.field && <FieldDetail field={field.field} />}
                </li>
              ))}
            </ul>
            {!fields.some((field) => field.isCustom) && (
              <Empty icon="tag" title={t("contacts.noFields")}>
                <p>{t("contacts.noFieldsText")}</p>
              </Empty>
            )}
          </>
        )}
      </Loaded>
    </Page>
  );
}
