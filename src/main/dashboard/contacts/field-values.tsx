import { useState } from "react";
import { useAnswer, useChange } from "../base/data.ts";
import { forgetChanges } from "../base/unsaved.ts";
import { t } from "../base/words.ts";
import { Button } from "../kit/button.tsx";
import { Field } from "../kit/field.tsx";
import { Form } from "../kit/form.tsx";
import { Icon } from "../kit/icon.tsx";
import { say } from "../kit/toast.tsx";
import { type Contact, type FieldInfo, textOf } from "./api.ts";
import { typeWord } from "./field-types.ts";
import { valueOf } from "./values.ts";

/** The fields of a contact, each edited in its place; an emptied one is taken off the contact. */
export function FieldValues({ contact }: { contact: Contact }) {
  const [edited, edit] = useState<string>();
  const fields = useAnswer("/contacts/fields", undefined, { enabled: edited !== undefined });
  const typeOf = (name: string) =>
    (fields.data?.fields as FieldInfo[] | undefined)?.find((field) => field.field === `data.${name}`)?.type;
  const names = Object.keys(contact.data).sort((one, other) => one.localeCompare(other));
  return (
    <section className="sheet stack-small contacts-values" aria-labelledby="fields">
      <div className="spread">
        <h2 id="fields">{t("app.page.fields")}</h2>
        <Button look="quiet" icon="plus" onPress={() => edit("")}>{t("contacts.addField")}</Button>
      </div>
      {names.length === 0 && edited === undefined && <p className="soft">{t("contacts.noValues")}</p>}
      {edited === "" && <Editor contact={contact} name="" text="" type={undefined} onDone={() => edit(undefined)} />}
      <dl className="contacts-list">
        {names.map((name) => (
          <div key={name}>
            <dt className="soft small">{name}</dt>
            {edited === name
              ? (
                <dd>
                  <Editor
                    contact={contact}
                    name={name}
                    text={textOf(contact.data[name])}
                    type={typeOf(name)}
                    onDone={() => edit(undefined)}
                  />
                </dd>
              )
              : (
                <dd>
                  <button
                    type="button"
                    className="contacts-edit"
                    onClick={() => edit(name)}
                    aria-label={t("contacts.editField", { name })}
                  >
                    <span className="contacts-text">{textOf(contact.data[name])}</span>
                    <Icon name="edit" size={14} />
                  </button>
                </dd>
              )}
          </div>
        ))}
      </dl>
    </section>
  );
}

interface EditorProps {
  contact: Contact;
  /** Empty for a new field. */
  name: string;
  text: string;
  type: string | undefined;
  onDone: () => void;
}

function Editor({ contact, name, text, type, onDone }: EditorProps) {
  const [changed, setChanged] = useState(false);
  const change = useChange("patch", "/contacts/{id}", {
    refreshes: ["/contacts"],
    onDone: () => {
      forgetChanges();
      say(t("contacts.saved"));
      onDone();
    },
  });
  const save = (values: Record<string, string>) => {
    const field = name || values.field!.trim();
    const value = valueOf(values.value ?? "", type, contact.data[field]);
    change.mutate({ path: { id: contact.id } as never, body: { data: { [field]: value } } as never });
  };
  return (
    <Form
      onSubmit={save}
      error={change.error}
      unsaved={changed && !change.isPending}
      label={name || t("contacts.addField")}
    >
      {!name && (
        <Field
          label={t("contacts.fieldName")}
          name="field"
          isRequired
          autoFocus
          onChange={() => setChanged(true)}
        />
      )}
      <Field
        label={name ? t("contacts.valueOf", { name }) : t("contacts.value")}
        name="value"
        defaultValue={text}
        onChange={() => setChanged(true)}
        autoFocus={Boolean(name)}
        hint={[type && typeWord(type), name && t("contacts.emptyRemoves")].filter(Boolean).join(" · ")}
      />
      <div className="row-wrap">
        <Button look="main" type="submit" isPending={change.isPending}>{t("contacts.save")}</Button>
        <Button onPress={onDone}>{t("kit.cancel")}</Button>
      </div>
    </Form>
  );
}
